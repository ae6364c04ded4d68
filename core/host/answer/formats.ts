/** Defines the formats of answers and how one of them is chosen. */

import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { FORMAT_NAMES, type Format } from "../contract/presented-answer.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerCall } from "../rows/row.ts";
import type { AnswerFormat, FormatChoice } from "./answer-context.ts";
import { jsonFormat } from "./json-format.ts";
import { textFormat } from "./text-format.ts";
import { toonFormat } from "./toon-format.ts";

export const FORMATS = { json: jsonFormat, toon: toonFormat, text: textFormat } satisfies Record<Format, AnswerFormat>;

/** The parameter of the call takes precedence, followed by the frontend and the tool's contract. */
export function chooseFormat({ tool, input }: AnswerCall, as: Format | undefined): FormatChoice {
  const rule = tool.output.format;
  const given = FORMAT_NAMES.find((name) => rule && input[rule.parameter] === name);
  if (given) return { format: given, by: "call" };
  if (as) return { format: as, by: "frontend" };
  return { format: rule?.default ?? "json", by: "tool" };
}

export async function encodeFile(output: Output<unknown>, value: Json, format: "json" | "toon"): Promise<string> {
  return await FORMATS[format].encode(output, value, new TimeSlice());
}
