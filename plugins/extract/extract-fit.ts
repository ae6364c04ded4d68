/** Cuts extracted code to a number of characters: whole lines of one range, whole sections of a batch; the cut says how to go on. */
import { decode } from "@toon-format/toon";
import { fitsIn, type Json, type JsonObject, textOf } from "../../core/host/plugin-api.ts";
import type { FileResult } from "./batch.ts";
import { toToon } from "./toon.ts";

/** undefined for raw code (nothing may be added to it) and where not even one line fits. */
export function fit(value: Json, maxChars: number): Json | undefined {
  if (fitsIn(value, maxChars)) return value;
  if (typeof value === "string") return fitHeaded(value, maxChars);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (typeof value.toon_content !== "string")
    return largest(value, unitsOf(value), (kept) => cutData(value, kept), maxChars);
  const data = decode(value.toon_content) as JsonObject;
  const whole = (kept: number): JsonObject => {
    const { cut, count_sections, ...rest } = cutData({ ...data, count_sections: value.count_sections }, kept);
    return {
      ...value,
      ...(count_sections === undefined ? {} : { count_sections }),
      ...(cut ? { cut } : {}),
      toon_content: toToon(rest),
    };
  };
  return largest(value, unitsOf(data), whole, maxChars);
}

/** The answer with the most units that fits, found by halving: the size grows with every unit. */
function largest(
  _value: JsonObject,
  units: number,
  whole: (kept: number) => JsonObject,
  maxChars: number,
): Json | undefined {
  let low = 0;
  let high = units - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (textOf(whole(middle)).length <= maxChars) low = middle;
    else high = middle - 1;
  }
  return low < 1 || textOf(whole(low)).length > maxChars ? undefined : whole(low);
}

/** Lines of a single range, sections of a batch. */
function unitsOf(data: JsonObject): number {
  if (Array.isArray(data.results)) return sectionCount(data.results as unknown as FileResult[]);
  if (Array.isArray(data.sections)) return data.sections.length;
  return linesOf(data.partial_content_result)?.length ?? 0;
}

function cutData(data: JsonObject, kept: number): JsonObject {
  if (Array.isArray(data.results)) {
    const results = data.results as unknown as FileResult[];
    return {
      ...data,
      count_sections: kept,
      truncated: true,
      cut: sectionCut(kept, sectionCount(results)),
      results: cutResults(results, kept) as unknown as Json[],
    };
  }
  if (Array.isArray(data.sections)) {
    return {
      ...data,
      count_sections: kept,
      cut: sectionCut(kept, data.sections.length),
      sections: data.sections.slice(0, kept),
    };
  }
  return cutSingle(data, kept);
}

function cutSingle(data: JsonObject, kept: number): JsonObject {
  const lines = linesOf(data.partial_content_result)!;
  const start = (data.range as { start_line: number }).start_line;
  // A text answer has its header as first line.
  const header = typeof data.partial_content_result === "string" && lines[0]!.startsWith("--- ") ? 1 : 0;
  const next = start + kept - header;
  const part = lines.slice(0, kept);
  const result = data.partial_content_result;
  return {
    ...data,
    truncated: true,
    lines_extracted: kept - header,
    cut: `Lines ${start} to ${next - 1} shown: go on with start_line ${next}`,
    partial_content_result: typeof result === "string" ? part.join("") : { ...(result as JsonObject), lines: part },
  };
}

function linesOf(result: Json | undefined): string[] | undefined {
  if (typeof result === "string") return result.match(/.*\n|.+$/g) ?? [];
  if (typeof result !== "object" || result === null || Array.isArray(result)) return undefined;
  return Array.isArray(result.lines) ? result.lines.map(String) : undefined;
}

function sectionCount(results: readonly FileResult[]): number {
  return results.reduce((sum, file) => sum + file.sections.length, 0);
}

function cutResults(results: readonly FileResult[], kept: number): FileResult[] {
  let left = kept;
  return results.map((file) => {
    const sections = file.sections.slice(0, left);
    left -= sections.length;
    return { ...file, sections };
  });
}

function sectionCut(kept: number, all: number): string {
  return `${kept} of ${all} sections shown: ask for the others in another call`;
}

/** Plain text is cut only where it has headers to say so under; raw code never. */
function fitHeaded(text: string, maxChars: number): Json | undefined {
  if (!/^--- .*:\d+-\d+/.test(text)) return undefined;
  const notice = "!!! cut here: ask for fewer lines or sections\n";
  const end = text.lastIndexOf("\n", maxChars - notice.length - 1);
  return end <= 0 ? undefined : text.slice(0, end + 1) + notice;
}
