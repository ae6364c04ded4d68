/** Defines the output schemas and the display for tools about relations between declarations. */
import * as v from "valibot";
import { type LinkRule, lazily, type Output, type RowSource } from "../../../core/host/plugin-api.ts";

type Declared = Output<v.GenericSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const certainty = v.picklist(["certain", "possible"]);
const string = v.string();
const text = v.optional(v.string());
const texts = v.optional(v.array(v.string()));
const target = v.object({
  path: string,
  line: count,
  kind: string,
  symbol: string,
  /** A local symbol has `at` instead of a symbol path. */
  symbol_path: text,
  local: text,
  at: text,
  in: text,
  parts: texts,
  uses: v.optional(count),
});
const paging = { cursor: text, truncated: v.optional(v.boolean()) };
const about = [{ at: "/targets", text: "of {/kind} {/symbol_path}{/local}  {/path}:{/line}" }, { at: "/alsoNamed" }];
const unread = { at: "/unread", tone: "warning" } as const;

const members: LinkRule = {
  rel: "members",
  tool: "script_symbols_get",
  input: { path: { at: "/path", required: true } },
};
const place: Pick<RowSource, "location" | "links"> = { location: { path: "/path", line: "/line" }, links: [members] };
/** The declaration that led to a type, or otherwise the query's target. */
const REQUESTED = ["/of", "#/targets/0/symbol", "@name"];
/** The text format has a token limit instead. */
const page = { parameter: "cursor", by: "page", limit: { default: 250, max: 1000 } } as const;
const textTokens = { default: 4000 } as const;

export const hierarchyFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(
        v.object({
          relation: string,
          depth: count,
          symbol: string,
          symbol_path: string,
          of: text,
          as: text,
          kind: string,
          path: text,
          line: v.optional(count),
          outside: v.optional(v.boolean()),
          abstract: v.optional(v.boolean()),
          declares: texts,
          overrides: texts,
          inherits: v.optional(v.record(string, v.array(string))),
        }),
      ),
      total: count,
      targets: v.array(target),
      targetCount: v.optional(count),
      alsoNamed: text,
      hint: text,
      unread: text,
      note: text,
      ...paging,
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["relation", "relations"],
      total: "/total",
      lines: true,
      columns: [
        { field: "relation" },
        { field: "kind" },
        { field: "symbol", kind: "symbol" },
        { field: "depth", drop: 2 },
        { field: "of", kind: "symbol", drop: 4 },
        { field: "as", drop: 4 },
        { field: "path", kind: "path" },
        { field: "line", kind: "line", drop: 3 },
        { field: "overrides", drop: 1 },
        { field: "declares", drop: 5 },
        { field: "inherits", drop: 6 },
        { field: "abstract", hidden: true },
      ],
      // Bases come before derived types.
      graph: [
        { id: "/symbol", to: REQUESTED, when: { at: "/relation", in: ["base", "implements", "overrides"] } },
        { id: "/symbol", from: REQUESTED },
      ],
      ...place,
    },
  ],
  next: page,
  textTokens,
  notices: [
    ...about,
    { at: "/total", text: "{} relations", one: "1 relation", zero: true },
    { at: "/note" },
    { at: "/hint" },
    unread,
  ],
  language: "csharp",
};

const call = v.object({
  depth: count,
  symbol: string,
  symbol_path: string,
  kind: string,
  path: string,
  line: count,
  calls: v.array(count),
  certainty,
  how: text,
  via: text,
  unity: text,
});
const callColumns: RowSource["columns"] = [
  { field: "symbol", kind: "symbol" },
  { field: "kind", drop: 2 },
  { field: "certainty", drop: 3 },
  { field: "how", drop: 4 },
  { field: "unity", drop: 4 },
  { field: "via", drop: 5 },
  { field: "calls", drop: 1 },
  { field: "depth", hidden: true },
  { field: "path", kind: "path" },
  { field: "line", kind: "line", hidden: true },
];

export const callsFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(call),
      symbols: v.optional(
        v.array(
          v.object({
            symbol_path: string,
            kind: string,
            path: text,
            line: v.optional(count),
            count,
            assets: texts,
            note: text,
            calls: v.array(call),
          }),
        ),
      ),
      withoutCall: texts,
      total: count,
      targets: v.array(target),
      targetCount: v.optional(count),
      alsoNamed: text,
      assets: texts,
      note: text,
      hint: text,
      unread: text,
      ...paging,
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["declaration", "declarations"],
      total: "/total",
      lines: true,
      columns: callColumns,
      ...place,
    },
    {
      at: "/symbols/*/calls",
      unit: ["declaration", "declarations"],
      total: "/total",
      lines: true,
      columns: [{ field: "of", at: "^/symbol_path", kind: "symbol", hidden: true }, ...callColumns],
      heading: {
        text: "{^/kind} {^/symbol_path}: {^/count} {^/note}",
        location: { path: "^/path", line: "^/line" },
      },
      ...place,
    },
  ],
  next: page,
  textTokens,
  notices: [
    ...about,
    { at: "/withoutCall", text: "no calls to {}" },
    { at: "/total", text: "{} declarations", one: "1 declaration", zero: true },
    { at: "/assets", text: "an event or animation refers to it: {}" },
    { at: "/note", tone: "warning" },
    { at: "/hint" },
    unread,
  ],
  language: "csharp",
};

const WHERE = [
  "hierarchy",
  "code",
  "text",
  "asset",
  "assembly",
  "conflict",
  "changed",
  "added",
  "removed",
  "caller",
  "test",
] as const;

export const impactFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(
        v.object({
          where: v.picklist(WHERE),
          kind: string,
          of: texts,
          symbol: text,
          symbol_path: text,
          path: text,
          line: v.optional(count),
          lines: v.optional(v.array(count)),
          count: v.optional(count),
          certainty,
        }),
      ),
      total: count,
      overview: text,
      compared: text,
      certain: count,
      possible: count,
      targets: v.array(target),
      targetCount: v.optional(count),
      alsoNamed: text,
      notes: texts,
      hint: text,
      unread: text,
      ...paging,
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["place", "places"],
      total: "/total",
      lines: true,
      columns: [
        { field: "where" },
        { field: "certainty" },
        { field: "kind" },
        { field: "symbol", kind: "symbol", drop: 3 },
        { field: "of", drop: 4 },
        { field: "path", kind: "path" },
        { field: "lines", drop: 1 },
        { field: "count", kind: "number", drop: 1 },
        { field: "line", kind: "line", drop: 2 },
      ],
      ...place,
    },
  ],
  next: page,
  textTokens,
  notices: [
    ...about,
    { at: "/compared", text: "between {}" },
    { at: "/overview", text: "places: {}" },
    { at: "/certain", text: "{} certain uses in code, {/possible} possible", zero: true },
    { at: "/notes", tone: "warning" },
    { at: "/hint" },
    unread,
  ],
  language: "csharp",
};

export const projectCheck: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      check: string,
      results: v.array(
        v.object({
          kind: string,
          symbol: string,
          symbol_path: text,
          path: text,
          line: v.optional(count),
          certainty: v.optional(certainty),
          why: text,
          count: v.optional(count),
          lines: v.optional(v.array(count)),
          assets: v.optional(count),
          guid: text,
          scripts: v.optional(count),
          references: texts,
          outside: texts,
        }),
      ),
      total: count,
      notes: texts,
      unread: text,
      ...paging,
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["finding", "findings"],
      total: "/total",
      lines: true,
      columns: [
        { field: "kind" },
        { field: "symbol", kind: "symbol" },
        { field: "certainty", drop: 3 },
        { field: "why", drop: 4 },
        { field: "scripts", kind: "number", drop: 5 },
        { field: "references", drop: 6 },
        { field: "outside", drop: 7 },
        { field: "guid", drop: 8 },
        { field: "count", kind: "number", drop: 1 },
        { field: "lines", drop: 1 },
        { field: "assets", kind: "number", drop: 9 },
        { field: "path", kind: "path" },
        { field: "line", kind: "line", drop: 2 },
      ],
      graph: { id: "/symbol", to: "/references", when: { at: "/kind", in: ["assembly", "no definition"] } },
      ...place,
    },
  ],
  next: page,
  textTokens,
  notices: [{ at: "/total", text: "{} findings", one: "1 finding", zero: true }, { at: "/notes" }, unread],
  language: "csharp",
};
