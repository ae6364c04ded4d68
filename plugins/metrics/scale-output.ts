/** Output schema for one or several files. */
import * as v from "valibot";
import { type Column, lazily, type Output } from "../../core/host/plugin-api.ts";

const metrics = lazily(() =>
  v.strictObject({
    total_lines: v.number(),
    code_lines: v.number(),
    comment_lines: v.number(),
    blank_lines: v.number(),
    max_nesting_depth: v.number(),
    estimated_tokens: v.number(),
    file_size_bytes: v.number(),
    content_hash: v.optional(v.string()),
  }),
);

const symbol = lazily(() =>
  v.strictObject({
    name: v.string(),
    kind: v.string(),
    container: v.nullable(v.string()),
    startLine: v.number(),
    endLine: v.number(),
  }),
);

const single = lazily(() =>
  v.strictObject({
    success: v.literal(true),
    file_path: v.string(),
    language: v.string(),
    metrics,
    structure: v.nullable(v.array(symbol)),
  }),
);

const batch = lazily(() =>
  v.strictObject({
    success: v.literal(true),
    count_files: v.number(),
    count_ok: v.number(),
    count_errors: v.number(),
    limits: v.strictObject({ max_files: v.number(), concurrency: v.number() }),
    results: v.array(
      v.strictObject({ file_path: v.string(), resolved_path: v.string(), language: v.string(), metrics }),
    ),
    errors: v.array(v.strictObject({ file_path: v.string(), error: v.string(), code: v.string() })),
  }),
);

const NUMBERS = {
  total_lines: "lines",
  code_lines: "code",
  comment_lines: "comment",
  blank_lines: "blank",
  max_nesting_depth: "nesting",
  estimated_tokens: "tokens",
  file_size_bytes: "bytes",
};

const numbers = Object.entries(NUMBERS).map(
  ([field, title]): Column => ({ field, title, at: `/metrics/${field}`, kind: "number" }),
);

export const scaleOutput: Output<v.GenericSchema> = {
  schema: lazily(() => v.union([single, batch])),
  format: { parameter: "output_format", default: "toon" },
  toonContent: ["file_path", "language", "metrics", "structure"],
  rows: [
    {
      at: "/results",
      unit: ["file", "files"],
      total: "/count_ok",
      flat: "results",
      columns: [
        { field: "file_path", title: "file", kind: "path" },
        { field: "language", drop: 1 },
        ...numbers,
        { field: "content_hash", title: "hash", at: "/metrics/content_hash", drop: 2 },
      ],
      chart: { value: "/metrics/code_lines", name: "{/file_path}", split: "/", unit: "lines of code" },
      location: { path: "/resolved_path" },
    },
    {
      at: "/structure",
      unit: ["symbol", "symbols"],
      columns: [
        { field: "name", kind: "symbol" },
        { field: "kind" },
        { field: "container", drop: 1 },
        { field: "startLine", kind: "line" },
        { field: "endLine", kind: "line" },
      ],
      lines: true,
      chart: {
        value: { from: "/startLine", to: "/endLine" },
        name: "{/container}/{/name}",
        split: "/",
        unit: "lines",
        as: "bars",
      },
      location: { path: "#/file_path", line: "/startLine", endLine: "/endLine" },
    },
    {
      at: "/errors",
      unit: ["error", "errors"],
      flat: "errors",
      columns: [{ field: "file_path", title: "file", kind: "path" }, { field: "error" }, { field: "code", drop: 1 }],
      lines: true,
      tone: "error",
    },
  ],
  notices: [
    {
      at: "/language",
      text: `{/file_path} ({/language}): ${Object.entries(NUMBERS)
        .map(([field, title]) => `{/metrics/${field}} ${title}`)
        .join(", ")}`,
    },
    { at: "/metrics/content_hash", text: "SHA-256 {}" },
    { at: "/count_errors", text: "{/count_ok} of {/count_files} files measured" },
  ],
};
