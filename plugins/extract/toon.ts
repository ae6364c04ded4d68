/** TOON by the official library (facts §4): whole answers, decodable back to the same data. */
import { encode } from "@toon-format/toon";
import { type Json, wellFormed } from "../../core/host/plugin-api.ts";

export function toToon(data: Json): string {
  return encode(wellFormed(data));
}
