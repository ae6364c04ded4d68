/** Defines the output schemas and the display for tools that list declarations. */
import * as v from "valibot";
import { type LinkRule, lazily, type Output } from "../../../core/host/plugin-api.ts";

type Declared = Output<v.GenericSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(1));

const symbol = lazily(() =>
  v.object({
    name: v.string(),
    /** Local functions do not have a symbol path. */
    symbol_path: v.optional(v.string()),
    kind: v.string(),
    namespace: v.string(),
    container: v.nullable(v.string()),
    startLine: line,
    endLine: line,
    nameLine: line,
    nameColumn: line,
    signature: v.optional(v.string()),
    modifiers: v.optional(v.array(v.string())),
    attributes: v.optional(v.array(v.string())),
    bases: v.optional(v.string()),
    arity: v.optional(count),
    explicitInterface: v.optional(v.string()),
    isRecord: v.optional(v.boolean()),
    isExtension: v.optional(v.boolean()),
    condition: v.optional(v.string()),
    unity: v.optional(v.string()),
    parts: v.optional(v.array(v.object({ path: v.string(), startLine: line, endLine: line }))),
  }),
);

/** Creates the links of a row. @param at points to the row's symbol path @param path points to its file */
function linksOf(at: string, path: string): LinkRule[] {
  const input: LinkRule["input"] = {
    name: { at: `${at}/name`, required: true },
    path: { at: path },
    kind: { at: `${at}/kind` },
    container: { template: `{${at}/container}` },
  };
  const of = (...kinds: string[]) => ({ at: `${at}/kind`, in: kinds });
  return [
    { rel: "references", tool: "script_refs_find", input: { ...input, snippetContext: { value: 0 } } },
    { rel: "members", tool: "script_symbols_get", input: { path: { at: path } } },
    { rel: "callers", tool: "script_calls_find", input, when: of("method", "constructor", "property", "indexer") },
    {
      rel: "derived",
      tool: "script_hierarchy_find",
      input: { ...input, direction: { value: "down" } },
      when: of("class", "struct", "interface"),
    },
    { rel: "hierarchy", tool: "script_hierarchy_find", input, when: of("class", "struct", "interface") },
    { rel: "overrides", tool: "script_hierarchy_find", input, when: of("method", "property", "indexer", "event") },
    { rel: "assets", tool: "script_asset_usages", input: { path: { at: path } }, when: of("class") },
  ];
}

export const symbolsGet: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      path: v.string(),
      symbols: v.array(symbol),
      degraded: v.optional(v.string()),
      from: v.optional(count),
      totalSymbols: count,
      cursor: v.optional(v.string()),
      truncated: v.optional(v.boolean()),
    }),
  ),
  rows: [
    {
      at: "/symbols",
      unit: ["declaration", "declarations"],
      total: "/totalSymbols",
      lines: true,
      columns: [
        { field: "name", kind: "symbol" },
        { field: "kind" },
        { field: "container", drop: 3 },
        { field: "namespace", hidden: true },
        { field: "signature", kind: "code", drop: 1 },
        { field: "startLine", kind: "line" },
        { field: "endLine", kind: "line" },
        { field: "nameLine", hidden: true },
        { field: "nameColumn", hidden: true },
        { field: "attributes", hidden: true },
        { field: "condition", hidden: true },
        { field: "unity", drop: 2 },
      ],
      location: { path: "#/path", line: "/nameLine", column: "/nameColumn", endLine: "/endLine" },
      links: linksOf("", "#/path"),
    },
  ],
  next: { parameter: "startAfter", by: "cursors", at: "/cursor" },
  textTokens: { default: 1500 },
  notices: [{ at: "/degraded", text: "not fully understood: {}", tone: "warning" }],
  language: "csharp",
};

export const symbolFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(v.object({ path: v.string(), symbol })),
      total: count,
      hint: v.optional(v.string()),
      candidates: v.optional(v.array(v.string())),
      unread: v.optional(v.string()),
      cursor: v.optional(v.string()),
      truncated: v.optional(v.boolean()),
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["declaration", "declarations"],
      total: "/total",
      columns: [
        { field: "symbol", template: "{/symbol/namespace}", hidden: true },
        { field: "name", at: "/symbol/name", kind: "symbol", hidden: true },
        { field: "kind", at: "/symbol/kind" },
        { field: "container", template: "{/symbol/namespace} {/symbol/container}", drop: 2 },
        { field: "signature", at: "/symbol/signature", kind: "code" },
        { field: "path", kind: "path" },
        { field: "lines", template: "{/symbol/startLine}-{/symbol/endLine}" },
        { field: "unity", at: "/symbol/unity", drop: 3 },
        { field: "condition", at: "/symbol/condition", drop: 4 },
      ],
      location: { path: "/path", line: "/symbol/nameLine", column: "/symbol/nameColumn", endLine: "/symbol/endLine" },
      links: linksOf("/symbol", "/path"),
    },
  ],
  next: { parameter: "startAfter", by: "cursors", at: "/cursor" },
  textTokens: { default: 1500, unless: ["pageSize"] },
  notices: [
    { at: "/total", text: "{} declarations", one: "1 declaration", zero: true },
    { at: "/hint" },
    { at: "/candidates", text: "with that name: {}" },
    { at: "/unread", tone: "warning" },
  ],
  language: "csharp",
};
