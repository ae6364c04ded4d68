/** The official library's `decode(toon_content)` returns the data of all TOON answers, truncated or not. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { decode } from "@toon-format/toon";
import fc from "fast-check";
import type { Host, Json, JsonObject } from "../../core/host/frontend-api.ts";
import { createTestHost } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { scratch } from "../jig.ts";

/** Typical and unusual file content: all scripts, quotes, colons, commas, tabs, control characters, numeric strings. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "true",
    "100.0",
    "-5",
    "null",
    "a: b",
    "x,y",
    "[3]{a}:",
    "- item",
    '"q"',
    "\\",
    "\t",
    " pad ",
    "#",
  ),
);
const row = fc.record({
  file: fc.tuple(fc.constantFrom("/a", "/b c", '/"q"', "/ü/日本"), fc.nat(5)).map(([at, n]) => `${at}/${n}.cs`),
  line_number: fc.nat(9999),
  column: fc.nat(999),
  match_text: text,
  line_text: text,
});
const optional = fc.record({
  line_offset: fc.option(fc.nat(), { nil: undefined }),
  context_before: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
});
const rows = fc.array(
  fc.tuple(row, optional).map(([a, b]) => JSON.parse(JSON.stringify({ ...a, ...b })) as JsonObject),
  { maxLength: 30 },
);
const head = { success: true, total_matches: 5, truncated: false, elapsed_ms: 1 };

const ROOT = scratch({
  "a.cs": 'class A { string s = "x, y: z"; }\n// class\tB\n',
  "b/c.py": "class C:\n  pass\n",
  "d e.txt": "class\n".repeat(3),
});
let host: Host;
before(async () => {
  host = await createTestHost({ roots: [ROOT], builtIns: BUILT_INS });
});
after(() => host.close());

/** Same fields in all rows. */
function uniform(list: readonly JsonObject[]): JsonObject[] {
  const keys = [...new Set(list.flatMap((each) => Object.keys(each)))];
  return list.map((each) => Object.fromEntries(keys.map((key) => [key, each[key] ?? null])));
}

type Groups = Record<string, { matches: JsonObject[] }>;
type Member = JsonObject & { matches: JsonObject[] };

/** The part of a JSON answer that's in TOON. */
function tables({ base, results, files, file_counts, paths, members, summary }: JsonObject): JsonObject {
  const data: JsonObject = base === undefined ? {} : { base };
  if (results) data.results = uniform(results as JsonObject[]);
  if (files) {
    const groups = Object.entries(files as unknown as Groups);
    data.files = Object.fromEntries(groups.map(([path, { matches }]) => [path, uniform(matches)]));
  }
  if (file_counts)
    data.file_counts = Object.entries(file_counts).map(([file, matches]) => ({ file, matches })) as Json[];
  if (paths) data.paths = (paths as string[]).map((file) => ({ file }));
  if (members) {
    const each = (members as unknown as Member[]).flatMap(({ matches, end_line, ...about }) =>
      matches.map((match) => ({ ...about, member_end_line: end_line, ...match })),
    );
    data.members = uniform(each as JsonObject[]);
  }
  if (summary) data.summary = summary;
  return JSON.parse(JSON.stringify(data)) as JsonObject;
}

async function toonOf(value: JsonObject, maxChars?: number): Promise<JsonObject> {
  const input = { query: "x", output_format: "toon" };
  const options = maxChars === undefined ? {} : { maxChars };
  return JSON.parse((await host.present("search_content", { value }, input, options)).text) as JsonObject;
}

async function decodes(value: JsonObject): Promise<void> {
  const answer = await toonOf(value);
  assert.equal(answer.format, "toon");
  assert.deepEqual(decode(String(answer.toon_content)), tables(value));
  for (const key of ["results", "files", "file_counts"]) assert.equal(key in answer, false, key);
}

describe("search answers", () => {
  test("rows", async () => {
    await fc.assert(fc.asyncProperty(rows, (results) => decodes({ ...head, count: results.length, results })));
  });
  test("groups", async () => {
    const groups = (list: JsonObject[]) =>
      Object.fromEntries(list.map(({ file, ...match }) => [String(file), { match_count: 1, matches: [match] }]));
    await fc.assert(fc.asyncProperty(rows, (list) => decodes({ ...head, files: groups(list) as unknown as Json })));
  });
  test("counts", async () => {
    const counts = fc.dictionary(text, fc.nat());
    await fc.assert(fc.asyncProperty(counts, (file_counts) => decodes({ ...head, base: "/x", file_counts })));
  });
  test("an answer cut to any size still decodes, with as many rows as it says and a way on", async () => {
    const property = fc.asyncProperty(rows, fc.integer({ min: 600, max: 4000 }), async (results, size) => {
      const value = { ...head, count: results.length, results };
      const cut = await toonOf(value, size);
      const shown = (decode(String(cut.toon_content)) as { results: JsonObject[] }).results;
      assert.equal(shown.length, cut.count);
      if (cut.count === results.length) return;
      assert.ok(JSON.stringify(cut).length <= size);
      assert.equal(cut.truncated, true);
      assert.ok(cut.next);
      assert.deepEqual(shown, JSON.parse(JSON.stringify(uniform(results.slice(0, shown.length) as JsonObject[]))));
    });
    await fc.assert(property, { numRuns: 150 });
  });
  test("half a character becomes U+FFFD", async () => {
    const answer = await toonOf({ ...head, count: 1, results: [{ file: "a", line_text: "\ud800" }] });
    assert.deepEqual(decode(String(answer.toon_content)), { results: [{ file: "a", line_text: "\ufffd" }] });
  });
});

describe("answers of real calls", () => {
  const call = async (tool: string, input: JsonObject) => {
    const outcome = await host.invoke(tool, input);
    return JSON.parse((await host.present(tool, outcome, input, {})).text) as JsonObject;
  };
  const MODES = ["fixed_strings", "count_only_matches", "files_only", "group_by_file", "enclosing", "optimize_paths"];
  for (const mode of MODES) {
    test(`search, ${mode}: the data of the JSON answer`, async () => {
      const input = { query: "class", [mode]: true };
      const json = await call("search_content", input);
      const toon = await call("search_content", { ...input, output_format: "toon" });
      assert.deepEqual(decode(String(toon.toon_content)), tables(json));
    });
  }
  test("summary", async () => {
    const input = { query: "class", summary_only: true };
    const { summary } = (await call("search_content", input)) as { summary: JsonObject };
    const toon = await call("search_content", { ...input, output_format: "toon" });
    assert.deepEqual(decode(String(toon.toon_content)), { summary });
  });
  test("list", async () => {
    const { results } = (await call("list_files", {})) as { results: JsonObject[] };
    const toon = await call("list_files", { output_format: "toon" });
    assert.deepEqual(decode(String(toon.toon_content)), { results: uniform(results) });
  });
  test("a saved answer is the whole as one document, and what is left of it has no empty table", async () => {
    const input = { query: "class", output_format: "toon", output_file: "saved", suppress_output: true };
    const answer = await call("search_content", input);
    assert.deepEqual(Object.keys(answer), ["success", "count", "output_file", "file_saved"]);
    const json = await call("search_content", { query: "class" });
    const saved = decode(readFileSync(join(ROOT, "saved.toon"), "utf8")) as JsonObject;
    assert.deepEqual([saved.success, saved.total_matches], [true, json.total_matches]);
    assert.deepEqual(saved.results, uniform(json.results as JsonObject[]));
  });
});
