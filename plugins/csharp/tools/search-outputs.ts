/** Defines the output schemas and the display for tools that find matches and references. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";

type Declared = Output<v.GenericSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(1));

export const search: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      pathTable: v.array(v.string()),
      results: v.array(
        v.object({
          fileId: count,
          lineRanges: v.string(),
          more: v.optional(count),
          snippets: v.optional(v.array(v.object({ line, endLine: v.optional(line), snippet: v.string() }))),
        }),
      ),
      total: count,
      totalFiles: count,
      cursor: v.optional(v.string()),
      truncated: v.optional(v.boolean()),
      reason: v.optional(v.string()),
      errors: v.optional(v.array(v.object({ path: v.string(), code: v.string(), error: v.string() }))),
      timedOutFiles: v.optional(count),
      unsearchedFiles: v.optional(count),
      skippedLargeFiles: v.optional(count),
      hint: v.optional(v.string()),
      unread: v.optional(v.string()),
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["result", "results"],
      lookup: { at: "/pathTable", by: "/fileId" },
      lines: true,
      columns: [
        { field: "path", at: "#/pathTable/{/fileId}", kind: "path" },
        { field: "lineRanges" },
        { field: "more" },
        { field: "snippets", at: "/snippets/*/snippet", kind: "code" },
      ],
      location: { path: "#/pathTable/{/fileId}" },
    },
  ],
  reason: "/reason",
  next: { parameter: "startAfter", by: "cursors", at: "/cursor" },
  notices: [
    { at: "/total", text: "{} matches in {/totalFiles} files", one: "1 match in 1 file", zero: true },
    { at: "/skippedLargeFiles", text: "{} larger files left out (maxFileSizeKB)", one: "1 larger file skipped" },
    { at: "/errors", text: "{/path}: {/error}", tone: "warning" },
    { at: "/timedOutFiles", text: "{} files took too long", tone: "warning" },
    { at: "/unsearchedFiles", text: "time ran out before {} files were searched", tone: "warning" },
    { at: "/hint" },
    { at: "/unread", tone: "warning" },
  ],
  language: "csharp",
  long: true,
  brief: true,
};

/** The answer to `names`, which has every symbol and its uses. */
const symbolUses = v.object({
  symbol_path: v.string(),
  kind: v.string(),
  path: v.string(),
  line: count,
  count,
  reached: v.optional(v.string()),
  uses: v.array(
    v.object({
      path: v.string(),
      line,
      column: line,
      kind: v.string(),
      certainty: v.picklist(["certain", "possible"]),
      symbol: v.string(),
      symbol_path: v.string(),
      text: v.string(),
      via: v.optional(v.string()),
    }),
  ),
});

/** The answer to `members`, which has every member and its users, grouped by the kind of use. */
const memberUses = v.object({
  symbol_path: v.string(),
  kind: v.string(),
  path: v.string(),
  line: count,
  uses: v.optional(count),
  possible: count,
  files: count,
  users: v.record(v.string(), v.array(v.string())),
  lines: v.record(v.string(), v.array(v.array(v.number()))),
  reached: v.optional(v.string()),
});

export const refsFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(
        v.object({
          path: v.string(),
          line,
          column: line,
          kind: v.string(),
          certainty: v.picklist(["certain", "possible"]),
          symbol: v.string(),
          symbol_path: v.string(),
          of: v.optional(v.string()),
          snippet: v.optional(v.string()),
          via: v.optional(v.string()),
        }),
      ),
      total: count,
      certain: count,
      possible: count,
      other: count,
      totalFiles: count,
      targets: v.array(
        v.object({
          path: v.string(),
          line,
          kind: v.string(),
          symbol: v.string(),
          symbol_path: v.optional(v.string()),
          local: v.optional(v.string()),
          at: v.optional(v.string()),
          in: v.optional(v.string()),
          parts: v.optional(v.array(v.string())),
          uses: v.optional(count),
        }),
      ),
      targetCount: v.optional(count),
      symbols: v.optional(v.array(symbolUses)),
      members: v.optional(v.array(memberUses)),
      unused: v.optional(count),
      withoutUse: v.optional(v.array(v.string())),
      alsoNamed: v.optional(v.string()),
      cursor: v.optional(v.string()),
      truncated: v.optional(v.boolean()),
      reason: v.optional(v.string()),
      note: v.optional(v.string()),
      hint: v.optional(v.string()),
      unread: v.optional(v.string()),
      warnings: v.optional(v.array(v.string())),
    }),
  ),
  rows: [
    {
      at: "/results",
      unit: ["reference", "references"],
      total: "/total",
      columns: [
        { field: "path", kind: "path" },
        { field: "line", kind: "line" },
        { field: "column" },
        { field: "kind" },
        { field: "certainty" },
        { field: "symbol", kind: "symbol", hidden: true },
        { field: "symbol_path", kind: "symbol" },
        { field: "of" },
        { field: "via" },
        { field: "snippet", kind: "code" },
      ],
      location: { path: "/path", line: "/line", column: "/column" },
      code: {
        text: "/snippet",
        lead: "@snippetContext",
        note: ["{/certainty} {/kind} in {/symbol}", "of {/of}", "via {/via}"],
      },
      links: [{ rel: "members", tool: "script_symbols_get", input: { path: { at: "/path" } } }],
    },
    {
      at: "/symbols/*/uses",
      unit: ["use", "uses"],
      total: "/total",
      lines: true,
      columns: [
        { field: "of", at: "^/symbol_path", kind: "symbol", hidden: true },
        { field: "path", kind: "path" },
        { field: "line", kind: "line" },
        { field: "column", hidden: true },
        { field: "kind" },
        { field: "certainty" },
        { field: "symbol", kind: "symbol", hidden: true },
        { field: "symbol_path", kind: "symbol" },
        { field: "via" },
        { field: "text", kind: "code" },
      ],
      location: { path: "/path", line: "/line", column: "/column" },
      heading: {
        text: "{^/kind} {^/symbol_path}, uses: {^/count} {^/reached}",
        location: { path: "^/path", line: "^/line" },
      },
    },
    {
      at: "/members",
      unit: ["member", "members"],
      total: "/targetCount",
      lines: true,
      columns: [
        { field: "kind" },
        { field: "symbol_path", kind: "symbol" },
        { field: "uses", kind: "number" },
        { field: "possible", kind: "number" },
        { field: "files", kind: "number" },
        { field: "users" },
        { field: "lines", hidden: true },
        { field: "reached" },
        { field: "path", kind: "path" },
        { field: "line", kind: "line" },
      ],
      location: { path: "/path", line: "/line" },
    },
  ],
  reason: "/reason",
  next: { parameter: "startAfter", by: "cursors", at: "/cursor" },
  textTokens: { default: 4000, unless: ["pageSize", "maxBytes", "maxMatchesPerFile"] },
  notices: [
    { at: "/withoutUse", text: "no uses of {}" },
    { at: "/unused", text: "{} of {/targetCount} members are unused", zero: true },
    { at: "/targets", text: "of {/kind} {/symbol_path}{/local}  {/path}:{/line}" },
    { at: "/alsoNamed" },
    {
      at: "/total",
      zero: true,
      text: "{} references: {/certain} certain, {/possible} possible, files: {/totalFiles}; {/other} of other declarations are left out",
    },
    { at: "/note" },
    { at: "/hint" },
    { at: "/unread", tone: "warning" },
    { at: "/warnings", tone: "warning" },
  ],
  language: "csharp",
  long: true,
  brief: true,
};
