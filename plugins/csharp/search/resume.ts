/** Where an answer that had to be cut goes on: each row's own cursor, kept beside the answer and not in it. */
import type { Json, JsonObject } from "../../../core/host/plugin-api.ts";

const CURSORS = new WeakMap<object, readonly string[]>();

/** `cursors` are those behind each of the answer's `results`. */
export function resumable(answer: JsonObject, cursors: readonly string[]): JsonObject {
  CURSORS.set(answer, cursors);
  return answer;
}

/** The answer with its first `keep` results, and the cursor behind them. */
export function cutTo(answer: JsonObject, keep: number): JsonObject {
  const { cursor: _, results, ...rest } = answer;
  const cursor = CURSORS.get(answer)?.[keep - 1];
  return {
    ...rest,
    results: (results as Json[]).slice(0, keep),
    truncated: true,
    reason: cursor === undefined ? `answer size; ask again with pageSize ${keep}` : "answer size; go on with cursor",
    ...(cursor === undefined ? {} : { cursor }),
  };
}
