/** Describes the results of tools and the rows that are rendered from them. */
import { escapedJson } from "./unseen-characters.ts";

/** Any JSON value. A string is sent to a model unchanged, and everything else as compact JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

/**
 * The result of a call. `value` is the envelope in the tool's contract, and frontends must pass it on unchanged. The exit code
 * (0 or 1) and MCP's `isError` only depend on `failed`.
 */
export interface Outcome<Value = Json> {
  value: Value;
  failed?: boolean;
  /** The error message, including how to fix the call. The host sets it if the outcome was an error. */
  reason?: string;
  /** The arguments for the next part, if this is only a part. */
  next?: JsonObject;
  /** The starts of all further parts in order, if the tool knows them. This is never sent. */
  parts?: Part[];
  /** The tool's cursor after each row, unless the rows contain it. This is never sent. */
  cursors?: string[];
  /** The absolute paths of files that the answer depends on, in addition to those in its rows. This is never sent. */
  files?: string[];
  /**
   * The files that were modified since the first part, either as absolute paths or with their spelling in the answer. Sent as
   * `changed`.
   */
  changed?: string[];
  /** Images and other binary data. */
  media?: Media[];
  /** The host sets this for a page of a saved answer. */
  page?: Page;
}

/** A part of a long answer, with the number of rows that precede it and the way to request it. */
export interface Part {
  before: number;
  input: JsonObject;
}

/** Binary data, which is either inline (base64) or in a file of the workspace. */
export type Media = { mimeType: string; title?: string } & ({ base64: string } | { path: string });

/** A page of a saved answer with the rows from `offset` on, out of `of`. */
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

/** A place in a file. Everything is 1-based, and columns are in UTF-16 units. `display` is the path that tools print and accept. */
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

/** A jump from a row to another call, for example to the definition or to all uses. */
export interface Link {
  rel: LinkRel;
  tool: string;
  input: JsonObject;
}

export const ROW_TONES = ["error", "warning", "muted", "added", "removed"] as const;
/** The color of a row. `added` and `removed` are for diffs. */
export type RowTone = (typeof ROW_TONES)[number];

/**
 * A row to render. `marks` are `[start, end)` ranges of `text` (UTF-16 units), `depth` is the indentation in a tree, and
 * `cells` are for tables, by column.
 */
export interface Row {
  text: string;
  marks?: [number, number][];
  cells?: Record<string, string | number | boolean | null>;
  /** The declared name without a qualifier. */
  name?: string;
  depth?: number;
  tone?: RowTone;
  /** The number of the hunk in a diff. */
  hunk?: number;
  /** The row is muted, but it is still a match and not a line around one. */
  isMatch?: true;
  /** Printed after the text. */
  note?: string;
  location?: Location;
  links?: Link[];
  /** For charts. */
  size?: Size;
  /** For graphs. */
  node?: GraphNode;
}

/** A row in a chart. The groups are ordered from the outermost to the innermost. */
export interface Size {
  value: number;
  name: string;
  within?: string[];
}

/** A row as the node of a graph, with the ids of its neighbors in both directions. */
export interface GraphNode {
  id: string;
  /** The default is the id. */
  name?: string;
  to?: string[];
  from?: string[];
}

export const CHART_KINDS = ["treemap", "bars"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const COLUMN_KINDS = ["path", "line", "number", "text", "code", "symbol", "bytes", "time"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A declared column. In a narrow table, columns with the highest `priority` are removed first. */
export interface ColumnShape {
  kind?: ColumnKind;
  drop?: number;
}

/**
 * The rows of a value in a form that can be rendered. `columns` gives the order of cells in a table, and `language` is an id
 * from `contributes.languages` for highlighting. `notes` go below the rows. Notes that every reader must see are also in
 * `warnings`.
 */
export interface View {
  rows: Row[];
  /** The number of rows of the first kind on all pages, if it is known. */
  total?: number;
  columns?: string[];
  /** The shapes by the name of the column. */
  shapes?: Readonly<Record<string, ColumnShape>>;
  language?: string;
  /** The chart to start with, and the unit of its sizes. */
  chart?: { as: ChartKind; unit?: string };
  notes?: string[];
  warnings?: string[];
}

/**
 * Returns the text that a frontend sends for a value. Strings are sent unchanged, except that lone surrogates become U+FFFD.
 * Everything else is sent as compact JSON.
 */
export function textOf(value: Json): string {
  return typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
}

/**
 * Returns true if a value is nested more than `levels` deep. Such values have to be refused, because encoding one takes seconds
 * or overflows the stack.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof inner === "object" && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/** Encodes a value as indented JSON. Control characters are escaped, since the result is printed on a terminal. */
export function jsonForTerminal(value: unknown): string {
  return escapedJson(value, 2);
}

/** Replaces lone surrogates by U+FFFD. They are fine in JSON, but other formats reject them. */
export function wellFormed(value: Json): Json {
  return mapTexts(value, (text) => text.toWellFormed());
}

/** Applies a function to every string in a value, including the keys of objects. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [change(key), part === undefined ? part : mapTexts(part, change)]),
  );
}
