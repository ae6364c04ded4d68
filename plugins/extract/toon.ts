/** TOON by the official library (facts §4): whole answers, decodable back to the same data. */
import { encode } from "@toon-format/toon";
import type { Json } from "../../core/host/mod.ts";

/** The library refuses lone surrogates, which a cut or a broken file can leave: they become U+FFFD. */
export function toToon(data: Json): string {
  return encode(wellFormed(data));
}

function wellFormed(data: Json): Json {
  if (typeof data === "string") return data.toWellFormed();
  if (Array.isArray(data)) return data.map(wellFormed);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key.toWellFormed(), wellFormed(value ?? null)]),
  );
}
