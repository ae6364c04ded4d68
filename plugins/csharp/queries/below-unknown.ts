/** What derives from a type of which nothing is here: a package that is not on this disk. Bases tell it by its name alone. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { Session } from "./analysis-session.ts";
import { belowOutside } from "./hierarchy.ts";
import type { HierarchyAnswer, HierarchyRequest } from "./requests.ts";

/** The answer, or the one given where nothing names it as a base. */
export async function belowUnknown(
  index: ScriptIndex,
  { query: { name, container, namespace }, depth, down }: HierarchyRequest,
  answer: HierarchyAnswer,
  context: WorkerContext,
): Promise<HierarchyAnswer> {
  const isKnown = answer.targets.length > 0 || answer.note !== undefined || index.store.byName(name, true).length > 0;
  if (isKnown || !down || container !== "" || namespace !== "") return answer;
  const rows = await belowOutside(await Session.begin(index, context), name, depth);
  if (rows.length === 0) return answer;
  return {
    targets: [],
    rows,
    note: `${name} is declared nowhere here, in no script and no assembly: these name it as their base`,
  };
}
