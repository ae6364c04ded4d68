/** Reads line ranges, either one or a batch (docs/contracts/extract.md). */
import {
  type Context,
  isObject,
  JigError,
  type JsonObject,
  type Outcome,
  type RenderedRow,
  type Row,
} from "../../core/host/plugin-api.ts";
import { batchAnswer } from "./batch-answer.ts";
import { extractBatch } from "./extract-batch.ts";
import type { ExtractInput } from "./extract-input.ts";
import { extractRange } from "./extract-range.ts";

const SINGLE_ONLY = ["file_path", "start_line", "end_line", "start_column", "end_column"] as const;
const NOT_IN_BATCH = ["output_file", "suppress_output"] as const;

export default async function extractCodeSection(input: ExtractInput, context: Context): Promise<Outcome> {
  if (input.requests === undefined) return await extractRange(input, context);
  if (SINGLE_ONLY.some((name) => input[name] !== undefined)) {
    throw new JigError("INVALID_ARGUMENT", `requests is mutually exclusive with ${SINGLE_ONLY.join("/")}`, {
      hint: "Pass either requests or one range",
    });
  }
  if (NOT_IN_BATCH.some((name) => input[name] !== undefined)) {
    throw new JigError("INVALID_ARGUMENT", "output_file/suppress_output are not supported with requests batch mode", {
      hint: "Omit them",
    });
  }
  const failFast = input.fail_fast ?? false;
  const batch = await extractBatch(input.requests, { allowTruncate: input.allow_truncate ?? false, failFast }, context);
  return batchAnswer(batch, failFast);
}

/** Errors of a file or section. */
export function lines({ row, group }: RenderedRow): Row[] {
  const { error, section, label, start_line }: JsonObject = isObject(row) ? row : {};
  const { file_path }: JsonObject = isObject(group) ? group : {};
  const number = typeof section === "number" ? ` (section ${section + 1}${label ? ` ${label}` : ""})` : "";
  const place = typeof start_line === "number" ? `${file_path}:${start_line}` : file_path;
  return [{ text: `${place}${number}: ${error}`, tone: "error" }];
}
