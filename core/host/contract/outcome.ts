/** Tool results, and the rows rendered from these. */
import { escapedJson } from "./unseen-characters.ts";

/** Any JSON value. On its way to a model, a string is left alone; the rest becomes compact JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

/**
 * The result of a call. `value` is the envelope from the tool's contract, and frontends must pass it on untouched. The exit
 * code (0 or 1) and MCP's `isError` depend on `failed` and nothing else.
 */
export interface Outcome<Value = Json> {
  value: Value;
  failed?: boolean;
  /** Error message, including how to fix the call. The host sets this if the outcome was an error. */
  reason?: string;
  /** The arguments for the next part, if this is only a part. */
  next?: JsonObject;
  /** The start of every further part, in order, provided that the tool knows. Never sent. */
  parts?: Part[];
  /** The tool's cursor after each row, unless the rows already contain it. Never sent. */
  cursors?: string[];
  /** Files that the answer depends on, in addition to those in its rows. Absolute paths. Never sent. */
  files?: string[];
  /** Files modified since the first part, as absolute paths or spelled like in the answer. Sent as `changed`. */
  changed?: string[];
  /** Images and other binary data */
  media?: Media[];
  /** Set by the host for a page of a saved answer */
  page?: Page;
}

/** Part of a long answer. Tells how many rows precede it and how to request it. */
export interface Part {
  before: number;
  input: JsonObject;
}

/** Binary data, either inline (base64) or from a file in the workspace. */
export type Media = { mimeType: string; title?: string } & ({ base64: string } | { path: string });

/** A page of a saved answer: rows from `offset`, out of `of`. */
export interface Page {
  answer: string;
  offset: number;
  of: number;
}

export const VIEW_KINDS = [
  "text",
  "matches",
  "table",
  "tree",
  "source",
  "log",
  "json",
  "chart",
  "graph",
  "diff",
] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** A place in a file. Everything is 1-based, with columns in UTF-16 units. `display` is what tools print and accept as the path. */
export interface Location {
  absolute: string;
  display: string;
  startLine: number;
  startColumn: number;
  endLine?: number;
}

export const LINK_RELS = [
  "definition",
  "references",
  "hierarchy",
  "members",
  "callers",
  "derived",
  "overrides",
  "assets",
  "open",
] as const;
export type LinkRel = (typeof LINK_RELS)[number];

/** Jump from a row to another call, e.g. to the definition or to all uses. */
export interface Link {
  rel: LinkRel;
  tool: string;
  input: JsonObject;
}

export const ROW_TONES = ["error", "warning", "muted", "added", "removed"] as const;
/** How to color a row. `added` and `removed` are for diffs. */
export type RowTone = (typeof ROW_TONES)[number];

/**
 * A row to render. `marks` are `[start, end)` spans of `text` (UTF-16 units), `depth` is the indentation in a tree, and
 * `cells` are for tables, by column.
 */
export interface Row {
  text: string;
  marks?: [number, number][];
  cells?: Record<string, string | number | boolean | null>;
  /** The declared name, unqualified */
  name?: string;
  depth?: number;
  tone?: RowTone;
  /** The number of the hunk, in a diff. */
  hunk?: number;
  /** Muted, yet still a match rather than a line around one. */
  isMatch?: true;
  /** Printed after the text */
  note?: string;
  location?: Location;
  links?: Link[];
  /** For charts */
  size?: Size;
  /** For graphs */
  node?: GraphNode;
}

/** A row in a chart. Groups go from the outermost to the innermost. */
export interface Size {
  value: number;
  name: string;
  within?: string[];
}

/** A row as a graph node, with the ids of its neighbors in either direction. */
export interface GraphNode {
  id: string;
  /** The id by default */
  name?: string;
  to?: string[];
  from?: string[];
}

export const CHART_KINDS = ["treemap", "bars"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const COLUMN_KINDS = ["path", "line", "number", "text", "code", "symbol", "bytes", "time"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A declared column. In a narrow table, the ones with the highest `priority` are dropped first. */
export interface ColumnShape {
  kind?: ColumnKind;
  drop?: number;
}

/**
 * The rows of a value, ready to render. `columns` gives the order of cells in a table, and `language` is an id from
 * `contributes.languages`, for highlighting. `notes` go below the rows. Those that every reader must see are in `warnings`,
 * too.
 */
export interface View {
  rows: Row[];
  /** Rows of the first kind over all pages, if we know */
  total?: number;
  columns?: string[];
  /** Keyed by name */
  shapes?: Readonly<Record<string, ColumnShape>>;
  language?: string;
  /** Which chart to start with, and the unit of its sizes */
  chart?: { as: ChartKind; unit?: string };
  notes?: string[];
  warnings?: string[];
}

/**
 * The text that a frontend sends for a value. Strings go out unchanged, except that lone surrogates become U+FFFD. Everything
 * else goes out as compact JSON.
 */
export function textOf(value: Json): string {
  return typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
}

/**
 * Check if a value is nested more than `levels` deep. We have to refuse such values, because encoding one takes seconds or
 * overflows the stack.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof inner === "object" && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/** Encode a value as indented JSON. Control characters are escaped, since the result is printed on a terminal. */
export function jsonForTerminal(value: unknown): string {
  return escapedJson(value, 2);
}

/** Replace lone surrogates by U+FFFD. These are fine in JSON, but other formats reject them. */
export function wellFormed(value: Json): Json {
  return mapTexts(value, (text) => text.toWellFormed());
}

/** Apply a function to every string in a value. Note that this includes the keys of objects. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [change(key), part === undefined ? part : mapTexts(part, change)]),
  );
}
