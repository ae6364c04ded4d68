/** Defines the output of search_content, with the rows in each mode, their display, and their pages. */
import * as v from "valibot";
import {
  type CodeRule,
  type Column,
  type LinkRule,
  type LocationRule,
  lazily,
  type Output,
} from "../../../core/host/plugin-api.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(1));

const match = lazily(() =>
  v.strictObject({
    file: v.string(),
    line_number: line,
    column: line,
    match_text: v.string(),
    query: v.optional(v.string()),
    line_text: v.string(),
    line_offset: v.optional(count),
    match_length: v.optional(count),
    end_line: v.optional(line),
    more_lines: v.optional(v.array(v.string())),
    context_before: v.optional(v.array(v.string())),
    context_after: v.optional(v.array(v.string())),
  }),
);
const matches = v.array(v.omit(match, ["file"]));

/** These may appear in any mode. */
const about = {
  success: v.literal(true),
  count: v.optional(count),
  total_matches: v.optional(count),
  total_files: v.optional(count),
  truncated: v.optional(v.boolean()),
  elapsed_ms: v.optional(count),
  count_only: v.optional(v.literal(true)),
  files_only: v.optional(v.literal(true)),
  timed_out: v.optional(v.literal(true)),
  at_least: v.optional(v.literal(true)),
  overfull_files: v.optional(count),
  queries: v.optional(v.array(v.strictObject({ query: v.string(), total_matches: count }))),
  auto_no_ignore: v.optional(v.literal(true)),
  auto_no_ignore_reason: v.optional(v.string()),
  derived_from_total_only: v.optional(v.literal(true)),
  cache_hit: v.optional(v.literal(true)),
  warnings: v.optional(v.array(v.string())),
  base: v.optional(v.string()),
  output_file: v.optional(v.string()),
  file_saved: v.optional(v.union([v.string(), v.literal(false)])),
  file_save_error: v.optional(v.string()),
};

const answer = lazily(() =>
  v.strictObject({
    ...about,
    results: v.optional(v.array(match)),
    files: v.optional(v.record(v.string(), v.strictObject({ match_count: count, matches }))),
    members: v.optional(
      v.array(
        v.strictObject({
          file: v.string(),
          member: v.nullable(v.string()),
          kind: v.nullable(v.string()),
          start_line: v.nullable(line),
          end_line: v.nullable(line),
          body_cut: v.optional(v.literal(true)),
          matches,
        }),
      ),
    ),
    file_counts: v.optional(v.record(v.string(), count)),
    paths: v.optional(v.array(v.string())),
    summary: v.optional(
      v.strictObject({
        total_files: count,
        top_files: v.array(v.strictObject({ file: v.string(), matches: count })),
        file_types: v.record(v.string(), count),
        sample_matches: v.array(
          v.strictObject({ file: v.string(), line, text: v.string(), query: v.optional(v.string()) }),
        ),
      }),
    ),
  }),
);

const place = { line: "/line_number", column: "/column", endLine: "/end_line" };
const placeOf = (path: string): LocationRule => ({ path, base: "#/base", ...place });
const fileOf = (path: string): LocationRule => ({ path, base: "#/base" });

const code: CodeRule = {
  text: "/line_text",
  more: "/more_lines",
  before: "/context_before",
  after: "/context_after",
  match: "/match_text",
  offset: "/line_offset",
  note: ["{/query}"],
};

/** The arguments that affect what matches within a file. */
const SHARED = ["query", "queries", "case", "fixed_strings", "word", "multiline", "encoding"];
const links: LinkRule[] = [
  {
    rel: "members",
    tool: "search_content",
    input: {
      ...Object.fromEntries(SHARED.map((name) => [name, { at: `@${name}` }])),
      context_before: { at: "@context_before" },
      context_after: { at: "@context_after" },
      files: { path: "list" },
    },
  },
];

const TEXTS: Column[] = [
  { field: "line_number", kind: "line" },
  { field: "column", kind: "number" },
  { field: "match_text", kind: "code" },
  { field: "query" },
  { field: "line_text", kind: "code" },
  { field: "line_offset", kind: "number" },
  { field: "match_length", kind: "number" },
  { field: "end_line", kind: "line" },
  { field: "more_lines", kind: "code" },
  { field: "context_before", kind: "code" },
  { field: "context_after", kind: "code" },
];
const unit: [string, string] = ["match", "matches"];
const files: [string, string] = ["file", "files"];
const total = "/total_matches";

export const searchOutput: Output<v.GenericSchema> = {
  schema: lazily(() => v.union([count, answer])),
  format: { parameter: "output_format", default: "json" },
  toonContent: ["base", "results", "files", "members", "file_counts", "paths", "summary"],
  long: true,
  brief: true,
  next: { parameter: "cursor", by: "page", limit: { passed: true }, resumes: true },
  rows: [
    {
      at: "/summary/sample_matches",
      unit,
      columns: [
        { field: "file", kind: "path" },
        { field: "line", kind: "line" },
        { field: "text", kind: "code" },
        { field: "query" },
      ],
      text: "{/text}",
      location: { ...fileOf("/file"), line: "/line" },
      links,
    },
    { at: "/summary/file_types", unit: ["type", "types"], text: "{}  *{^}" },
    {
      at: "/summary/top_files",
      unit: files,
      columns: [
        { field: "matches", kind: "number" },
        { field: "file", kind: "path" },
      ],
      location: fileOf("/file"),
      links,
    },
    {
      at: "/paths",
      unit: files,
      count: "/count",
      total: "/total_files",
      location: fileOf(""),
      links,
      columns: [{ field: "file", at: "", kind: "path" }],
    },
    {
      at: "/file_counts",
      unit: files,
      columns: [
        { field: "matches", at: "", kind: "number" },
        { field: "file", at: "^", kind: "path" },
      ],
      location: fileOf("^"),
      links,
    },
    {
      at: "/members/*/matches",
      unit,
      count: "/count",
      total,
      flat: "members",
      columns: [
        { field: "file", at: "^/file", kind: "path" },
        { field: "member", at: "^/member", kind: "symbol" },
        { field: "kind", at: "^/kind" },
        { field: "start_line", at: "^/start_line", kind: "line" },
        { field: "member_end_line", at: "^/end_line", kind: "line" },
        ...TEXTS,
      ],
      location: placeOf("^/file"),
      code,
      links,
      heading: {
        text: "{^/kind} {^/member} {^/start_line}-{^/end_line}",
        location: { path: "^/file", base: "#/base", line: "^/start_line", endLine: "^/end_line" },
        links,
      },
    },
    { at: "/files/*/matches", unit, count: "/count", total, columns: TEXTS, location: placeOf("^"), code, links },
    {
      at: "/results",
      unit,
      count: "/count",
      total,
      columns: [{ field: "file", kind: "path" }, ...TEXTS],
      location: placeOf("/file"),
      code,
      links,
    },
  ],
  notices: [
    { at: total, text: "{} matches", one: "1 match", zero: true },
    { at: "/queries", text: "{/query}: {/total_matches}" },
    { at: "/total_files", text: "{} files", one: "1 file" },
    { at: "/summary/total_files", text: "{} files", one: "1 file" },
    { at: "/timed_out", text: "The time ran out", tone: "warning" },
    { at: "/at_least", text: "There may be more matches than that", tone: "warning" },
    {
      at: "/overfull_files",
      text: "{} files have more matches than max_count",
      one: "1 file has more matches than max_count",
    },
    { at: "/auto_no_ignore_reason" },
    { at: "/file_saved" },
    { at: "/file_save_error", tone: "error" },
    { at: "/warnings", tone: "warning" },
  ],
};
