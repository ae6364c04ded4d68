/** Output schemas and display rules of the tools. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";

type Declared = Output<v.GenericSchema>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(1));

const symbol = {
  symbol_path: v.string(),
  name: v.string(),
  kind: v.string(),
  container: v.nullable(v.string()),
  line,
  column: line,
  start_line: line,
  end_line: line,
  signature: v.string(),
  documentation: v.optional(v.string()),
};

export const outline: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      path: v.string(),
      language: v.optional(v.string()),
      files: v.optional(count),
      files_without_declarations: v.optional(count),
      without_declarations: v.optional(v.string()),
      symbols: v.array(
        v.object({
          ...v.partial(v.object(symbol)).entries,
          symbol_path: v.string(),
          kind: v.string(),
          line,
          end_line: line,
          signature: v.string(),
          depth: v.optional(count),
          path: v.optional(v.string()),
          used_in_files: v.optional(count),
          more_in_file: v.optional(count),
        }),
      ),
      total: count,
      unread: v.optional(v.string()),
      cursor: v.optional(v.string()),
      truncated: v.optional(v.boolean()),
    }),
  ),
  rows: [
    {
      at: "/symbols",
      unit: ["declaration", "declarations"],
      total: "/total",
      optionalFields: ["documentation"],
      columns: [
        { field: "symbol_path", kind: "symbol", hidden: true },
        { field: "name", kind: "symbol" },
        { field: "kind" },
        { field: "container", drop: 3 },
        { field: "signature", kind: "code", drop: 1 },
        { field: "line", kind: "line" },
        { field: "end_line", kind: "line" },
        { field: "path", kind: "path" },
        { field: "used_in_files", title: "used in", kind: "number", drop: 2 },
        { field: "documentation", hidden: true },
      ],
      lines: true,
      location: { path: "#/path", line: "/line", column: "/column", endLine: "/end_line" },
    },
  ],
  next: { parameter: "cursor", by: "page", at: "/cursor" },
  textTokens: { default: 2000 },
  notices: [{ at: "/without_declarations" }, { at: "/unread", tone: "warning" }],
};

export const symbolFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      results: v.array(v.object({ ...symbol, path: v.string() })),
      total: count,
      hint: v.optional(v.string()),
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
      optionalFields: ["documentation"],
      columns: [
        { field: "symbol_path", kind: "symbol", hidden: true },
        { field: "name", kind: "symbol", hidden: true },
        { field: "kind" },
        { field: "container", drop: 2 },
        { field: "signature", kind: "code" },
        { field: "path", kind: "path" },
        { field: "lines", template: "{/line}-{/end_line}" },
        { field: "documentation", hidden: true },
      ],
      location: { path: "/path", line: "/line", column: "/column", endLine: "/end_line" },
      links: [
        { rel: "references", tool: "code_refs_find", input: { name: { at: "/symbol_path" } } },
        { rel: "members", tool: "code_outline", input: { path: { at: "/path" } } },
      ],
    },
  ],
  next: { parameter: "cursor", by: "page", at: "/cursor", limit: { default: 50 } },
  textTokens: { default: 1500, unless: ["limit"] },
  notices: [
    { at: "/total", text: "{} declarations", one: "1 declaration", zero: true },
    { at: "/hint" },
    { at: "/unread", tone: "warning" },
  ],
};

export const refsFind: Declared = {
  schema: lazily(() =>
    v.object({
      success: v.literal(true),
      declarations: v.array(
        v.object({ symbol_path: v.string(), kind: v.string(), line, certain: count, possible: count }),
      ),
      changes: v.optional(
        v.array(
          v.object({
            change: v.picklist(["added", "changed", "removed"]),
            symbol_path: v.string(),
            kind: v.string(),
            line,
            certain: count,
            possible: count,
            members: v.optional(count),
          }),
        ),
      ),
      compared: v.optional(v.string()),
      uses: v.array(
        v.object({
          path: v.string(),
          line,
          column: line,
          kind: v.string(),
          certainty: v.picklist(["certain", "possible"]),
          text: v.string(),
          symbol_path: v.optional(v.string()),
          in: v.optional(v.string()),
          of: v.optional(v.string()),
        }),
      ),
      total: count,
      certain: v.optional(count),
      possible: v.optional(count),
      in_tests: v.optional(count),
      possible_in: v.optional(v.array(v.object({ path: v.string(), possible: count }))),
      other: v.optional(count),
      note: v.optional(v.string()),
      level: v.optional(v.string()),
      unread: v.optional(v.string()),
      cursor: v.optional(v.string()),
      truncated: v.optional(v.boolean()),
    }),
  ),
  rows: [
    {
      at: "/uses",
      unit: ["use", "uses"],
      total: "/total",
      optionalFields: ["symbol_path", "in", "of"],
      columns: [
        { field: "path", kind: "path" },
        { field: "line", kind: "line" },
        { field: "column", hidden: true },
        { field: "kind" },
        { field: "certainty", drop: 2 },
        { field: "text", kind: "code" },
        { field: "symbol_path", kind: "symbol", drop: 1 },
        { field: "in", hidden: true },
        { field: "of", kind: "symbol", hidden: true },
      ],
      location: { path: "/path", line: "/line", column: "/column" },
      code: { text: "/text", note: ["{/kind}", "{/certainty}", "in {/in}", "of {/of}"] },
      tone: { at: "/certainty", muted: ["possible"] },
    },
    {
      at: "/declarations",
      unit: ["declaration", "declarations"],
      text: "{/symbol_path} {/kind}: {/certain} certain, {/possible} possible",
    },
    { at: "/possible_in", unit: ["file", "files"], text: "{/path}: {/possible} possible" },
    {
      at: "/changes",
      unit: ["changed declaration", "changed declarations"],
      text: "{/change} {/symbol_path} {/kind}: {/certain} certain, {/possible} possible",
    },
  ],
  next: { parameter: "cursor", by: "page", at: "/cursor", limit: { default: 200 } },
  textTokens: { default: 2000, unless: ["limit"] },
  notices: [
    { at: "/certain", text: "{} certain", zero: true },
    { at: "/possible", text: "{} possible: only the name matches" },
    { at: "/in_tests", text: "{} in tests" },
    {
      at: "/other",
      text: "{} places with the name mean something else",
      one: "1 place with the name means something else",
    },
    { at: "/note" },
    { at: "/compared", text: "Compared {}" },
    { at: "/level", tone: "warning" },
    { at: "/unread", tone: "warning" },
  ],
};
