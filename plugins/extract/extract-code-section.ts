/** Reads ranges of lines: one, or many of many files at once (spec 003). */
import { type Context, JigError, type Outcome } from "../../core/host/plugin-api.ts";
import { extractBatch } from "./batch.ts";
import { batchAnswer } from "./batch-answer.ts";
import type { ExtractInput } from "./extract-input.ts";
import { extractSingle } from "./single.ts";

export { fit } from "./extract-fit.ts";
export { view } from "./extract-view.ts";

const SINGLE_ONLY = ["file_path", "start_line", "end_line", "start_column", "end_column"] as const;
const NOT_IN_BATCH = ["output_file", "suppress_output"] as const;

export default async function extractCodeSection(input: ExtractInput, context: Context): Promise<Outcome> {
  if (input.requests === undefined) return await extractSingle(input, context);
  if (SINGLE_ONLY.some((name) => input[name] !== undefined)) {
    throw new JigError("INVALID_ARGUMENT", `requests is mutually exclusive with ${SINGLE_ONLY.join("/")}`, {
      hint: "Give either requests or one range",
    });
  }
  if (NOT_IN_BATCH.some((name) => input[name] !== undefined)) {
    throw new JigError("INVALID_ARGUMENT", "output_file/suppress_output are not supported with requests batch mode", {
      hint: "Leave them out",
    });
  }
  const failFast = input.fail_fast ?? false;
  const batch = await extractBatch(input.requests, { allowTruncate: input.allow_truncate ?? false, failFast }, context);
  return batchAnswer(batch, input.output_format ?? "toon", failFast);
}
