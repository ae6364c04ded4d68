/** The schema of a plan. Plans from plugins are validated before they are used. */
import * as v from "valibot";
import type { Plan } from "../contract/changes.ts";
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import type { JsonObject } from "../contract/outcome.ts";

const MAX_FILES = 10_000;
const MAX_NOTES = 10_000;
const MAX_TITLE = 300;

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sentence = v.pipe(v.string(), v.nonEmpty());
const optional = v.exactOptional;

const edit = v.strictObject({ start: place, end: place, text: v.string() });

const file = v.pipe(
  v.strictObject({
    path: sentence,
    hash: optional(v.string()),
    edits: optional(v.array(edit)),
    text: optional(v.string()),
    renameTo: optional(sentence),
    delete: optional(v.boolean()),
    why: optional(v.string()),
  }),
  v.check(({ edits, hash }) => edits === undefined || hash !== undefined, "has edits, and no hash of what they edit"),
  v.check(({ edits, text }) => edits === undefined || text === undefined, "has edits and a whole text"),
  v.check(
    ({ delete: goes, edits, text, renameTo }) => !goes || (edits === undefined && text === undefined && !renameTo),
    "is deleted and changed",
  ),
  v.check(({ text, hash, renameTo }) => text === undefined || hash !== undefined || !renameTo, "is new and renamed"),
  v.check(
    ({ delete: goes, edits, text, renameTo }) =>
      goes === true || edits !== undefined || text !== undefined || !!renameTo,
    "has no edits, text or new name",
  ),
);

const note = v.strictObject({
  why: sentence,
  path: optional(v.string()),
  line: optional(place),
  column: optional(place),
  text: optional(v.string()),
});

const plan = v.strictObject({
  title: v.pipe(sentence, v.maxLength(MAX_TITLE)),
  files: v.pipe(v.array(file), v.maxLength(MAX_FILES)),
  conflicts: optional(v.pipe(v.array(note), v.maxLength(MAX_NOTES))),
  untouched: optional(v.pipe(v.array(note), v.maxLength(MAX_NOTES))),
  recheck: optional(v.custom<JsonObject>(isObject)),
});

/** Throws INVALID_ARGUMENT naming the invalid part. */
export function checkedPlan(written: unknown): Plan {
  const result = v.safeParse(plan, written, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const where = v.getDotPath(issue);
  throw new JigError("INVALID_ARGUMENT", `The plan is not one: ${where === null ? "" : `${where} `}${issue.message}`, {
    hint: "A plan is {title, files: [{path, hash, edits: [{start, end, text}]}]}",
  });
}
