/** A frontend's request for a presented answer, and the result. */
import type { Json, JsonObject } from "./outcome.ts";

/** Each has its encoder in the host's table of formats. */
export const FORMAT_NAMES = ["json", "toon", "text"] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export interface PresentOptions {
  /** The format of the frontend, or of its connection. The call's own parameter for it comes first. */
  as?: Format;
  /** Characters of text that the frontend may send; default: no limit. */
  maxChars?: number;
  /** Lines and bytes of UTF-8 of it; default: no limit. */
  maxLines?: number;
  maxBytes?: number;
  /** True if a model reads the answer and pays for every token: see `textTokens`. */
  toModel?: boolean;
}

/** The answer as a frontend sends it. */
export interface Presented {
  text: string;
  /** The answer as it was cut, for `structuredContent`. */
  value: Json;
  failed: boolean;
  /** The arguments that go on. */
  next?: JsonObject;
  /** `answer:<id>`: the whole answer as text. */
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
