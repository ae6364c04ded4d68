/** What the tools about how declarations hang together answer, and how it is shown. */
import * as v from "valibot";
import type { LinkRule, Output, RowSource } from "../../core/host/plugin-api.ts";

type Declared = Output<v.GenericSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const target = v.object({ path: v.string(), line: count, kind: v.string(), symbol: v.string() });
const paging = { cursor: v.optional(v.string()), truncated: v.optional(v.boolean()) };

const members: LinkRule = {
  rel: "members",
  tool: "script_symbols_get",
  input: { path: { at: "/path", required: true } },
};
const place: Pick<RowSource, "location" | "links"> = {
  location: { path: "/path", line: "/line" },
  links: [members],
};
const page = { parameter: "cursor", by: "page", limit: { standard: 100, most: 1000 } } as const;

export const hierarchyFind: Declared = {
  schema: v.object({
    success: v.literal(true),
    results: v.array(
      v.object({
        relation: v.string(),
        depth: count,
        symbol: v.string(),
        kind: v.string(),
        path: v.optional(v.string()),
        line: v.optional(count),
        outside: v.optional(v.boolean()),
      }),
    ),
    total: count,
    targets: v.array(target),
    hint: v.optional(v.string()),
    ...paging,
  }),
  rows: [
    {
      at: "/results",
      unit: ["relation", "relations"],
      total: "/total",
      say: "{/relation} {/kind} {/symbol}",
      columns: [
        { field: "relation" },
        { field: "kind" },
        { field: "symbol", kind: "symbol" },
        { field: "depth", drop: 2 },
        { field: "path", kind: "path" },
        { field: "line", kind: "line", drop: 3 },
      ],
      ...place,
    },
  ],
  next: page,
  remarks: [
    { at: "/targets", say: "of {/kind} {/symbol}  {/path}:{/line}" },
    { at: "/total", say: "{} relations", one: "1 relation", zero: true },
    { at: "/hint" },
  ],
  language: "csharp",
};

export const callsFind: Declared = {
  schema: v.object({
    success: v.literal(true),
    results: v.array(
      v.object({
        depth: count,
        symbol: v.string(),
        kind: v.string(),
        path: v.string(),
        line: count,
        calls: v.array(count),
        certainty: v.picklist(["certain", "possible"]),
        via: v.optional(v.string()),
        unity: v.optional(v.string()),
      }),
    ),
    total: count,
    targets: v.array(target),
    assets: v.optional(v.array(v.string())),
    note: v.optional(v.string()),
    hint: v.optional(v.string()),
    ...paging,
  }),
  rows: [
    {
      at: "/results",
      unit: ["declaration", "declarations"],
      total: "/total",
      depth: "/depth",
      columns: [
        { field: "symbol", kind: "symbol" },
        { field: "kind", drop: 2 },
        { field: "certainty", drop: 3 },
        { field: "unity", drop: 4 },
        { field: "via", drop: 5 },
        { field: "calls", drop: 1 },
        { field: "depth", hidden: true },
        { field: "path", kind: "path" },
        { field: "line", kind: "line", hidden: true },
      ],
      ...place,
    },
  ],
  next: page,
  remarks: [
    { at: "/targets", say: "of {/kind} {/symbol}  {/path}:{/line}" },
    { at: "/total", say: "{} declarations", one: "1 declaration", zero: true },
    { at: "/assets", say: "an event or animation names it: {}" },
    { at: "/note", tone: "warning" },
    { at: "/hint" },
  ],
  language: "csharp",
};
