/** Oversized content: rows, multi-line text, undeclared fields, errors. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentOf, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import { pagedOutcome } from "../answer/page.ts";
import type { Json, JsonObject, Outcome, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import type { Format } from "../contract/presented-answer.ts";
import type { AnswerRow } from "./row.ts";
import {
  countLines,
  headingEnd,
  jsonCost,
  jsonSize,
  lineCount,
  plainCost,
  rowSize,
  rowSizes,
  shortenRow,
  shortenText,
  shrinkValue,
} from "./size.ts";

function shower(output: Output<unknown>, view: ViewKind = "json", repeatable = true) {
  const tool = toolOf(output, { view, repeatable, parameters: ["start"] });
  const about = environmentOf();
  const call = (input: JsonObject) => ({ tool, input, startedAt: 0 });
  return {
    show: (outcome: Outcome, maxChars: number, as: Format = "json", input: JsonObject = {}) =>
      presentCall(call(input), outcome, { as, maxChars }, about),
    page: (input: JsonObject, run: () => Promise<Outcome>) => pagedOutcome(call(input), about, run),
  };
}

test("a value shrinks to its room: what is small stays, what is large shares the rest", () => {
  const value = {
    name: "x",
    count: 3,
    text: "a".repeat(9000),
    list: Array.from({ length: 900 }, (_, n) => n),
    more: { deep: "b".repeat(9000) },
  };
  for (const room of [200, 500, 2000, 20_000, 50_000]) {
    const small = shrinkValue(value, room) as typeof value;
    assert.ok(JSON.stringify(small).length <= Math.max(room, 0), `${room} ${JSON.stringify(small).length}`);
    assert.deepEqual([small.name, small.count], ["x", 3]);
  }
  assert.deepEqual(shrinkValue(value, 50_000), value);
  for (const each of [null, 1.5, '\u0000"é', [1, [2, { a: undefined }]], value] as Json[])
    assert.ok(jsonSize(each, 1e9) >= JSON.stringify(each).length);
});

const BY_LINE: Output<unknown> = {
  schema: {},
  rows: [{ at: "/code", keep: "head", count: "/lines", location: { path: "#/path", line: "#/first" } }],
  next: { parameter: "start", by: "line", firstLine: "/first", reset: { column: 0 } },
};
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join("");

test("a text goes on behind its last line, whatever stands above it as a heading", async () => {
  const { show } = shower(BY_LINE, "source");
  for (const heading of ["", "--- heading\n"]) {
    const value = { path: "/w/a", first: 11, lines: 900, code: heading + numbered(11, 910) };
    const cut = JSON.parse((await show({ value }, 2000, "json", { column: 3 })).text);
    assert.equal(cut.code, heading + numbered(11, 10 + cut.lines));
    assert.deepEqual(cut.next, { start: 11 + cut.lines, column: 0 });
    const { text } = await show({ value }, 2000, "text");
    const last = Number(/--- \/w\/a:11-(\d+)\n/.exec(text)?.[1]);
    assert.ok(
      text.includes(`line ${last}\n!!! ${last - 10} of 900 lines shown; next: {"start":${last + 1}}`),
      text.slice(-200),
    );
    assert.ok(!text.includes("heading") && text.length <= 2000);
  }
});

test("a text that is the whole answer is sent as it stands, and cut only with a line that says so", async () => {
  const { show } = shower(BY_LINE, "source");
  const odd = "\u0007 a\r\nb";
  for (const as of ["json", "toon", "text"] as const) assert.equal((await show({ value: odd }, 1000, as)).text, odd);
  const { text, next } = await show({ value: numbered(5, 900) }, 1000, "text", { start: 5 });
  assert.ok(text.length <= 1000);
  const last = Number(/line (\d+)\n!!! /.exec(text)?.[1]);
  assert.deepEqual(next, { start: last + 1 });
});

test("one endless line is cut within, and the page behind it is not the same again", async () => {
  const { show } = shower(BY_LINE);
  const value = { path: "/w/a", first: 1, lines: 2, code: `${"x".repeat(100_000)}\nlast\n` };
  const cut = JSON.parse((await show({ value }, 2000)).text);
  assert.match(cut.code, /^x+… \d+ characters left out …x+$/);
  assert.deepEqual(cut.next, { start: 2 });
  const only = JSON.parse((await show({ value: { ...value, lines: 1, code: "x".repeat(100_000) } }, 2000)).text);
  assert.equal(only.next, undefined);
});

test("a field that nobody declared does not push an answer over its room", async () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({ n }));
  const { show } = shower({ schema: {}, rows: [{ at: "/rows" }] });
  for (const as of ["json", "toon", "text"] as const) {
    const shown = await show({ value: { ok: true, dump: "z".repeat(500_000), rows } }, 3000, as);
    assert.ok(shown.text.length <= 3000, `${as} ${shown.text.length}`);
    if (as !== "text") assert.match(shown.text, /ok"?: ?true/);
    assert.ok(shown.saved);
  }
});

test("a failure that has rows shows them and says why", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/errors", text: "{/line}: {/text}" }],
    toonContent: ["errors"],
  };
  const { show } = shower(output, "text");
  const value = { success: false, errors: [{ line: 3, text: "wrong" }] };
  const { text, failed } = await show({ value, failed: true, reason: "It did not compile" }, 1000, "text");
  assert.deepEqual([text, failed], ["3: wrong\n!!! It did not compile\n", true]);
  const bare = await show({ value: { success: false, errors: [] }, failed: true, reason: "Gone" }, 1000, "text");
  assert.equal(bare.text, "Gone\n");
});

test("what has effects is done once: the rest of what it said comes from what was kept, or not at all", async () => {
  const { show, page } = shower({ schema: {}, rows: [{ at: "/rows" }] }, "json", false);
  let runs = 0;
  const run = async () => {
    runs++;
    return { value: { rows: Array.from({ length: 500 }, (_, n) => `row ${n}`) } };
  };
  const { next } = await show(await page({}, run), 1000);
  const second = await page(next as JsonObject, run);
  assert.ok((second.value as { rows: string[] }).rows.length > 300);
  const lost = String(next!.cursor).replace(/^[0-9a-z]+/, "000000000000");
  await assert.rejects(page({ cursor: lost }, run), /no longer kept/);
  assert.equal(runs, 1);
});

test("lines are counted, an end of the text begins none", () => {
  assert.deepEqual(["", "\n", "a", "a\n", "a\nb", "\n\n"].map(countLines), [0, 1, 1, 1, 2, 2]);
  const long = (value: string, headLines = 0): AnswerRow => ({ source: { at: "", keep: "head" }, value, headLines });
  assert.equal(lineCount([long("h\na\nb", 1), long("c\n"), { source: { at: "" }, value: "x\ny" }]), 4);
  assert.deepEqual(
    [headingEnd(long("h\na", 1)), headingEnd(long("h", 1)), headingEnd(long("h\ni\na", 2)), headingEnd(long("a"))],
    [2, 1, 4, 0],
  );
});

test("a text keeps whole lines of its ends, and says how many it leaves out", () => {
  const text = Array.from({ length: 100 }, (_, at) => `line ${at}\n`).join("");
  const both = shortenText(text, 200, "ends");
  assert.match(both, /^line 0\n(line \d+\n)+… \d+ lines left out …\n(line \d+\n)+$/);
  assert.ok(both.length <= 200 && both.length > 150, String(both.length));
  const kept = both.match(/line \d+/g)!.length;
  assert.equal(Number(/… (\d+) lines/.exec(both)![1]), 100 - kept);
  const head = shortenText(text, 200, "head");
  assert.ok(text.startsWith(head) && head.endsWith("\n") && head.length > 190 && head.length <= 200);
  assert.equal(shortenText(text, 10_000, "ends"), text);
  assert.equal(shortenText("a\nb\nc", 3, "head"), "a\n");
  assert.equal(shortenText("one line", 4, "head").length > 0, true);
});

test("a line that alone is too long loses its middle, and no pair of surrogates is parted", () => {
  const text = `${"a".repeat(500)}${"b".repeat(500)}`;
  const short = shortenText(text, 200, "ends");
  assert.match(short, /^a+… \d+ characters left out …b+$/);
  assert.ok(short.length <= 200 && short.length > 150, String(short.length));
  const [, kept] = /… (\d+) characters/.exec(short)!;
  assert.equal(short.replace(/….*…/, "").length, 1000 - Number(kept));
  for (let room = 60; room < 70; room++) assert.ok(shortenText("😀".repeat(200), room, "ends").isWellFormed());
  assert.ok(jsonCost(shortenText("\u0000".repeat(500), 200, "ends", jsonCost)) <= 200);
});

test("a row is shortened by its kind, or not at all", () => {
  const row = (value: Json, more: Partial<AnswerRow> = {}): AnswerRow => ({
    source: { at: "", keep: "head" },
    value,
    ...more,
  });
  const text = `head\n${"line\n".repeat(100)}`;
  const short = shortenRow(row(text, { headLines: 1 }), 30, plainCost)!;
  assert.equal(short.value, "head\nline\nline\nline\nline\nline\n");
  assert.equal(short.headLines, 1);
  assert.equal(shortenRow(row({ a: "x".repeat(100) }), 39, plainCost), undefined);
  assert.deepEqual(shortenRow(row({ a: 1 }), 40, plainCost)?.value, { a: 1 });
  assert.equal(shortenRow(row(""), 100, plainCost), undefined);
});

test("small fields stay, large ones share what they leave; of a list the first items", () => {
  const { list, ...others } = shrinkValue({ a: 1, list: Array(500).fill(7), text: "x".repeat(20) }, 120) as JsonObject;
  assert.deepEqual(others, { a: 1, text: "x".repeat(20) });
  const { length } = list as number[];
  assert.ok(length > 25 && length < 40, String(length));
  assert.deepEqual(shrinkValue([1, 2, 3, 4], 7), [1, 2]);
  assert.deepEqual(shrinkValue(["x".repeat(100)], 30), []);
  assert.equal((shrinkValue(["x".repeat(100)], 90) as string[]).length, 1);
  assert.deepEqual(shrinkValue({ a: { b: "x".repeat(500) }, c: [["y".repeat(500)]] }, 10), { a: {}, c: [] });
  assert.equal(shrinkValue(123456789, 2), 123456789);
});

test("sizes are those of the JSON, as far as they are counted", () => {
  const value = { a: [1, "two", null, true], "é\n": { deep: "\u0000" }, none: undefined };
  const exact = JSON.stringify(value).length;
  const size = jsonSize(value, 1e9);
  assert.ok(size >= exact && size <= exact + 6, `${size} ${exact}`);
  assert.equal(jsonSize("x".repeat(100), 50), 102);
  assert.equal(jsonSize('"', 50), 4);
  assert.ok(jsonSize(Array(1000).fill("xxxxxxxxxx"), 50) < 100);
  const row: AnswerRow = { source: { at: "" }, value: { a: 1 } };
  assert.equal(rowSize(row), 8);
  assert.equal(rowSize({ ...row, key: "abc" }), 14);
  assert.equal(rowSize({ ...row, key: 'a"\\b' }), 8 + JSON.stringify('a"\\b').length + 1);
  assert.equal(rowSize({ ...row, entry: "e" }), 12);
  assert.equal(rowSize({ ...row, keyed: [1] }), 51);
  assert.equal(rowSize({ ...row, value: "x".repeat(100) }, 50), 103);
  assert.equal(rowSizes([row, row, row], 1000), 24);
  assert.equal(rowSizes([row, row, row], 10), 16);
});
