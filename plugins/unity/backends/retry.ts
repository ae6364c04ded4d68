/** Handles lost answers for all backends: repeats queries, and reports any other command without repeating it. */
import type { JigError, JsonObject } from "../../../core/host/plugin-api.ts";
import type { Command, CommandContext } from "../command/command.ts";
import { editorError, sentBefore } from "../command/editor-errors.ts";
import type { Timeouts } from "../command/timeouts.ts";

/** Minimum attempts, because on a busy machine one attempt may use up the deadline. */
export const MIN_ATTEMPTS = 3;

/** How often a repeatable command is sent again after its answer was lost. */
export const REPEATS = 3;

/** A refused command is not sent again this close to the deadline, in ms, because its answer would come too late. */
const LAST_TRY_MS = 300;

/** Pauses before a refused command is sent again. Throws `error` if no time is left. */
export async function pauseBeforeRetry(error: JigError, ms: number, { deadline }: CommandContext): Promise<void> {
  if (deadline.remaining - ms < LAST_TRY_MS) throw error;
  await deadline.sleep(ms);
}

export const SENT_HINT =
  "The command had reached the Editor and was not sent again: check its effect before you repeat it";

/** Sends once: a result, or a lost answer with its error. A thrown error is final. */
export type SendResult = { result: JsonObject } | { lost: () => Promise<JigError> };

export async function sendWithRetry(
  command: Command,
  context: CommandContext,
  timeouts: Timeouts,
  send: () => Promise<SendResult>,
): Promise<JsonObject> {
  for (let losses = 0; ; losses++) {
    const sending = await send().catch((thrown: unknown) => {
      throw losses > 0 ? sentBefore(thrown) : thrown;
    });
    if ("result" in sending) return sending.result;
    const again = command.repeatable && losses < REPEATS && context.deadline.remaining > 0;
    if (!again) throw await sending.lost();
    await context.deadline.sleep(timeouts.pollMax * (losses + 1));
  }
}

/** LOST_AFTER_DISPATCH. `why` completes the sentence; `editor` is its state now. */
export function lostError(command: Command, why: string, reason: string, editor: string): JigError {
  const receipt = command.id === undefined ? "" : `unity-receipt {"Id": "${command.id}"} tells what is known. `;
  const hint = command.repeatable
    ? "It only reads, so ask again"
    : `${receipt}Whether it ran to its end is unknown, so it was not sent again. Check its effect before you repeat it`;
  return editorError("LOST_AFTER_DISPATCH", `"${command.method}" was sent, but its answer is lost: ${why}`, {
    hint: `${hint}. The Editor now: ${editor}`,
    details: { dispatched: true, reason, editor },
  });
}

export function timeoutError(command: Command): JigError {
  const receipt = command.id === undefined ? "" : `; unity-receipt {"Id": "${command.id}"} tells what became of it`;
  const repeat = command.repeatable
    ? "Ask again with a greater TimeoutSeconds"
    : `It may still run in Unity and was not sent again${receipt}. Or ask with a greater TimeoutSeconds next time`;
  return editorError("TIMEOUT", `"${command.method}" was sent, but Unity did not answer in time`, {
    hint: `${repeat}. A dialog may wait for a click, or Unity sleeps in the background: focus-window brings it to the front`,
    details: { dispatched: true },
  });
}
