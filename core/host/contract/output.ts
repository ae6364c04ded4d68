/**
 * A tool's answer, declared as its input is: where its rows are, what they show and where they point, what counts them and what
 * continues them. From this alone the host cuts, pages, encodes, keeps and draws an answer; frontends never look into one.
 */
import type { ChartKind, JsonObject, LinkRel } from "./outcome.ts";
import type { Format } from "./presented-answer.ts";

/** A JSON pointer into the answer. One segment may be `*`: every item of a list, or every entry of a map. */
export type Pointer = string;

/**
 * Names a value as seen from one row: `/a/b` in the row (`""` is the row itself), `#/a` in the whole answer, `^` the row's key in its
 * map or the key of its group, `^/a` in its group, `//a` in each row above it in a tree and in itself, joined by slashes, `@name` an
 * argument of the call. `*` joins all items by a comma; `{…}` holds
 * another reference whose value becomes a segment: `#/paths/{/fileId}`.
 */
export type Reference = string;

/** Text with references in braces: `{/type} {/name}`. A row for which none of them has a value gives nothing. */
export type Template = string;

export const COLUMN_KINDS = ["path", "line", "number", "text", "code", "symbol", "bytes", "time"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** One field of a row as tables, text and TOON show it. */
export interface Column {
  field: string;
  /** Default: the field. */
  title?: string;
  /** Where its value is. Default: `/` and the field. */
  at?: Reference;
  /** Its text where that is made of several values. */
  template?: Template;
  /** `time` is in seconds since the epoch. Default `text`. */
  kind?: ColumnKind;
  /** A narrow table drops the column with the highest number first; without one it stays. */
  drop?: number;
  /** Only in TOON, not in tables and text. */
  hidden?: boolean;
}

/** Where a row points: a file, and a place in it. A path that is not absolute is below `base`, or as tools accept it. */
export interface LocationRule {
  path: Reference;
  base?: Reference;
  line?: Reference;
  column?: Reference;
  endLine?: Reference;
  /** What `column` counts from; lines always count from 1. Default 1. */
  columnFrom?: 0 | 1;
}

/** Lines of source that a row shows. */
export interface CodeRule {
  /** The text: one line or several, the first at the row's own line unless `lead` says otherwise. */
  text: Reference;
  /** How many lines of `text` come before the row's own, where there are as many. */
  lead?: Reference;
  /** Lists of neighbouring lines. */
  before?: Reference;
  after?: Reference;
  /** A list of further lines of the row itself, behind `text`. */
  more?: Reference;
  /** What matched, and where in the text it begins (counted as the location's column, less `offset`). */
  match?: Reference;
  offset?: Reference;
  /** What is said of the row behind its own line, part by part; rows of one line are said once each. */
  note?: Template[];
}

/** A jump from a row. An argument whose value is missing is left out; a link that lacks a required one is not offered. `path`: where the row is, as it stands or as a list of one. */
export interface LinkRule {
  rel: LinkRel;
  tool: string;
  /** By parameter; with `list` the value becomes a list of one, `fields` makes an object. */
  input: Record<
    string,
    | { at: Reference; required?: boolean; list?: boolean }
    | { template: Template }
    | { path: "one" | "list" }
    | { value: JsonObject[string] }
    | { fields: Record<string, Reference> }
  >;
  /** Offered only where this reference has one of these values; without `in`, where it has any. */
  when?: { at: Reference; in?: (string | number | boolean)[] };
}

/** How a chart draws a row. */
export interface ChartRule {
  /** How large it is: a number, or so many lines as there are from one to another. */
  value: Reference | { from: Reference; to: Reference };
  name: Template;
  /** What parts the name into groups and the row's own name: `/` for paths. */
  split?: string;
  /** What is counted: `lines of code`. */
  unit?: string;
  /** `treemap` (the default) can be drawn as bars too; `bars` is for values that do not add up. */
  as?: ChartKind;
}

/** A row as a node of a graph. */
export interface GraphRule {
  /** How other rows call it. */
  id: Reference;
  /** Default: the id. */
  name?: Template;
  /** The ids that it points to, and those that point to it: one or a list; of several references the first that has a value. */
  to?: Reference | Reference[];
  from?: Reference | Reference[];
  /** `to` is of the first row; each of the others points to the one before it. */
  chain?: boolean;
  /** Only where this reference has one of these values; without `in`, where it has any. */
  when?: LinkRule["when"];
}

/** Values that colour a row, or a tone for all of them. */
export type ToneRule =
  | "error"
  | "warning"
  | "muted"
  | { at: Reference; error?: (string | boolean)[]; warning?: (string | boolean)[]; muted?: (string | boolean)[] };

/** One thing in an answer that grows: a list, a map, lists within a list or map (`*`), a tree, or a long text. */
export interface RowSource {
  at: Pointer;
  /** What one of its rows is called: `["match", "matches"]`. Default: row, rows. */
  unit?: [one: string, many: string];
  /** Of a tree: where a row has its children. They are cut level by level. */
  children?: Pointer;
  /** Only of a long text: its beginning and its end are kept, or only its beginning. Default `ends`. */
  keep?: "ends" | "head";
  /** Maps whose entries belong to rows by their value: cut in step. */
  keyedMaps?: Pointer[];
  /** A list that rows point into by the number in `by`: it keeps the entries that shown rows point to, and they are numbered anew. */
  lookup?: { at: Pointer; by: Pointer };
  /** Of lists within a map: a row may itself be the key of another list, and is drawn as its parent. */
  nested?: boolean;
  /** Of lists within a map: the map that says by key how many rows are left out. Those still to come are added. */
  remaining?: Pointer;
  /** Fields of rows, and of their entries beside, that go in all rows before any row does. */
  optionalFields?: string[];
  /**
   * The field that says how many rows are shown: kept in step. With `keep` it counts lines; where the text has more of them, the first
   * ones are a heading.
   */
  count?: Pointer;
  /** The field with the number of all rows: never touched. */
  total?: Pointer;
  /** TOON writes the rows as one flat table of this name. */
  flat?: string;
  columns?: Column[];
  /** A row's line of text where joined columns do not say it. */
  text?: Template;
  /** The tool's module exports `lines`, which draws a row where nothing declared here can. */
  lines?: boolean;
  location?: LocationRule;
  code?: CodeRule;
  tone?: ToneRule;
  links?: LinkRule[];
  chart?: ChartRule;
  /** Of several rules the first that holds. */
  graph?: GraphRule | GraphRule[];
  /** A row whose `code` is longer than a page is given in chunks; the fields of its length in characters and of its last line follow. */
  chunks?: { length?: Pointer; last?: Pointer };
  /** The line above the rows of a group, with the place and the links of the group. */
  heading?: { text: Template; location?: LocationRule; links?: LinkRule[] };
  /** How deep a row of a flat list is nested. */
  depth?: Reference;
}

/** A sentence about the answer, said where `at` has a value that is not false, empty or 0. */
export interface Notice {
  at: Pointer;
  /** `{}` is the value, `{/a}` another field (of an item that is an object, its own). Default: the value itself; a list is said item by item. */
  text?: Template;
  /** For the number 1. */
  one?: Template;
  /** Said for 0 as well. */
  zero?: boolean;
  tone?: "error" | "warning" | "muted";
}

/** How an answer goes on. */
export interface NextRule {
  /** The parameter that continues. */
  parameter: string;
  /**
   * What makes its value. `page`: the host's own cursor, which needs nothing of the tool. `offset`: the number of the first row not
   * shown. `line`: the number of the first line not shown. `cursors`: the tool's own, one behind each row (`Outcome.cursors`).
   */
  by: "page" | "offset" | "line" | "cursors";
  /** The answer's own field for it, and for how many rows are left. */
  at?: Pointer;
  remaining?: Pointer;
  /** With `page`: the parameter `limit`, how many rows a page has without it, and at most. */
  limit?: { default?: number; max?: number };
  /** With `page`: the tool gives only a part itself at times, and takes a cursor of its own in the same parameter (`Outcome.next`). */
  resumes?: boolean;
  /** With `line`: some answers have rows that no line continues, so the parameter `cursor` is listed as well. */
  cursor?: boolean;
  /** Parameters that hold for the first page alone, and what they are behind it. */
  reset?: JsonObject;
  /** With `line`: the fields of the first and the last line shown. With `offset`: that of the number of the first row shown. */
  firstLine?: Pointer;
  lastLine?: Pointer;
}

export interface Output<Schema = JsonObject> {
  /** Of a successful answer. */
  schema: Schema;
  /** In the order in which they are cut: the first goes first. Those that an answer does not have are passed over. */
  rows?: RowSource[];
  /** The field that becomes true when something was cut. Default: `/truncated`. */
  cut?: Pointer;
  /** The field with why the tool itself gave a part: a page that ends before that part does has another reason. */
  reason?: Pointer;
  next?: NextRule;
  notices?: Notice[];
  /** What a view is drawn in: an id of `contributes.languages`. */
  language?: string;
  /** The tool's parameter for the format, and what it is without it. Without this the frontend decides. */
  format?: {
    parameter: string;
    default: Format;
    /** Where another parameter has this value, the text at `at` is the whole answer, unless JSON or TOON was asked for or `unless` has a value. */
    verbatim?: { parameter: string; value: string; at: Pointer; unless?: Pointer };
  };
  /** Fields that TOON holds in `toon_content`; all others stand beside it. Without this the whole answer is one TOON document. */
  toonContent?: string[];
  /** Answers are usually long: the parameter `max_tokens` is listed. The host accepts it on every tool. */
  long?: boolean;
  /** A model that gives none of `unless`, `limit` and `max_tokens` gets at most about so many tokens of text, and how to go on. */
  textTokens?: { default: number; unless?: string[] };
  /** With `max_tokens`, text falls back to the matching lines alone and then to a count for each file, before rows are cut. */
  brief?: boolean;
}
