/** A tool's answer, and the rows that a frontend or the explorer draws from it. */
import { escapedJson } from "./unseen-characters.ts";

/** Any JSON value. A string value is sent to a model verbatim, everything else as compact JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

/**
 * The answer of one call. `value` is the envelope of the tool's contract, which frontends pass on unchanged. Only `failed`
 * decides exit code 1 and MCP's `isError`.
 */
export interface Outcome<Value = Json> {
  value: Value;
  failed?: boolean;
  /** Message of a failure: what went wrong and what to write instead. Set by the host if the outcome comes from an error. */
  reason?: string;
  /** Arguments that fetch the next part, if the tool returned only a part. */
  next?: JsonObject;
  /** Start of each further part of a long answer, in order, if known. Never sent. */
  parts?: Part[];
  /** The tool's own cursor after each row, if it is not in the rows. Never sent. */
  cursors?: string[];
  /** Absolute paths of files that the answer depends on, if they are not in its rows. Never sent. */
  files?: string[];
  /** Files that changed since the first part of the continued answer, as the answer spells them or absolute. Sent as `changed`. */
  changed?: string[];
  /** Pictures and other binary data of the answer. */
  media?: Media[];
  /** Set by the host on a page of an answer that it saved. */
  page?: Page;
}

/** A part of a long answer: the number of rows before it, and the arguments that request it. */
export interface Part {
  before: number;
  input: JsonObject;
}

/** Binary data of an answer: base64, or a file of the workspace. */
export type Media = { mimeType: string; title?: string } & ({ base64: string } | { path: string });

/** The part of a saved answer: rows from `offset` on, of `of` in total. */
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

/** A location in a file. Lines and columns count from 1, columns in UTF-16 units. `display` is the path that tools print and accept. */
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

/** A jump from a row: the call that answers "where is it defined", "who uses it", and so on. */
export interface Link {
  rel: LinkRel;
  tool: string;
  input: JsonObject;
}

export const ROW_TONES = ["error", "warning", "muted", "added", "removed"] as const;
/** The colour of a row. `added` and `removed` are lines of a diff. */
export type RowTone = (typeof ROW_TONES)[number];

/**
 * One drawable row. `marks` are `[start, end)` spans of `text` in UTF-16 units; `depth` nests rows of a tree; `cells` fill a
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
  /** A muted row that is a match, and not a line around one. */
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

/** A row in a chart: its size, its label, and its groups, outermost first. */
export interface Size {
  value: number;
  name: string;
  within?: string[];
}

/** A row as a graph node: its id, and the ids of its edges in both directions. */
export interface GraphNode {
  id: string;
  /** Default: the id. */
  name?: string;
  to?: string[];
  from?: string[];
}

export const CHART_KINDS = ["treemap", "bars"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const COLUMN_KINDS = ["path", "line", "number", "text", "code", "symbol", "bytes", "time"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A declared column: its content, and its priority in narrow tables (the highest number is dropped first). */
export interface ColumnShape {
  kind?: ColumnKind;
  drop?: number;
}

/**
 * The rows of one value. `columns` orders a table's cells, `language` (an id of `contributes.languages`) lights up source,
 * `notes` are said below, `warnings` are those of them that no reader of the rows may miss.
 */
export interface View {
  rows: Row[];
  /** How many of its first kind of rows there are on all pages, if the answer says so. */
  total?: number;
  columns?: string[];
  /** Declared columns by name. */
  shapes?: Readonly<Record<string, ColumnShape>>;
  language?: string;
  /** The initial chart, and the unit of its sizes. */
  chart?: { as: ChartKind; unit?: string };
  notes?: string[];
  warnings?: string[];
}

/**
 * Returns the text that a frontend sends for a value: a string unchanged (except that lone surrogates become U+FFFD),
 * anything else as compact JSON.
 */
export function textOf(value: Json): string {
  return typeof value === "string" ? value.toWellFormed() : JSON.stringify(value);
}

/** Whether a parsed value is nested more than `levels` deep. Encoding such a value takes seconds or overflows the stack. */
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
