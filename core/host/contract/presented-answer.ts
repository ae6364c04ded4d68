/** What a frontend asks of an answer, and what it sends. */
import type { Json, JsonObject } from "./outcome.ts";

export type Format = "json" | "toon" | "text";

export interface PresentOptions {
  /** What the frontend, or its connection, would rather send; a call's own parameter for it comes first. */
  as?: Format;
  /** Characters of text that the frontend may send; default: no limit. */
  maxChars?: number;
  /** A model reads it, which pays for what it did not ask for: see `textTokens`. */
  toModel?: boolean;
}

/** What a frontend sends. */
export interface Presented {
  text: string;
  /** The answer as it was cut, for `structuredContent`. */
  value: Json;
  failed: boolean;
  /** The arguments that go on. */
  next?: JsonObject;
  /** `answer:<id>`: the whole of it, as text. */
  saved?: string;
}
