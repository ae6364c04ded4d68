/** A frontend's request for a presented answer, and the result. */
import type { Json, JsonObject } from "./outcome.ts";

/** Each format has an encoder in the host's table. */
export const FORMAT_NAMES = ["json", "toon", "text"] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export interface PresentOptions {
  /** The format of the frontend or its connection. A parameter of the call takes precedence. */
  as?: Format;
  /** How many characters the frontend may send. Unlimited by default. */
  maxChars?: number;
  /** How many lines and UTF-8 bytes it may send. Unlimited by default. */
  maxLines?: number;
  maxBytes?: number;
  /** True if the answer is for a model, which pays for every token (see `textTokens`). */
  toModel?: boolean;
}

/** An answer ready for a frontend to send. */
export interface Presented {
  text: string;
  /** The cut answer, for `structuredContent`. */
  value: Json;
  failed: boolean;
  /** Arguments of the next call. */
  next?: JsonObject;
  /** `answer:<id>`, which is the whole answer as text. */
  saved?: string;
}

/** A saved answer in a list. */
export interface SavedAnswer {
  id: string;
  plugin: string;
  title: string;
  size: number;
  mtimeMs: number;
}
