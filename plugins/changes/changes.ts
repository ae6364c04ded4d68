/** Tool `changes`: shows, applies or undoes a plan. */
import { type Context, JigError, type Outcome, type PlanSelection, planAnswer } from "../../core/host/plugin-api.ts";
import type { ChangesInput } from "./changes-schema.ts";

export default async function changes(input: ChangesInput, context: Context): Promise<Outcome> {
  const { show, apply, undo, files, hunks } = input;
  const { plans } = context;
  const given = [show, apply, undo].filter((name) => name !== undefined);
  if (given.length > 1) {
    throw new JigError("INVALID_ARGUMENT", "show, apply and undo cannot be used together", {
      hint: "Pass only one of them",
    });
  }
  if (apply === undefined && (files ?? hunks) !== undefined) {
    throw new JigError("INVALID_ARGUMENT", "files and hunks select parts to apply", { hint: "Pass apply as well" });
  }
  if (show === "apply" || show === "undo" || show === "show") {
    throw new JigError("INVALID_ARGUMENT", `${show} needs the name of a plan`, {
      hint: `For example: changes ${show} last`,
    });
  }
  if (show !== undefined && show !== "list") return { value: planAnswer(await plans.show(show)) };
  if (undo !== undefined) return { value: planAnswer(await plans.undo(undo)) };
  if (apply !== undefined) return { value: planAnswer(await plans.apply(apply, selectionOf(input))) };
  const all = await plans.list();
  return {
    value: {
      success: true,
      plans: all.map(({ at, note, applied_hunks, ...plan }) => ({
        ...plan,
        time: Math.floor(at / 1000),
        ...(applied_hunks && { applied_hunks }),
        ...(note !== undefined && { note }),
      })),
      ...(all.length === 0 && { none: "No plan was made in this workspace, or it is no longer stored" }),
    },
  };
}

function selectionOf({ files, hunks }: ChangesInput): PlanSelection {
  return { ...(files && { files }), ...(hunks && { hunks: hunks.flatMap(numbersOf) }) };
}

/** Same as the limit for a plan. */
const MAX_HUNKS = 100_000;

function numbersOf(written: number | string): number[] {
  const [from = 0, to = from] = String(written).split("-").map(Number);
  if (to < from || to > MAX_HUNKS) throw new JigError("INVALID_ARGUMENT", `"${written}" is not a range of hunks`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
