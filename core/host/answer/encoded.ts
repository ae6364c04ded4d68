/** A whole answer as the text of a file: compact JSON, or one TOON document with the declared tables. */
import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { splitAnswer } from "../rows/split.ts";
import { jsonPieces } from "./json-format.ts";
import { toonOf } from "./toon-format.ts";

export async function encoded(output: Output<unknown>, value: Json, format: "json" | "toon"): Promise<string> {
  const turns = new TimeSlice();
  if (format === "toon") {
    // No envelope: a file holds the whole as one document.
    const { toonContent: _, ...whole } = output;
    return String(await toonOf(whole, value, await splitAnswer(whole, value, turns), {}, turns, false));
  }
  const pieces: string[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(piece);
    const pause = turns.step();
    if (pause) await pause;
  }
  return pieces.join("");
}
