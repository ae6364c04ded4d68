/** Describes the request and the response for presenting an answer to a frontend. */
import type { Json, JsonObject } from "./outcome.ts";

/** The host has an encoder for each of these. */
export const FORMAT_NAMES = ["json", "toon", "text"] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export interface PresentOptions {
  /** The format that the frontend or connection prefers. A parameter of the call takes precedence. */
  as?: Format;
  /** The maximum number of characters. There is no limit by default. */
  maxChars?: number;
  /** The maximum number of lines and of UTF-8 bytes. There is no limit by default. */
  maxLines?: number;
  maxBytes?: number;
  /** True if a model reads the answer and pays for every token (see `textTokens`). */
  toModel?: boolean;
}

/** An answer that is ready to be sent. */
export interface Presented {
  text: string;
  /** The value for `structuredContent`, which is cut already. */
  value: Json;
  failed: boolean;
  /** The arguments for the next call. */
  next?: JsonObject;
  /** The whole answer as text, as `answer:<id>`. */
  saved?: string;
}

/** An entry in the list of saved answers. */
export interface SavedAnswer {
  id: string;
  plugin: string;
  title: string;
  size: number;
  mtimeMs: number;
}
