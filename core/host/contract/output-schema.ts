/**
 * Contains the schemas a tool uses to describe its result: rows with locations and links, counts, and how to continue. They let
 * the host truncate, page, encode and render any answer without knowing the tool. Types, checks and docs are derived from these
 * schemas.
 */
import * as v from "valibot";
import { CHART_KINDS, COLUMN_KINDS, type Json, type JsonObject, LINK_RELS } from "./outcome.ts";
import { FORMAT_NAMES } from "./presented-answer.ts";

/** Adds a description. Unlike valibot's own function, this doesn't change the type of the schema. */
export const described = <const Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description)) as unknown as Schema;

export const optional = <const Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  described(v.exactOptional(schema), description);

export const text = v.pipe(v.string(), v.minLength(1));
export const flag = v.boolean();
export const texts = v.array(text);
export const json: v.GenericSchema<Json> = v.any();
export const jsonObject: v.GenericSchema<JsonObject> = v.record(v.string(), v.any());

export const pointer = v.pipe(
  v.string(),
  v.regex(/^(\/([^~/]|~[01])*)*$/),
  v.description(
    "A JSON pointer into the answer, such as `/matches`; one segment may be `*`. The empty string is the answer itself",
  ),
);
export const reference = v.pipe(
  v.string(),
  v.regex(/^(@[\w-]+|[#^]?(\/([^~]|~[01])*)?)$/),
  v.description(
    "As seen from a row: `/name` in it (empty: the row itself), `#/name` in the answer, `^` its key, `^/name` in its group, `//name` in the row and all rows above it in a tree, `@name` an argument",
  ),
);
export const template = v.pipe(v.string(), v.description("Text with references in braces: `{/kind} {/name}`"));

export const column = v.strictObject({
  field: described(text, "Name of the column, by default also of the field of the row"),
  title: optional(text, "Default: the field"),
  at: optional(reference, "Where its value is. Default: `/` and the field"),
  template: optional(template, "Its text, if made of several values"),
  kind: optional(v.picklist(COLUMN_KINDS), "`time` is in seconds since the epoch. Default: `text`"),
  drop: optional(v.number(), "A narrow table drops the column with the highest number first"),
  hidden: optional(flag, "Only in TOON"),
  textFor: optional(v.array(text), "Text has the column only if the call passes one of these parameters"),
});

export const location = v.strictObject({
  path: described(reference, "The path of the file"),
  base: optional(reference, "The folder of relative paths"),
  line: optional(reference, "The line, counted from 1"),
  column: optional(reference, "The column in the line"),
  endLine: optional(reference, "The last line"),
  columnFrom: optional(v.picklist([0, 1]), "First number of `column`. Default: 1"),
});

const condition = v.strictObject({
  at: reference,
  in: optional(
    v.array(v.union([v.string(), v.number(), v.boolean()])),
    "Values of `at` that match. Default: any value",
  ),
});

export const link = v.strictObject({
  rel: described(v.picklist(LINK_RELS), "Kind of link: the key that follows it in the explorer"),
  tool: described(text, "The tool that it calls"),
  input: described(
    v.record(
      v.string(),
      v.union([
        v.strictObject({
          at: reference,
          required: optional(flag, "Without a value, the row does not have the link"),
          list: optional(flag, "The value is passed in a list"),
        }),
        v.strictObject({ template }),
        v.strictObject({ path: described(v.picklist(["one", "list"]), "As a path, or as a list with that path") }),
        v.strictObject({ value: described(json, "Any JSON value") }),
        v.strictObject({ fields: described(v.record(v.string(), reference), "The fields of the object") }),
      ]),
    ),
    "Arguments by parameter: `{at}` a reference, `{template}` a text, `{path}` the row's own file (`one`, or a `list` of it), `{value}` a constant, `{fields}` an object of references",
  ),
  when: optional(condition, "Only for rows that match"),
});

const TONES = ["error", "warning", "muted"] as const;
const toned = optional(v.array(v.union([v.string(), v.boolean()])), "Values of `at` for which rows get this tone");
export const tone = v.union([
  v.picklist(TONES),
  v.strictObject({ at: reference, error: toned, warning: toned, muted: toned }),
]);

export const chart = v.strictObject({
  value: described(
    v.union([reference, v.strictObject({ from: reference, to: reference })]),
    "Size of a row: a number, or `{from, to}` for the number of lines from one to the other",
  ),
  name: template,
  split: optional(text, "Separator of the groups in a name: `/` for paths"),
  unit: optional(text, "Unit of the count: `lines of code`"),
  as: optional(
    v.picklist(CHART_KINDS),
    "Default: `treemap`, which can be drawn as bars too; `bars` is for values that do not add up",
  ),
});

const ends = v.union([reference, v.array(reference)]);
export const graph = v.strictObject({
  id: described(reference, "The id by which other rows refer to this one"),
  name: optional(template, "Default: the id"),
  to: optional(ends, "The ids that the row points to, one or a list; of several references, the first with a value"),
  from: optional(ends, "The ids that point to the row"),
  chain: optional(flag, "`to` belongs to the first row; each other row points to the one before it"),
  when: optional(condition, "Only for rows that match"),
});

export const code = v.strictObject({
  text: described(reference, "One line or several, the first at the row's own line unless `lead` says otherwise"),
  lead: optional(reference, "How many lines of `text` come before the row's own"),
  before: optional(reference, "A list of lines before the text"),
  after: optional(reference, "A list of lines after the text"),
  more: optional(reference, "A list of further lines of the row itself, after `text`"),
  match: optional(reference, "The matched text"),
  offset: optional(reference, "Start of the match: the location's column minus this"),
  note: optional(v.array(template), "Remarks after the row's own line"),
});

export const diff = v.strictObject({
  text: described(reference, "The lines of a hunk as in a unified diff, the header first"),
  hunk: described(reference, "The number of the hunk"),
  path: described(reference, "Path of the file before the change"),
  to: optional(reference, "Its new path, if it has one"),
  kind: optional(reference, "`new` or `deleted`"),
});

export const source = v.strictObject({
  at: described(
    pointer,
    "The part that grows: a list, a map, lists within a list or map (`*`), a tree, or a long text",
  ),
  unit: optional(v.tuple([text, text]), 'Singular and plural name of a row: `["match", "matches"]`'),
  children: optional(pointer, "For a tree: the path of the children in a row"),
  keep: optional(v.picklist(["ends", "head"]), "Only for a long text: what remains when it is cut. Default: `ends`"),
  keyedMaps: optional(v.array(pointer), "Maps whose entries belong to rows by their value"),
  lookup: optional(
    v.strictObject({ at: pointer, by: pointer }),
    "A list into which rows point by the number in `by`: items that no shown row points to are dropped",
  ),
  nested: optional(flag, "For lists within a map: a row may be the key of another list, its children"),
  remaining: optional(
    pointer,
    "For lists within a map: the map from key to the number of rows left out; rows of later pages are added",
  ),
  optionalFields: optional(texts, "Fields of rows, and of their entries, that are dropped before any row is"),
  count: optional(pointer, "The field with the number of rows shown; with `keep`, of lines"),
  total: optional(pointer, "The field with the total number of rows"),
  flat: optional(text, "TOON writes the rows as one flat table of this name"),
  columns: optional(v.array(column), "Columns of a table, from left to right"),
  text: optional(template, "A row's line of text, if joined columns are not enough"),
  lines: optional(flag, "The module exports `lines`, which draws a row"),
  location: optional(location, "The row's place in a file"),
  diff: optional(diff, "A row is a hunk of a unified diff; the rows of one file are a group"),
  code: optional(code, "Lines of source that a row shows: its own, and lists of those before and after"),
  chunks: optional(
    v.strictObject({ length: v.exactOptional(pointer), last: v.exactOptional(pointer) }),
    "A row whose `code` is longer than a page is split into chunks; these fields are updated for each",
  ),
  tone: optional(tone, "How rows are highlighted"),
  links: optional(v.array(link), "Calls to which a row leads"),
  chart: optional(chart, "How a chart draws a row"),
  graph: optional(
    v.union([graph, v.array(graph)]),
    "A row as a node of a graph; of several rules the first that matches",
  ),
  heading: optional(
    v.strictObject({
      text: template,
      location: optional(location, "The group's place in a file"),
      links: optional(v.array(link), "Calls to which the line leads"),
    }),
    "The line above the rows of a group, such as `{^/path}`. Tables and matches have none",
  ),
  depth: optional(reference, "How deep a row of a flat list is nested"),
});

export const notice = v.strictObject({
  at: pointer,
  text: optional(
    template,
    "`{}` is the value, `{/a}` another field (of the item itself if it is an object). Default: the value; a list item by item",
  ),
  one: optional(template, "Text for the number 1"),
  zero: optional(flag, "Also shown for 0"),
  tone: optional(v.picklist(TONES), "How the sentence is highlighted"),
});

export const next = v.strictObject({
  parameter: described(text, "The parameter that continues"),
  by: described(
    v.picklist(["page", "offset", "line", "cursors"]),
    "`page`: the host's own cursor, which needs nothing from the tool. `offset`: the number of the first row not shown. `line`: that of the first line. `cursors`: the tool's own, one for each row",
  ),
  at: optional(pointer, "The answer's own field for it"),
  remaining: optional(pointer, "The answer's own field for the number of rows left"),
  limit: optional(
    v.strictObject({
      default: optional(v.number(), "Rows on a page if the call passes no `limit`"),
      max: optional(v.number(), "Maximum of `limit`"),
      passed: optional(
        flag,
        "The tool gets `limit` too, and may answer with that many rows if its own cursor leads to the others",
      ),
    }),
    "With `page`: the number of rows on a page",
  ),
  resumes: optional(flag, "The tool takes a cursor of its own in the same parameter"),
  cursor: optional(flag, "With `line`: some answers continue by `cursor`, which is also listed"),
  reset: optional(jsonObject, "Parameters that apply to the first page only, and their values on later pages"),
  firstLine: optional(
    pointer,
    "With `line`: the field of the first line shown. With `offset`: of the first row's number",
  ),
  lastLine: optional(pointer, "With `line`: the field of the last line shown"),
});

/** The keys of `output` other than the schema, which is a valibot schema in a built-in plugin and JSON Schema in a file. */
export const answer = v.strictObject({
  rows: optional(v.array(source), "Parts that grow, in the order in which they are cut"),
  cut: optional(pointer, "The field that becomes true when something was cut. Default: `/truncated`"),
  reason: optional(
    pointer,
    "The field that says why the tool itself returned only a part; omitted on a page that ends earlier",
  ),
  next: optional(next, "How an answer continues"),
  notices: optional(v.array(notice), "Sentences about the answer"),
  language: optional(text, "Language for the explorer's colors: an id of `contributes.languages`"),
  format: optional(
    v.strictObject({
      parameter: described(text, "Name of the parameter"),
      default: described(v.picklist(FORMAT_NAMES), "Format if the call does not pass it"),
      verbatim: optional(
        v.strictObject({
          parameter: described(text, "Name of the parameter"),
          value: described(text, "Its value"),
          at: pointer,
          unless: v.exactOptional(pointer),
        }),
        "If this parameter has this value, the text at `at` is the whole answer, unless the call sets a format",
      ),
    }),
    "The tool's parameter for the format",
  ),
  toonContent: optional(texts, "Fields that TOON holds in `toon_content`"),
  long: optional(flag, "Answers are usually long: `max_tokens` is listed"),
  textTokens: optional(
    v.strictObject({
      default: described(v.pipe(v.number(), v.integer(), v.minValue(100)), "Number of tokens"),
      unless: optional(texts, "Parameters that lift this limit"),
      json: optional(flag, "JSON is limited too"),
    }),
    "A model that passes none of `unless`, `limit` and `max_tokens` gets at most about this many tokens of text",
  ),
  brief: optional(flag, "With `max_tokens`, text falls back to lines, then to a count for each file"),
});

/** The `output` of a tool. */
export const outputOf = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject({ schema: described(schema, "The JSON Schema of a successful answer"), ...answer.entries });

export type Reference = v.InferInput<typeof reference>;
export type Template = v.InferInput<typeof template>;
export type ToneRule = v.InferInput<typeof tone>;
export interface Column extends v.InferInput<typeof column> {}
export interface LocationRule extends v.InferInput<typeof location> {}
export interface CodeRule extends v.InferInput<typeof code> {}
export interface DiffRule extends v.InferInput<typeof diff> {}
export interface LinkRule extends v.InferInput<typeof link> {}
export interface ChartRule extends v.InferInput<typeof chart> {}
export interface GraphRule extends v.InferInput<typeof graph> {}
export interface RowSource extends v.InferInput<typeof source> {}
export interface Notice extends v.InferInput<typeof notice> {}
export interface Output<Schema = JsonObject> extends v.InferInput<typeof answer> {
  schema: Schema;
}
