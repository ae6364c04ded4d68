/** Validates plans, because they come from plugins. */
import * as v from "valibot";
import type { Plan } from "../contract/changes.ts";
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { sentence } from "../manifest/read-plugin-file.ts";

const MAX_FILES = 10_000;
const MAX_NOTES = 10_000;
const MAX_TITLE = 300;

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const words = v.pipe(v.string(), v.nonEmpty());
const optional = v.exactOptional;

const edit = v.strictObject({ start: place, end: place, text: v.string() });

const hash = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.check((written) => /^[0-9a-f]{64}$/.test(written), "is not a SHA-256 in hex (64 digits)"),
);

const fileEntries = v.strictObject({
  path: words,
  hash: optional(hash),
  edits: optional(v.array(edit)),
  text: optional(v.string()),
  renameTo: optional(words),
  delete: optional(v.boolean()),
  why: optional(v.string()),
});

const file = v.pipe(
  fileEntries,
  v.check(
    ({ edits, hash }) => edits === undefined || hash !== undefined,
    "has edits but no hash of the text that they edit; changes.read returns both",
  ),
  v.check(({ edits, text }) => edits === undefined || text === undefined, "has both edits and a whole text"),
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
  why: words,
  path: optional(v.string()),
  line: optional(place),
  column: optional(place),
  text: optional(v.string()),
});

const plan = v.strictObject({
  title: v.pipe(words, v.maxLength(MAX_TITLE)),
  files: v.pipe(v.array(file), v.maxLength(MAX_FILES)),
  conflicts: optional(v.pipe(v.array(note), v.maxLength(MAX_NOTES))),
  untouched: optional(v.pipe(v.array(note), v.maxLength(MAX_NOTES))),
  recheck: optional(v.custom<JsonObject>(isObject)),
});

/**
 * Validates a plan that a plugin has written.
 * @throws INVALID_ARGUMENT, with a message that says which part is invalid
 */
export function checkedPlan(written: unknown): Plan {
  const result = v.safeParse(plan, written, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const where = v.getDotPath(issue) ?? "The plan";
  const name = String(issue.path?.at(-1)?.key ?? "");
  const near = issue.expected === "never" ? didYouMean(name, keysAt(where)) : undefined;
  const what =
    issue.expected === "never"
      ? "is not a known property"
      : issue.received === "undefined" && issue.type !== "check"
        ? "is missing"
        : sentence(issue);
  throw new JigError("INVALID_ARGUMENT", `The plan is invalid: ${where} ${what}`, {
    hint: near
      ? `Did you mean "${near}"?`
      : /\.hash$/.test(where)
        ? "Write the hash that changes.read returned, or the SHA-256 of the file's text as UTF-8 without a byte order mark"
        : "A plan is {title, files: [{path, hash, edits: [{start, end, text}]}]}",
  });
}

/** Returns the properties that would be valid in the object at a place. */
function keysAt(where: string): string[] {
  if (/^files\.\d+\.edits\.\d+\.[^.]*$/.test(where)) return Object.keys(edit.entries);
  if (/^files\.\d+\.[^.]*$/.test(where)) return Object.keys(fileEntries.entries);
  return Object.keys(/^\w+\.\d+\./.test(where) ? note.entries : plan.entries);
}
