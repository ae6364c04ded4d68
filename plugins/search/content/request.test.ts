/** Tests the normalization of arguments, and combinations that are rejected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFileSize } from "../arguments/file-size.ts";
import { filesArguments, probeArguments, searchArguments } from "../ripgrep/command-line.ts";
import { toRequest } from "./request.ts";

test("sizes", () => {
  const sizes: [string, number][] = [
    ["500", 500],
    ["10K", 10_240],
    ["1.5m", 1_572_864],
    ["2G", 2_147_483_648],
  ];
  for (const [text, bytes] of sizes) assert.equal(parseFileSize(text), bytes);
  for (const text of ["", "ten", "-1", "10T", "1e3", "K", "99999999999999999999G"]) {
    assert.throws(() => parseFileSize(text), { code: "INVALID_ARGUMENT" }, text);
  }
});

test("what excludes what", () => {
  const refused: [object, RegExp][] = [
    [{ query: "a", roots: ["a"], files: ["b"] }, /roots and files/],
    [{ query: "a", total_only: true, group_by_file: true }, /total_only and group_by_file/],
    [{ query: "a", suppress_output: true }, /output_file/],
    [{ query: " " }, /blank/],
    [{ query: "a\0" }, /NUL/],
    [{ query: "a", include_globs: ["b\0"] }, /include_globs/],
    [{ query: "a".repeat(70_000) }, /70000 bytes/],
    [{}, /query is missing/],
    [{ query: "a", queries: ["b"] }, /query and queries/],
    [{ queries: ["a", " "] }, /one of queries is blank/],
    [{ query: "a", enclosing: true, files_only: true }, /files_only and enclosing/],
    [{ query: "a", body: true }, /body needs enclosing/],
  ];
  for (const [input, message] of refused) assert.throws(() => toRequest(input as never), { message }, String(message));
  assert.equal(toRequest({ query: "a", summary_only: true, total_only: false }).mode, "summary");
});

test("no text of the caller's ever stands where a flag could", () => {
  const { query } = toRequest({
    query: "--pre=/bin/sh",
    include_globs: ["--hidden"],
    exclude_globs: ["-x"],
    encoding: "--pre",
    max_filesize: "5K",
  });
  for (const args of [
    searchArguments(query, "json", ["--files"], 5),
    probeArguments(query),
    filesArguments(query, ["-x"]),
  ]) {
    const end = args.indexOf("--");
    assert.ok(end > 0);
    const given = args
      .slice(0, end)
      .filter((arg) => /hidden|pre|-x/.test(arg) && !/^--(no-hidden|glob=|regexp=|encoding=)/.test(arg));
    assert.deepEqual(given, []);
    assert.ok(args.includes("--no-config"));
  }
});
