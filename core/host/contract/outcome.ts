/** The result of a tool, and the rows that are rendered from it. */
import { escapedJson } from "./unseen-characters.ts";

/** Any JSON value. Strings are sent to a model verbatim, everything else as compact JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

/**
 * The result of a call. `value` is the envelope of the tool's contract, which frontends pass on unchanged. Only `failed` decides
 * between exit code 0 and 1, and sets MCP's `isError`.
 */
export interface Outcome<Value = Json> {
  value: Value;
  failed?: boolean;
  /** Message of a failure: what went wrong and what to write instead. Set by the host if the outcome comes from an error. */
  reason?: string;
  /** Arguments for fetching the next part, if the tool returned only a part. */
  next?: JsonObject;
  /** The start of each further part of a long answer, in order, if known. Never sent. */
  parts?: Part[];
  /** The tool's own cursor after each row, if it is not in the rows. Never sent. */
  cursors?: string[];
  /** Absolute file paths that the answer depends on but that are not in its rows. Never sent. */
  files?: string[];
  /** Files that changed since the first part of a continued answer, as absolute paths or in the answer's spelling. Sent as `changed`. */
  changed?: string[];
  /** Images and other binary data of the answer. */
  media?: Media[];
  /** Set by the host if this is a page of a saved answer. */
  page?: Page;
}

/** A part of a long answer: how many rows come before it, and the arguments to request it. */
export interface Part {
  before: number;
  input: JsonObject;
}

/** Binary data of an answer, as base64 or a file of the workspace. */
export type Media = { mimeType: string; title?: string } & ({ base64: string } | { path: string });

/** A part of a saved answer: rows from `offset` on, out of `of`. */
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

/** A location in a file. Lines and columns count from 1, and columns are in UTF-16 units. `display` is the path as tools print and accept it. */
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

/** A jump from a row to another call, such as "where is it defined" or "who uses it". */
export interface Link {
  rel: LinkRel;
  tool: string;
  input: JsonObject;
}

export const ROW_TONES = ["error", "warning", "muted", "added", "removed"] as const;
/** The color of a row. `added` and `removed` are lines of a diff. */
export type RowTone = (typeof ROW_TONES)[number];

/**
 * A row to render. `marks` are `[start, end)` spans of `text` in UTF-16 units, `depth` indents rows of a tree, and `cells` fill a
 * table by column.
 */
export interface Row {
  text: string;
  marks?: [number, number][];
  cells?: Record<string, string | number | boolean | null>;
  /** The bare name of a declaration. */
  name?: string;
  depth?: number;
  tone?: RowTone;
  /** In a diff, the number of its hunk. */
  hunk?: number;
  /** A muted row that is itself a match, as opposed to a line around one. */
  isMatch?: true;
  /** A note, printed after the text. */
  note?: string;
  location?: Location;
  links?: Link[];
  /** Data for a chart. */
  size?: Size;
  /** Data for a graph. */
  node?: GraphNode;
}

/** A row in a chart: its size, its label, and its groups with the outermost first. */
export interface Size {
  value: number;
  name: string;
  within?: string[];
}

/** A row as a node of a graph: its id, and the ids of its neighbors in both directions. */
export interface GraphNode {
  id: string;
  /** Defaults to the id. */
  name?: string;
  to?: string[];
  from?: string[];
}

export const CHART_KINDS = ["treemap", "bars"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const COLUMN_KINDS = ["path", "line", "number", "text", "code", "symbol", "bytes", "time"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A declared column: its content, and its priority in narrow tables. The highest number is dropped first. */
export interface ColumnShape {
  kind?: ColumnKind;
  drop?: number;
}

/**
 * The rows of one value. `columns` orders the cells of a table, `language` (an id from `contributes.languages`) is used for
 * highlighting, `notes` are printed below, and `warnings` are the notes that every reader of the rows has to see.
 */
export interface View {
  rows: Row[];
  /** The number of rows of the first kind on all pages, if the answer tells. */
  total?: number;
  columns?: string[];
  /** Declared columns by name. */
  shapes?: Readonly<Record<string, ColumnShape>>;
  language?: string;
  /** The initial chart and the unit of its sizes. */
  chart?: { as: ChartKind; unit?: string };
  notes?: string[];
  warnings?: string[];
}

/**
 * Returns the text that a frontend sends for a value. Strings are sent unchanged, except that lone surrogates become U+FFFD.
 * Anything else becomes compact JSON.
 */
export function textOf(value: Json): string {
  return typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
}

/** Returns true if a parsed value is nested more than `levels` deep. Encoding such a value takes seconds or overflows the stack. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof inner === "object" && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/** Encodes indented JSON for a terminal, with control characters escaped. */
export function jsonForTerminal(value: unknown): string {
  return escapedJson(value, 2);
}

/** Replaces lone surrogates by U+FFFD, because formats other than JSON reject them. */
export function wellFormed(value: Json): Json {
  return mapTexts(value, (text) => text.toWellFormed());
}

/** Maps every string of a value, including keys. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [change(key), part === undefined ? part : mapTexts(part, change)]),
  );
}
