/** Input schema of `edit_text`. */
import * as v from "valibot";
import { lazily } from "../../core/host/plugin-api.ts";

const MAX_FILES = 10_000;

export const editInput = lazily(() =>
  v.strictObject({
    old: v.pipe(v.string(), v.minLength(1), v.description("The exact text to replace; it may have several lines.")),
    new: v.pipe(v.string(), v.description("The new text; may be empty.")),
    paths: v.pipe(
      v.array(v.string()),
      v.minLength(1),
      v.maxLength(MAX_FILES),
      v.description("The files. The text must occur exactly once in each."),
    ),
    count: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.description("How often it must occur in all files together.")),
    ),
    every: v.optional(v.pipe(v.boolean(), v.description("Replace it wherever it occurs."))),
  }),
);

export type EditInput = v.InferOutput<typeof editInput>;
