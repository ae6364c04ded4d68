/** Cuts a search answer to a number of characters: whole rows, and the cut is said. */
import { type Json, type JsonObject, textOf } from "../../core/host/mod.ts";

const ADVICE = "narrow the search, use count_only_matches or summary_only, or save all with output_file";

/** The answer with as many rows as fit; undefined where even none would. */
export function fit(value: Json, maxChars: number): Json | undefined {
  if (textOf(value).length <= maxChars) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (Array.isArray(value.results)) return fitList(value, value.results, maxChars);
  return undefined;
}

function fitList(value: JsonObject, results: Json[], maxChars: number): Json | undefined {
  const whole = (kept: Json[]): JsonObject => ({
    ...value,
    count: kept.length,
    truncated: true,
    cut: `${kept.length} of ${results.length} rows shown: ${ADVICE}`,
    results: kept,
  });
  let room = maxChars - textOf(whole([])).length - 8;
  let kept = 0;
  for (const row of results) {
    room -= textOf(row).length + 1;
    if (room < 0) break;
    kept++;
  }
  return room < 0 && kept === 0 && results.length > 0 ? undefined : whole(results.slice(0, kept));
}
