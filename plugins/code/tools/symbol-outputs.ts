/** Answers of the tools, and how they are drawn. */
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
      language: v.string(),
      symbols: v.array(v.object({ ...symbol, depth: count })),
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
      text: "{/signature}",
      depth: "/depth",
      columns: [
        { field: "symbol_path", kind: "symbol", hidden: true },
        { field: "name", kind: "symbol" },
        { field: "kind" },
        { field: "container", drop: 3 },
        { field: "signature", kind: "code", drop: 1 },
        { field: "line", kind: "line" },
        { field: "end_line", kind: "line" },
        { field: "documentation", hidden: true },
      ],
      location: { path: "#/path", line: "/line", column: "/column", endLine: "/end_line" },
    },
  ],
  next: { parameter: "cursor", by: "page", at: "/cursor" },
  textTokens: { default: 2000 },
  notices: [{ at: "/unread", tone: "warning" }],
};
