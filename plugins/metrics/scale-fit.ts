/** Cuts a measurement to a number of characters: whole rows of files or symbols, and the cut is said. */
import { decode } from "@toon-format/toon";
import { fitsIn, type Json, type JsonObject, textOf } from "../../core/host/plugin-api.ts";
import { toToon } from "./scale-answer.ts";

export function fit(value: Json, maxChars: number): Json | undefined {
  if (fitsIn(value, maxChars)) return value;
  if (typeof value === "string") return fitLines(value, maxChars);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const toon = typeof value.toon_content === "string";
  const data = toon ? (decode(value.toon_content as string) as JsonObject) : value;
  const list = Array.isArray(data.results) ? "results" : "structure";
  const rows = data[list];
  if (!Array.isArray(rows)) return undefined;
  const whole = (kept: number): JsonObject => {
    const cut = `${kept} of ${rows.length} rows shown: ask for fewer files, or for metrics_only`;
    const part = { ...data, [list]: rows.slice(0, kept) };
    return toon ? { ...value, cut, toon_content: toToon(part) } : { ...part, cut };
  };
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (textOf(whole(middle)).length <= maxChars) low = middle;
    else high = middle - 1;
  }
  return textOf(whole(low)).length <= maxChars ? whole(low) : undefined;
}

function fitLines(text: string, maxChars: number): Json | undefined {
  const notice = "!!! cut here: ask for fewer files\n";
  const end = text.lastIndexOf("\n", maxChars - notice.length - 1);
  return end <= 0 ? undefined : text.slice(0, end + 1) + notice;
}
