/** Schemas of `changes`: a list of plans, or one plan with its diff. */
import * as v from "valibot";
import { lazily, PLAN_OUTPUT, planShape } from "../../core/host/plugin-api.ts";

const plan = (description: string) => v.optional(v.pipe(v.string(), v.minLength(1), v.description(description)));

export const changesInput = lazily(() =>
  v.strictObject({
    show: plan("Show this plan; `last` is the latest."),
    apply: plan("Apply this plan."),
    undo: plan("Undo this plan."),
    files: v.optional(v.pipe(v.array(v.string()), v.description("With apply: only these files of the plan."))),
    hunks: v.optional(
      v.pipe(
        v.array(v.union([v.pipe(v.number(), v.integer()), v.pipe(v.string(), v.regex(/^\d+(-\d+)?$/))])),
        v.description('With apply: only these hunks, such as 3 or "5-8".'),
      ),
    ),
  }),
);

export type ChangesInput = v.InferOutput<typeof changesInput>;

const planned = v.object({
  plan: v.string(),
  state: v.string(),
  title: v.string(),
  tool: v.string(),
  files_changed: v.number(),
  insertions: v.number(),
  deletions: v.number(),
  time: v.number(),
});

export const changesOutput = {
  ...PLAN_OUTPUT,
  schema: lazily(() => v.partial(v.object({ ...planShape.entries, plans: v.array(planned) }))),
  rows: [
    {
      at: "/plans",
      unit: ["plan", "plans"] as [string, string],
      columns: [
        { field: "plan" },
        { field: "state" },
        { field: "title" },
        { field: "files_changed", title: "files" },
        { field: "insertions", title: "+" },
        { field: "deletions", title: "-" },
        { field: "time", kind: "time" as const, drop: 1 },
      ],
      links: [{ rel: "open" as const, tool: "changes", input: { show: { at: "/plan", required: true } } }],
      text: "{/plan} {/state}: {/title} (files: {/files_changed}, +{/insertions} -{/deletions})",
    },
    ...(PLAN_OUTPUT.rows ?? []),
  ],
  notices: [{ at: "/none" }, ...(PLAN_OUTPUT.notices ?? [])],
};
