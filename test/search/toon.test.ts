/** Issue 3, "it must show" 4: `decode(toon_content)` of the official library gives back the data of every TOON answer, cut or whole. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decode } from "@toon-format/toon";
import fc from "fast-check";
import { createClock } from "../../core/host/capabilities/clock.ts";
import type { Host, Json, JsonObject } from "../../core/host/door-api.ts";
import { createTestHost } from "../../core/host/testing.ts";
import { toonData as batchData } from "../../plugins/extract/batch-answer.ts";
import { toToon } from "../../plugins/extract/toon.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { toonData as listData } from "../../plugins/search/list-answer.ts";
import { formatted, toonData } from "../../plugins/search/search-format.ts";
import { Turns } from "../../plugins/search/turns.ts";
import { scratch } from "../jig.ts";

/** Text as files hold it: any script, quotes, colons, commas, tabs, controls, numbers that are strings. */
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
  {
    maxLength: 30,
  },
);
const head = { success: true, total_matches: 5, truncated: false, elapsed_ms: 1 };
const turns = new Turns(createClock());

async function decodes(value: JsonObject): Promise<void> {
  const answer = (await formatted(value, "toon", turns)) as JsonObject;
  assert.deepEqual(decode(String(answer.toon_content)), JSON.parse(JSON.stringify(toonData(value))));
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
  test("an answer cut to any size still decodes, with as many rows as it says", async () => {
    const { fit } = await import("../../plugins/search/search-content.ts");
    const property = fc.asyncProperty(rows, fc.integer({ min: 300, max: 4000 }), async (results, size) => {
      const whole = await formatted({ ...head, count: results.length, results }, "toon", turns);
      const cut = fit(whole, size) as JsonObject | undefined;
      if (!cut || cut === whole) return;
      assert.ok(JSON.stringify(cut).length <= size);
      const data = decode(String(cut.toon_content)) as { results: Json[] };
      assert.equal(data.results.length, cut.count);
      const all = decode(String((whole as JsonObject).toon_content)) as { results: Json[] };
      assert.deepEqual(data.results, all.results.slice(0, data.results.length));
    });
    await fc.assert(property, { numRuns: 300 });
  });
  test("half a character becomes U+FFFD", async () => {
    const value = { ...head, count: 1, results: [{ file: "a", line_text: "\ud800" }] };
    const answer = (await formatted(value, "toon", turns)) as JsonObject;
    assert.deepEqual(decode(String(answer.toon_content)), { results: [{ file: "a", line_text: "\ufffd" }] });
  });
});

test("batches of sections and errors", () => {
  const section = fc.record({
    label: fc.option(text),
    range: fc.record({ start_line: fc.nat(), end_line: fc.option(fc.nat()) }),
    content_length: fc.nat(),
    content: text,
  });
  const error = fc.record({ error: text, section: fc.nat(), label: fc.option(text), start_line: fc.nat() });
  const file = fc.record({
    file_path: text,
    resolved_path: text,
    sections: fc.array(section, { maxLength: 4 }),
    errors: fc.array(error, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(file, { maxLength: 5 }), (files) => {
      const data = batchData(files as never);
      assert.deepEqual(decode(toToon(data)), JSON.parse(JSON.stringify(data)));
    }),
  );
});

describe("answers of real calls", () => {
  const root = scratch({
    "a.cs": 'class A { string s = "x, y: z"; }\n// class\tB\n',
    "b/c.py": "class C:\n  pass\n",
    "d e.txt": "class\n".repeat(3),
  });
  let host: Host;
  before(async () => {
    host = await createTestHost({ roots: [root], builtIns: BUILT_INS });
  });
  after(() => host.close());

  const ask = async (tool: string, input: JsonObject) => (await host.invoke(tool, input)).value as JsonObject;

  for (const mode of ["fixed_strings", "count_only_matches", "summary_only", "group_by_file", "optimize_paths"]) {
    test(`search, ${mode}: the data of the JSON answer`, async () => {
      const input = { query: "class", [mode]: true };
      const json = await ask("search_content", input);
      const toon = await ask("search_content", { ...input, output_format: "toon" });
      assert.deepEqual(decode(String(toon.toon_content)), JSON.parse(JSON.stringify(toonData(json))));
    });
  }
  test("list", async () => {
    const json = await ask("list_files", {});
    const toon = await ask("list_files", { output_format: "toon" });
    assert.deepEqual(decode(String(toon.toon_content)), listData(json.results as never));
  });
});
