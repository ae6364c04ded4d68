/** Request and response for presenting an answer to a frontend. */
import type { Json, JsonObject } from "./outcome.ts";

/** The host has an encoder for each */
export const FORMAT_NAMES = ["json", "toon", "text"] as const;
export type Format = (typeof FORMAT_NAMES)[number];

export interface PresentOptions {
  /** Preferred by the frontend or connection. A parameter of the call overrides this. */
  as?: Format;
  /** Character limit. No limit by default. */
  maxChars?: number;
  /** Limits for lines and UTF-8 bytes. None by default. */
  maxLines?: number;
  maxBytes?: number;
  /** A model will read this, and pay for every token (see `textTokens`). */
  toModel?: boolean;
}

/** An answer that is ready to be sent. */
export interface Presented {
  text: string;
  /** For `structuredContent`, already cut */
  value: Json;
  failed: boolean;
  /** The arguments for the next call. */
  next?: JsonObject;
  /** `answer:<id>`, the whole thing as text */
  saved?: string;
}

/** Entry in a list of saved answers */
export interface SavedAnswer {
  id: string;
  plugin: string;
  title: string;
  size: number;
  mtimeMs: number;
}
