/** Output schema: one range, or a batch. */
import * as v from "valibot";
import { lazily, type Output } from "../../core/host/plugin-api.ts";

const line = v.nullable(v.number());

const single = lazily(() =>
  v.strictObject({
    success: v.literal(true),
    file_path: v.string(),
    range: v.strictObject({ start_line: v.number(), end_line: line, start_column: line, end_column: line }),
    content_length: v.number(),
    lines_extracted: v.number(),
    file_lines: v.optional(v.number()),
    partial_content_result: v.optional(
      v.union([v.string(), v.strictObject({ lines: v.array(v.string()), metadata: v.looseObject({}) })]),
    ),
    output_file_path: v.optional(v.string()),
    file_saved: v.optional(v.boolean()),
    file_save_error: v.optional(v.string()),
  }),
);

const section = lazily(() =>
  v.strictObject({
    label: v.nullable(v.string()),
    range: v.strictObject({ start_line: v.number(), end_line: line }),
    content_length: v.number(),
    content: v.string(),
  }),
);

const file = lazily(() =>
  v.strictObject({
    file_path: v.string(),
    resolved_path: v.string(),
    sections: v.array(section),
    errors: v.array(v.looseObject({ error: v.string() })),
  }),
);

const batch = lazily(() =>
  v.strictObject({
    success: v.literal(true),
    count_files: v.number(),
    count_sections: v.number(),
    truncated: v.boolean(),
    omitted_sections: v.optional(v.number()),
    limits: v.record(v.string(), v.number()),
    errors_summary: v.strictObject({ errors: v.number() }),
    results: v.array(file),
  }),
);

export const extractOutput: Output<v.GenericSchema> = {
  schema: lazily(() => v.union([single, batch])),
  // "raw" returns just the code, unless an envelope is requested.
  format: {
    parameter: "output_format",
    default: "toon",
    verbatim: { parameter: "format", value: "raw", at: "/partial_content_result", unless: "/output_file_path" },
  },
  toonContent: ["file_path", "range", "content_length", "lines_extracted", "file_lines", "partial_content_result"],
  rows: [
    {
      at: "/results/*/sections",
      unit: ["section", "sections"],
      flat: "sections",
      count: "/count_sections",
      columns: [
        { field: "file_path", at: "^/file_path", kind: "path" },
        { field: "label" },
        { field: "start_line", at: "/range/start_line", kind: "line" },
        { field: "end_line", at: "/range/end_line", kind: "line" },
        { field: "content", kind: "code" },
      ],
      location: { path: "^/file_path", line: "/range/start_line" },
      code: { text: "/content" },
      chunks: { length: "/content_length", last: "/range/end_line" },
      heading: { text: "{/label}" },
    },
    {
      at: "/results/*/errors",
      unit: ["error", "errors"],
      flat: "errors",
      columns: [
        { field: "file_path", at: "^/file_path", kind: "path" },
        ...["section", "label", "start_line", "end_line", "error"].map((field) => ({ field })),
      ],
      lines: true,
      tone: "error",
    },
    {
      at: "/partial_content_result",
      unit: ["line", "lines"],
      keep: "head",
      count: "/lines_extracted",
      location: { path: "#/file_path", line: "#/range/start_line" },
    },
    { at: "/partial_content_result/lines", unit: ["line", "lines"], count: "/lines_extracted" },
  ],
  next: {
    parameter: "start_line",
    by: "line",
    firstLine: "/range/start_line",
    reset: { start_column: 0 },
    cursor: true,
  },
  notices: [
    { at: "/file_lines", text: "the file has {} lines", one: "the file has 1 line", zero: true },
    {
      at: "/omitted_sections",
      text: "{} sections left out: over the limits",
      one: "1 section left out: over the limits",
    },
    { at: "/output_file_path", text: "saved as {}" },
    { at: "/file_save_error", tone: "error" },
  ],
};
