/**
 * Describes the result of planning tools, and of the tool that shows and applies plans, with its value, schema and
 * presentation.
 */
import * as v from "valibot";
import { PLAN_STATES, type PlanDetails, type PlanState, type PlanSummary } from "./changes.ts";
import { lazily } from "./lazily.ts";
import type { JsonObject } from "./outcome.ts";
import type { Output } from "./output-schema.ts";

const text = v.exactOptional(v.string());
const count = v.exactOptional(v.number());

/** Used by tools that add fields of their own. */
export const planShape = lazily(() =>
  v.object({
    success: v.boolean(),
    plan: v.string(),
    title: v.string(),
    state: v.picklist(PLAN_STATES),
    summary: v.string(),
    note: text,
    files_changed: v.number(),
    insertions: v.number(),
    deletions: v.number(),
    applied_hunks: v.exactOptional(v.array(v.number())),
    diff: v.array(
      v.object({
        ...{ path: v.string(), to: text, kind: v.exactOptional(v.picklist(["new", "deleted"])), why: text },
        ...{ insertions: v.number(), deletions: v.number() },
        hunks: v.array(
          v.object({
            hunk: v.number(),
            line: v.number(),
            text: v.string(),
            insertions: v.number(),
            deletions: v.number(),
          }),
        ),
      }),
    ),
    untouched: v.exactOptional(v.array(v.object({ why: v.string(), path: text, line: count, column: count, text }))),
  }),
);

export const PLAN_OUTPUT: Output<v.GenericSchema> = {
  schema: planShape,
  rows: [
    {
      at: "/untouched",
      unit: ["place left unchanged", "places left unchanged"],
      text: "left unchanged: {/why} {/text}",
      location: { path: "/path", line: "/line", column: "/column" },
    },
    {
      at: "/diff/*/hunks",
      unit: ["hunk", "hunks"],
      diff: { text: "/text", hunk: "/hunk", path: "^/path", to: "^/to", kind: "^/kind" },
      location: { path: "^/path", line: "/line" },
    },
  ],
  notices: [
    { at: "/summary", tone: "warning" },
    { at: "/note", tone: "warning" },
  ],
  // The default is text, because a diff in JSON costs a model a third more.
  format: { parameter: "output_format", default: "text" },
  textTokens: { default: 1400 },
};

/** Longer hunks are split into rows. */
const MAX_LINES = 80;

export function planAnswer(details: PlanDetails): JsonObject {
  const { plan, title, state, note, files_changed, insertions, deletions, applied_hunks, diff, untouched } = details;
  return {
    success: true,
    plan,
    title,
    state,
    summary: planSentence(details),
    ...(note !== undefined && { note }),
    files_changed,
    insertions,
    deletions,
    ...(applied_hunks && { applied_hunks }),
    diff: diff.map(({ hunks, ...rest }) => ({
      ...rest,
      hunks: hunks.flatMap(({ text, ...hunk }) => partsOf(text).map((part) => ({ ...hunk, text: part }))),
    })),
    ...(untouched.length > 0 && { untouched: untouched.map((each) => ({ ...each })) }),
  };
}

function partsOf(text: string): string[] {
  const lines = text.split("\n");
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += MAX_LINES) parts.push(lines.slice(at, at + MAX_LINES).join("\n"));
  return parts;
}

const STATES: Record<PlanState, string> = {
  planned: "is not applied yet",
  applied: "is applied",
  undone: "is undone",
  interrupted: "was interrupted",
};

/**
 * Returns a sentence such as `Plan k3f9a (Rename Health to Vitality) is not applied yet: 3 files, +12 -10. To write it: changes
 * apply k3f9a`.
 */
export function planSentence({
  plan,
  title,
  state,
  files_changed,
  insertions,
  deletions,
  applied_hunks,
}: PlanSummary): string {
  const files = `${files_changed} ${files_changed === 1 ? "file" : "files"}`;
  const part = applied_hunks ? ` in part (hunks ${applied_hunks.join(", ")})` : "";
  const next =
    state === "planned"
      ? `. To write it: changes apply ${plan}`
      : state === "applied"
        ? `. To take it back: changes undo ${plan}`
        : state === "undone"
          ? `. The diff shows the plan; its "+" lines are no longer in the files. To apply it: changes apply ${plan}`
          : "";
  return `Plan ${plan} (${title}) ${STATES[state]}${part}: ${files}, +${insertions} -${deletions}${next}`;
}
