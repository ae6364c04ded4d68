/** Input schema: one range, or several in `requests`. The handler validates ranges individually so that the valid ones still work. */

import * as v from "valibot";
import { lazily } from "../../core/host/plugin-api.ts";

const number = (description: string) => v.optional(v.pipe(v.number(), v.integer(), v.description(description)));
const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));

const section = v.looseObject({
  start_line: v.pipe(v.number(), v.description("First line, from 1.")),
  end_line: v.optional(v.pipe(v.number(), v.description("Last line; default: the end of the file."))),
  label: v.optional(v.pipe(v.string(), v.description("Returned with the section."))),
});

const request = v.looseObject({
  file_path: v.pipe(v.string(), v.description("The file.")),
  sections: v.pipe(v.array(v.union([section, v.unknown()])), v.description("The ranges to read.")),
});

export const extractInput = lazily(() =>
  v.strictObject({
    file_path: v.optional(v.pipe(v.string(), v.description("The file to read. Not with requests."))),
    start_line: number("First line, from 1; default 1."),
    end_line: number("Last line; default: the end of the file."),
    start_column: number("First character, from 0."),
    end_column: number("End column in the last line, exclusive."),
    requests: v.optional(v.pipe(v.array(v.union([request, v.unknown()])), v.description("Many ranges of many files."))),
    format: v.optional(
      v.pipe(
        v.picklist(["text", "json", "raw"]),
        v.description("For one range: text (default), json (an array of lines) or raw (only the code)."),
      ),
    ),
    output_format: v.optional(
      v.pipe(v.picklist(["toon", "json", "text"]), v.description("toon (default, fewest tokens), json or text.")),
    ),
    allow_truncate: flag("Over a limit, return the sections that fit."),
    fail_fast: flag("Stop at the first failure."),
    output_file: v.optional(v.pipe(v.string(), v.description("Also save the code to this new file."))),
    suppress_output: flag("With output_file: omit the code."),
  }),
);

export type ExtractInput = v.InferOutput<typeof extractInput>;
