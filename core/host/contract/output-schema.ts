/** The shape of `output` in `plugin.json`: what `contract/output.ts` says in types, for files. Its documentation is generated from the descriptions here. */
import * as v from "valibot";
import { CHART_KINDS, LINK_RELS } from "./outcome.ts";
import { COLUMN_KINDS } from "./output.ts";
import { FORMAT_NAMES } from "./presented-answer.ts";

/** A description changes nothing of what a schema takes and gives, but its type says otherwise. */
export const described = <const Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description)) as unknown as Schema;

const text = v.pipe(v.string(), v.minLength(1));
export const pointer = v.pipe(
  v.string(),
  v.regex(/^(\/([^~/]|~[01])*)*$/),
  v.description(
    "A JSON pointer into the answer, such as `/matches`; one segment may be `*`. The empty string is the answer itself",
  ),
);
const reference = v.pipe(
  v.string(),
  v.regex(/^(@[\w-]+|[#^]?(\/([^~]|~[01])*)?)$/),
  v.description(
    "As seen from a row: `/name` in it (empty: the row itself), `#/name` in the answer, `^` its key, `^/name` in its group, `//name` in all rows above it in a tree and itself, `@name` an argument",
  ),
);
const template = v.pipe(v.string(), v.description("Text with references in braces: `{/kind} {/name}`"));
const scalar = v.union([v.string(), v.number(), v.boolean()]);

const column = v.strictObject({
  field: text,
  title: described(v.optional(text), "Default: the field"),
  at: described(v.optional(reference), "Where its value is. Default: `/` and the field"),
  template: described(v.optional(template), "Its text where that is made of several values"),
  kind: v.optional(v.picklist(COLUMN_KINDS)),
  drop: described(v.optional(v.number()), "A narrow table drops the column with the highest number first"),
  hidden: described(v.optional(v.boolean()), "Only in TOON"),
});

const location = v.strictObject({
  path: reference,
  base: described(v.optional(reference), "The folder that a relative path is below"),
  line: v.optional(reference),
  column: v.optional(reference),
  endLine: v.optional(reference),
  columnFrom: described(v.optional(v.picklist([0, 1])), "What `column` counts from. Default: 1"),
});

export const link = v.strictObject({
  rel: v.picklist(LINK_RELS),
  tool: text,
  input: described(
    v.record(
      v.string(),
      v.union([
        v.strictObject({ at: reference, required: v.optional(v.boolean()), list: v.optional(v.boolean()) }),
        v.strictObject({ template }),
        v.strictObject({ path: v.picklist(["one", "list"]) }),
        v.strictObject({ value: v.any() }),
        v.strictObject({ fields: v.record(v.string(), reference) }),
      ]),
    ),
    "By parameter: `{at}` a reference, `{template}` a text, `{path}` the row's own file (`one`, or a `list` of it), `{value}` a constant, `{fields}` an object of references",
  ),
  when: v.optional(v.strictObject({ at: reference, in: v.optional(v.array(scalar)) })),
});

const tone = v.union([
  v.picklist(["error", "warning", "muted"]),
  v.strictObject({
    at: reference,
    error: v.optional(v.array(v.union([v.string(), v.boolean()]))),
    warning: v.optional(v.array(v.union([v.string(), v.boolean()]))),
    muted: v.optional(v.array(v.union([v.string(), v.boolean()]))),
  }),
]);

const chart = v.strictObject({
  value: described(
    v.union([reference, v.strictObject({ from: reference, to: reference })]),
    "How large a row is drawn: a number, or `{from, to}`: so many lines as there are from one to another",
  ),
  name: template,
  split: described(v.optional(text), "What parts the name into groups and the row's own name: `/` for paths"),
  unit: described(v.optional(text), "What is counted: `lines of code`"),
  as: described(
    v.optional(v.picklist(CHART_KINDS)),
    "Default: `treemap`, which can be drawn as bars too; `bars` is for values that do not add up",
  ),
});

const ends = v.optional(v.union([reference, v.array(reference)]));
const graph = v.strictObject({
  id: described(reference, "How other rows call this one"),
  name: described(v.optional(template), "Default: the id"),
  to: described(
    ends,
    "The ids that the row points to, one or a list; of several references the first that has a value",
  ),
  from: described(ends, "The ids that point to the row"),
  chain: described(v.optional(v.boolean()), "`to` is of the first row; each of the others points to the one before it"),
  when: v.optional(v.strictObject({ at: reference, in: v.optional(v.array(scalar)) })),
});

const source = v.strictObject({
  at: described(pointer, "What grows: a list, a map, lists within a list or map (`*`), a tree, or a long text"),
  unit: described(v.optional(v.tuple([text, text])), 'What a row is called: `["match", "matches"]`'),
  children: described(v.optional(pointer), "Of a tree: where a row has its children"),
  keep: described(
    v.optional(v.picklist(["ends", "head"])),
    "Only of a long text: what stays when it is cut. Default: `ends`",
  ),
  keyedMaps: described(v.optional(v.array(pointer)), "Maps whose entries belong to rows by their value"),
  lookup: described(
    v.optional(v.strictObject({ at: pointer, by: pointer })),
    "A list that rows point into by the number in `by`: it keeps what shown rows point to",
  ),
  nested: described(
    v.optional(v.boolean()),
    "Of lists within a map: a row may be the key of another list, its children",
  ),
  remaining: described(
    v.optional(pointer),
    "Of lists within a map: the map that says by key how many rows are left out; those still to come are added",
  ),
  optionalFields: described(
    v.optional(v.array(text)),
    "Fields of rows, and of their entries, that are dropped before any row is",
  ),
  count: described(v.optional(pointer), "The field that says how many rows are shown, with `keep` how many lines"),
  total: described(v.optional(pointer), "The field with the number of all rows"),
  flat: described(v.optional(text), "TOON writes the rows as one flat table of this name"),
  columns: v.optional(v.array(column)),
  text: described(v.optional(template), "A row's line of text where joined columns do not say it"),
  lines: described(v.optional(v.boolean()), "The module exports `lines`, which draws a row"),
  location: v.optional(location),
  code: described(
    v.optional(
      v.strictObject({
        text: reference,
        lead: v.optional(reference),
        before: v.optional(reference),
        after: v.optional(reference),
        more: v.optional(reference),
        match: v.optional(reference),
        offset: v.optional(reference),
        note: described(v.optional(v.array(template)), "What is said of the row after its own line"),
      }),
    ),
    "Lines of source that a row shows: its own, and lists of those before and after",
  ),
  chunks: described(
    v.optional(v.strictObject({ length: v.optional(pointer), last: v.optional(pointer) })),
    "A row whose `code` is longer than a page is given in chunks; these fields of it follow",
  ),
  tone: v.optional(tone),
  links: v.optional(v.array(link)),
  chart: described(v.optional(chart), "How a chart draws a row"),
  graph: described(
    v.optional(v.union([graph, v.array(graph)])),
    "A row as a node of a graph; of several rules the first that matches",
  ),
  heading: described(
    v.optional(v.strictObject({ text: template, location: v.optional(location), links: v.optional(v.array(link)) })),
    "The line above the rows of a group",
  ),
  depth: described(v.optional(reference), "How deep a row of a flat list is nested"),
});

const notice = v.strictObject({
  at: pointer,
  text: described(
    v.optional(template),
    "`{}` is the value, `{/a}` another field, of an item that is an object its own. Default: the value itself; a list item by item",
  ),
  one: described(v.optional(template), "For the number 1"),
  zero: described(v.optional(v.boolean()), "Said for 0 as well"),
  tone: v.optional(v.picklist(["error", "warning", "muted"])),
});

const next = v.strictObject({
  parameter: described(text, "The parameter that continues"),
  by: described(
    v.picklist(["page", "offset", "line", "cursors"]),
    "`page`: the host's own cursor, which asks nothing of the tool. `offset`: the number of the first row not shown. `line`: that of the first line. `cursors`: the tool's own, one for each row",
  ),
  at: described(v.optional(pointer), "The answer's own field for it"),
  remaining: described(v.optional(pointer), "The answer's own field for how many rows are left"),
  limit: v.optional(v.strictObject({ default: v.optional(v.number()), max: v.optional(v.number()) })),
  resumes: described(v.optional(v.boolean()), "The tool takes a cursor of its own in the same parameter"),
  cursor: described(v.optional(v.boolean()), "With `line`: some answers go on by `cursor`, which is listed as well"),
  reset: described(
    v.optional(v.record(v.string(), v.any())),
    "Parameters that apply to the first page only, and what they are after it",
  ),
  firstLine: v.optional(pointer),
  lastLine: v.optional(pointer),
});

/** `output` of a tool. */
export const outputFile = v.strictObject({
  schema: described(v.optional(v.record(v.string(), v.any()), {}), "The JSON Schema of a successful answer"),
  rows: described(v.optional(v.array(source)), "What grows, in the order in which it is cut"),
  cut: described(v.optional(pointer), "The field that becomes true when something was cut. Default: `/truncated`"),
  reason: described(
    v.optional(pointer),
    "The field with why the tool itself gave a part: left out on a page that ends before that part does",
  ),
  next: v.optional(next),
  notices: described(v.optional(v.array(notice)), "Sentences about the answer"),
  language: v.optional(text),
  format: described(
    v.optional(
      v.strictObject({
        parameter: text,
        default: v.picklist(FORMAT_NAMES),
        verbatim: described(
          v.optional(v.strictObject({ parameter: text, value: text, at: pointer, unless: v.optional(pointer) })),
          "Where this parameter has this value, the text at `at` is the whole answer unless a format was asked for",
        ),
      }),
    ),
    "The tool's parameter for the format",
  ),
  toonContent: described(v.optional(v.array(text)), "Fields that TOON holds in `toon_content`"),
  long: described(v.optional(v.boolean()), "Answers are usually long: `max_tokens` is listed"),
  textTokens: described(
    v.optional(
      v.strictObject({ default: v.pipe(v.number(), v.integer(), v.minValue(100)), unless: v.optional(v.array(text)) }),
    ),
    "A model that gives none of `unless`, `limit` and `max_tokens` gets at most about so many tokens of text",
  ),
  brief: described(
    v.optional(v.boolean()),
    "With `max_tokens`, text falls back to lines, then to a count for each file",
  ),
});
