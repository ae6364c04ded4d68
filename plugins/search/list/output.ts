/** Defines the output of list_files. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const entry = lazily(() =>
  v.strictObject({
    path: v.string(),
    is_dir: v.boolean(),
    size_bytes: v.nullable(count),
    mtime: v.nullable(v.pipe(v.number(), v.integer())),
    ext: v.nullable(v.string()),
    is_link: v.optional(v.literal(true)),
  }),
);

export const listOutput: Output<v.GenericSchema> = {
  schema: lazily(() =>
    v.strictObject({
      success: v.literal(true),
      count: v.optional(count),
      count_only: v.optional(v.literal(true)),
      total_count: count,
      truncated: v.boolean(),
      at_least: v.optional(v.literal(true)),
      elapsed_ms: count,
      auto_no_ignore: v.optional(v.literal(true)),
      auto_no_ignore_reason: v.optional(v.string()),
      warnings: v.optional(v.array(v.string())),
      output_file: v.optional(v.string()),
      message: v.optional(v.string()),
      output_file_error: v.optional(v.string()),
      results: v.optional(v.array(entry)),
    }),
  ),
  format: { parameter: "output_format", default: "json" },
  toonContent: ["results"],
  long: true,
  next: { parameter: "cursor", by: "page", limit: { default: 2000, passed: true }, resumes: true },
  rows: [
    {
      at: "/results",
      unit: ["entry", "entries"],
      count: "/count",
      total: "/total_count",
      columns: [
        { field: "path", kind: "path" },
        { field: "size_bytes", title: "size", kind: "bytes", textFor: ["size", "sort"] },
        { field: "mtime", title: "changed", kind: "time", textFor: ["changed_within", "changed_before", "sort"] },
        { field: "is_dir", title: "dir", drop: 2 },
        { field: "is_link", title: "link", drop: 1 },
        { field: "ext", hidden: true },
      ],
      location: { path: "/path" },
      links: [
        {
          rel: "members",
          tool: "list_files",
          input: { roots: { path: "list" } },
          when: { at: "/is_dir", in: [true] },
        },
      ],
    },
  ],
  notices: [
    { at: "/total_count", text: "{} entries", one: "1 entry", zero: true },
    { at: "/at_least", text: "There may be more entries than that", tone: "warning" },
    { at: "/auto_no_ignore_reason" },
    { at: "/message" },
    { at: "/output_file_error", tone: "error" },
    { at: "/warnings", tone: "warning" },
  ],
};
