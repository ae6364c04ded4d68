/** Schemas of `find_symbols`. */
import * as v from "valibot";
import { lazily, type Output } from "../../core/host/plugin-api.ts";

export const findSymbolsInput = lazily(() =>
  v.strictObject({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(500), v.description("The name, or a part of it: see match.")),
    roots: v.optional(
      v.pipe(
        v.array(v.string()),
        v.minLength(1),
        v.maxLength(1000),
        v.description("repo:NAME, also with @branch, a folder or *; default: all."),
      ),
    ),
    match: v.optional(v.pipe(v.picklist(["exact", "prefix", "contains"]), v.description("default: exact."))),
    ignore_case: v.optional(v.pipe(v.boolean(), v.description("Ignore case."))),
    kinds: v.optional(
      v.pipe(v.array(v.string()), v.description("Only these kinds of ctags: class, method, function…")),
    ),
  }),
);

export type FindSymbolsInput = v.InferOutput<typeof findSymbolsInput>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const findSymbolsOutput: Output<v.GenericSchema> = {
  schema: lazily(() =>
    v.strictObject({
      success: v.literal(true),
      count,
      total_count: count,
      truncated: v.boolean(),
      at_least: v.optional(v.literal(true)),
      symbols: v.array(
        v.strictObject({
          file: v.string(),
          line_number: v.pipe(v.number(), v.integer(), v.minValue(1)),
          column: v.pipe(v.number(), v.integer(), v.minValue(1)),
          name: v.string(),
          kind: v.string(),
          container: v.nullable(v.string()),
          line_text: v.string(),
        }),
      ),
      warnings: v.optional(v.array(v.string())),
    }),
  ),
  next: { parameter: "cursor", by: "page" },
  rows: [
    {
      at: "/symbols",
      unit: ["symbol", "symbols"],
      count: "/count",
      total: "/total_count",
      columns: [
        { field: "file", kind: "path" },
        { field: "line_number", kind: "line" },
        { field: "kind" },
        { field: "name", kind: "symbol" },
        { field: "container", drop: 2 },
        { field: "line_text", kind: "code", drop: 1 },
        { field: "column", hidden: true },
      ],
      location: { path: "/file", line: "/line_number", column: "/column" },
    },
  ],
  notices: [
    { at: "/at_least", text: "There may be more symbols than that", tone: "warning" },
    { at: "/warnings", tone: "warning" },
  ],
};
