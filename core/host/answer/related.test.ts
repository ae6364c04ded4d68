/** Related rows: lookup tables, nested lists, remaining counts, and tools with their own paging. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentOf, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import type { JsonObject, Outcome } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { pagedOutcome } from "./page.ts";

/** Each page as JSON, followed by `next`. */
async function pagesOf(
  output: Output<unknown>,
  parameters: string[],
  run: (input: JsonObject) => Outcome,
  maxChars: number,
): Promise<JsonObject[]> {
  const about = environmentOf({ countTokens: async () => 1 });
  const tool = toolOf(output, { parameters });
  const pages: JsonObject[] = [];
  for (let input: JsonObject = {}; pages.length < 200; ) {
    const call = { tool, input, startedAt: Date.now() };
    const outcome = await pagedOutcome(call, about, async (own) => run(own));
    const { text, next } = await presentCall(call, outcome, { as: "json", maxChars }, about);
    assert.ok(text.length <= maxChars, `${text.length} > ${maxChars}`);
    pages.push(JSON.parse(text) as JsonObject);
    if (!next) return pages;
    input = { ...input, ...next };
  }
  throw new Error("the pages do not end");
}

test("a table keeps what shown rows point to, numbered anew", async () => {
  const table = Array.from({ length: 60 }, (_, at) => `${"folder/".repeat(5)}${at}`);
  const rows = Array.from({ length: 120 }, (_, at) => ({ id: at >> 1, text: `row ${at}` }));
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/rows", lookup: { at: "/table", by: "/id" } }],
    next: { parameter: "cursor", by: "page" },
  };
  const pages = await pagesOf(output, [], () => ({ value: { table, rows } }), 1500);
  assert.ok(pages.length > 3);
  const read = (page: JsonObject) =>
    (page.rows as { id: number; text: string }[]).map(({ id, text }) => [(page.table as string[])[id], text]);
  assert.deepEqual(
    pages.flatMap(read),
    rows.map(({ id, text }) => [table[id], text]),
  );
  for (const page of pages) assert.ok((page.table as string[]).length <= (page.rows as unknown[]).length);
});

test("lists that nest are cut with the number of what is to come, and spare fields go first", async () => {
  const below: Record<string, string[]> = Object.fromEntries([
    ["root", Array.from({ length: 30 }, (_, at) => `c${at}`)],
    ...Array.from({ length: 30 }, (_, at) => [`c${at}`, [`c${at}a`, `c${at}b`]]),
  ]);
  const about = Object.fromEntries(
    Object.values(below)
      .flat()
      .map((name) => [String(name), { line: 1, preview: "x".repeat(200) }]),
  );
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/below/*", nested: true, remaining: "/left", keyedMaps: ["/about"], optionalFields: ["preview"] }],
    next: { parameter: "cursor", by: "page" },
  };
  const pages = await pagesOf(output, [], () => ({ value: { below, left: { c29: 4 }, about } }), 1500);
  assert.ok(pages.length > 2);
  const rows = pages.flatMap((page) =>
    Object.entries(page.below as Record<string, string[]>).flatMap(([key, list]) => list.map((row) => `${key}>${row}`)),
  );
  assert.deepEqual(
    rows,
    Object.entries(below).flatMap(([key, list]) => list.map((row) => `${key}>${row}`)),
  );
  const first = pages[0] as { below: Record<string, string[]>; left: Record<string, number>; about: object };
  assert.equal(first.left.root, 30 - first.below.root!.length);
  assert.equal(first.left.c0, 2);
  assert.equal((pages.at(-1) as { left: Record<string, number> }).left.c29, 4);
  assert.deepEqual(Object.keys(first.about).sort(), [...first.below.root!].sort());
  assert.doesNotMatch(JSON.stringify(first), /preview":"x/);
});

test("a tool that goes on by numbers of rows stays in step, whatever is cut", async () => {
  const all = Array.from({ length: 95 }, (_, at) => `row ${at} ${"x".repeat(40)}`);
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/rows", count: "/shown", total: "/total" }],
    next: { parameter: "from", by: "offset", at: "/nextFrom", remaining: "/left", firstLine: "/from" },
  };
  const run = ({ from = 0 }: JsonObject): Outcome => {
    const end = Math.min(all.length, Number(from) + 40);
    const rows = all.slice(Number(from), end);
    const nextFrom = end < all.length ? end : null;
    const value = { from: Number(from), rows, shown: rows.length, total: all.length, nextFrom, left: all.length - end };
    return { value, ...(nextFrom === null ? {} : { next: { from: nextFrom } }) };
  };
  for (const maxChars of [900, 1500, 100_000]) {
    const pages = await pagesOf(output, ["from"], run, maxChars);
    assert.deepEqual(
      pages.flatMap((page) => page.rows),
      all,
    );
    let at = 0;
    for (const { from, shown, nextFrom, next } of pages) {
      assert.equal(from, at);
      at += Number(shown);
      assert.equal(nextFrom, next ? at : null);
    }
  }
});
