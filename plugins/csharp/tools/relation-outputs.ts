/** What the tools about how declarations hang together answer, and how it is shown. */
import * as v from "valibot";
import { type LinkRule, lazily, type Output, type RowSource } from "../../../core/host/plugin-api.ts";

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
/** Where a type was met, else the one that was asked about. */
const ASKED = ["/of", "#/targets/0/symbol", "@name"];
/** A page stays below 1,500 tokens, in JSON too, whatever its rows. */
const pageOf = (rows: number) => ({ parameter: "cursor", by: "page", limit: { default: rows, max: 1000 } }) as const;

export const hierarchyFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(
        v.object({
          relation: v.string(),
          depth: count,
          symbol: v.string(),
          of: v.optional(v.string()),
          kind: v.string(),
          path: v.optional(v.string()),
          line: v.optional(count),
          outside: v.optional(v.boolean()),
        }),
      ),
      total: count,
      targets: v.array(target),
      alsoNamed: v.optional(v.string()),
      hint: v.optional(v.string()),
      unread: v.optional(v.string()),
      note: v.optional(v.string()),
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
        { field: "path", kind: "path" },
        { field: "line", kind: "line", drop: 3 },
      ],
      // Bases stand before what derives from them.
      graph: [
        { id: "/symbol", to: ASKED, when: { at: "/relation", in: ["base", "implements", "overrides"] } },
        { id: "/symbol", from: ASKED },
      ],
      ...place,
    },
  ],
  next: pageOf(23),
  notices: [
    { at: "/targets", text: "of {/kind} {/symbol}  {/path}:{/line}" },
    { at: "/alsoNamed" },
    { at: "/total", text: "{} relations", one: "1 relation", zero: true },
    { at: "/note" },
    { at: "/hint" },
    { at: "/unread", tone: "warning" },
  ],
  language: "csharp",
};

export const callsFind: Declared = {
  schema: lazily(() =>
    v.object({
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
      alsoNamed: v.optional(v.string()),
      assets: v.optional(v.array(v.string())),
      note: v.optional(v.string()),
      hint: v.optional(v.string()),
      unread: v.optional(v.string()),
      ...paging,
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["declaration", "declarations"],
      total: "/total",
      lines: true,
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
  next: pageOf(20),
  notices: [
    { at: "/targets", text: "of {/kind} {/symbol}  {/path}:{/line}" },
    { at: "/alsoNamed" },
    { at: "/total", text: "{} declarations", one: "1 declaration", zero: true },
    { at: "/assets", text: "an event or animation names it: {}" },
    { at: "/note", tone: "warning" },
    { at: "/hint" },
    { at: "/unread", tone: "warning" },
  ],
  language: "csharp",
};

export const impactFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(
        v.object({
          where: v.picklist(["hierarchy", "code", "text", "asset", "assembly"]),
          kind: v.string(),
          symbol: v.optional(v.string()),
          path: v.optional(v.string()),
          line: v.optional(count),
          count: v.optional(count),
          certainty: v.picklist(["certain", "possible"]),
        }),
      ),
      total: count,
      overview: v.optional(v.string()),
      certain: count,
      possible: count,
      targets: v.array(target),
      alsoNamed: v.optional(v.string()),
      notes: v.optional(v.array(v.string())),
      hint: v.optional(v.string()),
      unread: v.optional(v.string()),
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
        { field: "path", kind: "path" },
        { field: "count", kind: "number", drop: 1 },
        { field: "line", kind: "line", drop: 2 },
      ],
      ...place,
    },
  ],
  next: pageOf(24),
  notices: [
    { at: "/targets", text: "of {/kind} {/symbol}  {/path}:{/line}" },
    { at: "/alsoNamed" },
    { at: "/overview", text: "places: {}" },
    { at: "/certain", text: "{} certain uses in code, {/possible} possible", zero: true },
    { at: "/notes", tone: "warning" },
    { at: "/hint" },
    { at: "/unread", tone: "warning" },
  ],
  language: "csharp",
};

export const projectCheck: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      check: v.string(),
      results: v.array(
        v.object({
          kind: v.string(),
          symbol: v.string(),
          path: v.optional(v.string()),
          line: v.optional(count),
          certainty: v.optional(v.picklist(["certain", "possible"])),
          why: v.optional(v.string()),
          count: v.optional(count),
          assets: v.optional(count),
          guid: v.optional(v.string()),
          scripts: v.optional(count),
          references: v.optional(v.array(v.string())),
          outside: v.optional(v.array(v.string())),
        }),
      ),
      total: count,
      notes: v.optional(v.array(v.string())),
      unread: v.optional(v.string()),
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
        { field: "assets", kind: "number", drop: 9 },
        { field: "path", kind: "path" },
        { field: "line", kind: "line", drop: 2 },
      ],
      graph: { id: "/symbol", to: "/references", when: { at: "/kind", in: ["assembly", "no definition"] } },
      ...place,
    },
  ],
  next: pageOf(16),
  notices: [
    { at: "/total", text: "{} findings", one: "1 finding", zero: true },
    { at: "/notes" },
    { at: "/unread", tone: "warning" },
  ],
  language: "csharp",
};
