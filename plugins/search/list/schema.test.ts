/** Tests the input and output schemas of list_files, and its rows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { listInput } from "./input.ts";
import { listOutput } from "./output.ts";

const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

test("arguments", () => {
  const taken: object[] = [
    {},
    { roots: ["a"], pattern: "x", glob: true, full_path_match: true, extensions: ["ts"], exclude: ["*.md"] },
    { types: ["f", "d", "l", "x", "e"], depth: 1, min_depth: 1, prune: true, size: ["+1"], count_only: true },
    { changed_within: "1d", changed_before: "1d", follow_symlinks: true, hidden: true, no_ignore: true },
    { sort: "path", output_format: "json", output_file: "x", suppress_output: true },
    { sort: "size", output_format: "toon" },
    { sort: "time", output_format: "text", roots: [] },
    { roots: Array.from({ length: 1000 }, () => "a") },
  ];
  const refused: object[] = [
    { root: ["a"] },
    { roots: "a" },
    { roots: [""] },
    { roots: Array.from({ length: 1001 }, () => "a") },
    { types: ["g"] },
    { depth: 0 },
    { depth: 1.5 },
    { min_depth: 0 },
    { sort: "name" },
    { output_format: "xml" },
    { glob: "yes" },
    { pattern: 1 },
  ];
  for (const input of taken) assert.ok(accepts(listInput, input), JSON.stringify(input));
  for (const input of refused) assert.equal(accepts(listInput, input), false, JSON.stringify(input));
});

const ENTRY = { path: "/a", is_dir: false, size_bytes: 1, mtime: 2, ext: "txt" };
const ANSWER = { success: true, total_count: 1, truncated: false, elapsed_ms: 3 };

test("answers", () => {
  const schema = listOutput.schema as v.GenericSchema;
  const taken: object[] = [
    { ...ANSWER, count: 1, results: [ENTRY] },
    { ...ANSWER, count_only: true, at_least: true, auto_no_ignore: true, auto_no_ignore_reason: "x", warnings: ["x"] },
    { ...ANSWER, output_file: "x", message: "x", output_file_error: "x", results: [] },
    { ...ANSWER, results: [{ ...ENTRY, is_dir: true, size_bytes: null, mtime: null, ext: null, is_link: true }] },
  ];
  const refused: object[] = [
    { ...ANSWER, success: false },
    { ...ANSWER, more: 1 },
    { ...ANSWER, total_count: -1 },
    { ...ANSWER, total_count: 0.5 },
    { ...ANSWER, count_only: false },
    { ...ANSWER, at_least: false },
    { ...ANSWER, auto_no_ignore: false },
    { ...ANSWER, results: [{ ...ENTRY, more: 1 }] },
    { ...ANSWER, results: [{ ...ENTRY, mtime: 0.5 }] },
    { ...ANSWER, results: [{ ...ENTRY, is_link: false }] },
    { success: true, total_count: 1, truncated: false },
  ];
  for (const answer of taken) assert.ok(accepts(schema, answer), JSON.stringify(answer));
  for (const answer of refused) assert.equal(accepts(schema, answer), false, JSON.stringify(answer));
});

test("rows show path, size and time; a directory leads to what is in it", () => {
  const [rows] = listOutput.rows!;
  const columns = rows!.columns!.map(({ field, title = "", kind = "", drop = 0, hidden = false }) =>
    [field, title, kind, drop, hidden].filter((each) => each).join(" "),
  );
  assert.deepEqual(columns, [
    "path path",
    "size_bytes size bytes",
    "mtime changed time",
    "is_dir dir 2",
    "is_link link 1",
    "ext true",
  ]);
  const { at, unit, count, total, location, links } = rows!;
  assert.deepEqual([at, unit, count, total], ["/results", ["entry", "entries"], "/count", "/total_count"]);
  assert.deepEqual(location, { path: "/path" });
  const members = { rel: "members", tool: "list_files", input: { roots: { path: "list" } } };
  assert.deepEqual(links, [{ ...members, when: { at: "/is_dir", in: [true] } }]);
  assert.deepEqual(
    [listOutput.format, listOutput.toonContent],
    [{ parameter: "output_format", default: "json" }, ["results"]],
  );
});
