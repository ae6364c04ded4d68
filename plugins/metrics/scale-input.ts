/** Input schema: one file, or up to 200. */

import * as v from "valibot";
import { lazily } from "../../core/host/plugin-api.ts";

export const MAX_FILES = 200;

export const scaleInput = lazily(() =>
  v.strictObject({
    file_path: v.optional(v.pipe(v.string(), v.description("The file to measure. Not with file_paths."))),
    file_paths: v.optional(
      v.pipe(v.array(v.string()), v.description("Up to 200 files to measure; needs metrics_only: true.")),
    ),
    metrics_only: v.optional(v.pipe(v.boolean(), v.description("Only the numbers, without the structure."))),
    language: v.optional(
      v.pipe(v.string(), v.description("Language for comment rules, e.g. Python; default: by name and first line.")),
    ),
    content_hash: v.optional(v.pipe(v.boolean(), v.description("Also the SHA-256 of each file; costs many tokens."))),
    output_format: v.optional(
      v.pipe(v.picklist(["toon", "json", "text"]), v.description("toon (default, fewest tokens), json or text.")),
    ),
  }),
);

export type ScaleInput = v.InferOutput<typeof scaleInput>;
