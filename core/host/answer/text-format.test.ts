/** Text format: rows, metadata, number of rows shown, and how to continue. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentOf, plainPaths, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, JsonObject, Outcome, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import type { AnswerTool } from "../rows/row.ts";

const ROWS: Partial<Output<unknown>> = {
  rows: [
    {
      at: "/rows",
      unit: ["match", "matches"],
      total: "/total",
      text: "{/name}",
      location: { path: "/file", line: "/line" },
    },
  ],
  next: { parameter: "cursor", by: "page" },
};

interface Shown {
  output?: Partial<Output<unknown>>;
  view?: ViewKind;
  maxChars?: number;
  input?: JsonObject;
  tool?: Partial<AnswerTool>;
}

async function show(outcome: Outcome, { output = ROWS, view = "text", maxChars, input = {}, tool }: Shown = {}) {
  const about = environmentOf({ paths: plainPaths("/w/"), rootLine: "root: /w" });
  const call = { tool: toolOf({ schema: {}, ...output }, { view, ...tool }), input, startedAt: 0 };
  const shown = await presentCall(call, outcome, { as: "text", ...(maxChars !== undefined && { maxChars }) }, about);
  await about.store.settled();
  return shown;
}

const row = (at: number, more: JsonObject = {}): Json => ({ name: `row ${at}`, file: `/w/f${at}`, line: at, ...more });
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1));
const lastOf = (text: string) => text.trimEnd().split("\n").at(-1)!;

test("the root is named where a row has a place that the caller did not name", async () => {
  const value = { total: 1, rows: [row(3)] };
  assert.equal((await show({ value })).text, "root: /w\nrow 3  f3:3\n");
  assert.equal((await show({ value }, { input: { path: "f3" } })).text, "3 row 3\n");
  assert.equal((await show({ value: { rows: [{ name: "n" }] } })).text, "n\n");
  const { rows } = ROWS;
  const headed = { rows: [{ at: "/g/*/rows", text: "{/name}", heading: { text: "head", location: { path: "^" } } }] };
  assert.equal(
    (await show({ value: { g: { "/w/k": { rows: [{ name: "n" }] } } } }, { output: headed })).text,
    "root: /w\nhead  k:1\n  n\n",
  );
  assert.ok(rows);
});

test("nothing to say is nothing, a number a line, and what is not declared JSON", async () => {
  assert.equal((await show({ value: { rows: [] } })).text, "");
  assert.equal((await show({ value: 12 })).text, "12\n");
  assert.equal((await show({ value: { a: 1 } }, { output: {} })).text, '{"a":1}');
  assert.equal(
    (await show({ value: { why: "because" } }, { output: { notices: [{ at: "/why" }] } })).text,
    "because\n",
  );
  const both = { ...ROWS, notices: [{ at: "/why" }] };
  assert.equal(
    (await show({ value: { why: "a\nb", rows: [{ name: "n" }] } }, { output: both })).text,
    "n\n!!! a\n!!! b\n",
  );
});

test("what changed is named after the rows", async () => {
  const { text } = await show({ value: { rows: [{ name: "n" }] }, changed: ["/w/a\u0007"] });
  assert.equal(text, "n\n!!! changed since the first page: a\\u0007\n");
});

test("a cut answer says how many of how many, how to go on, and where the whole is", async () => {
  const { text, next, saved } = await show({ value: { total: 200, rows: rowsOf(200) } }, { maxChars: 1000 });
  assert.ok(text.length <= 1000 && text.length > 800, String(text.length));
  const shown = text.split("\n").filter((line) => line.startsWith("row ")).length;
  assert.equal(lastOf(text), `!!! ${shown} of 200 matches shown; next: ${JSON.stringify(next)}; all: ${saved}`);
  assert.match(saved!, /^answer:[0-9a-z]{12}$/);
  const total = await show({ value: { total: 500, rows: rowsOf(200) } }, { maxChars: 1000 });
  assert.match(lastOf(total.text), / of 500 matches shown; next: /);
  const plain = await show(
    { value: { rows: rowsOf(200) } },
    { maxChars: 1000, output: { ...ROWS, rows: [{ at: "/rows" }] } },
  );
  assert.match(lastOf(plain.text), / of 200 rows shown; next: /);
});

test("what the tool itself gave in part, or a page holds, is said as well", async () => {
  const value = (total?: number) => ({ ...(total !== undefined && { total }), rows: rowsOf(2) });
  const next = { cursor: "c" };
  assert.equal(lastOf((await show({ value: value(9), next })).text), '!!! 2 of 9 matches shown; next: {"cursor":"c"}');
  assert.equal(lastOf((await show({ value: value(), next })).text), '!!! 2 matches shown; next: {"cursor":"c"}');
  assert.equal(lastOf((await show({ value: value(2), next })).text), '!!! next: {"cursor":"c"}');
  assert.equal(lastOf((await show({ value: value(9) })).text), "row 2  f2:2");
  const page = { answer: "x", offset: 0, of: 5 };
  assert.equal(lastOf((await show({ value: value(), page })).text), "!!! 2 of 5 matches shown");
  assert.equal(lastOf((await show({ value: value(), page: { ...page, of: 2 } })).text), "row 2  f2:2");
  assert.equal(lastOf((await show({ value: value(1), next })).text), '!!! next: {"cursor":"c"}');
});

test("empty groups are no rows", async () => {
  const output = { ...ROWS, rows: [{ at: "/g/*/rows", text: "{}", heading: { text: "{^}" } }] };
  const value = { g: { a: { rows: [] }, b: { rows: [1] } } };
  const page = { answer: "x", offset: 0, of: 5 };
  assert.equal((await show({ value, page }, { output })).text, "b\n  1\n!!! 1 of 5 rows shown\n");
});

test("a long text is cut at a line, and says how many lines are shown", async () => {
  const text = Array.from({ length: 300 }, (_, at) => `line ${at}\n`).join("");
  const output: Partial<Output<unknown>> = {
    rows: [{ at: "/text", keep: "head" }],
    next: { parameter: "start", by: "line" },
  };
  const cut = await show({ value: { text } }, { output, view: "source", maxChars: 900 });
  const shown = cut.text.split("\n").filter((line) => line.startsWith("line ")).length;
  assert.ok(cut.text.length <= 900 && shown > 30, String(shown));
  assert.deepEqual(cut.next, { start: shown + 1 });
  assert.equal(
    lastOf(cut.text),
    `!!! ${shown} of 300 lines shown; next: ${JSON.stringify(cut.next)}; all: ${cut.saved}`,
  );
  assert.equal((await show({ value: { text } }, { output, view: "source", maxChars: 10_000 })).text, text);
});

test("a first row that is too long has fewer fields; where nothing fits, it is as short as can be", async () => {
  const long = { name: "x".repeat(5000), more: "y".repeat(3000) };
  const { text } = await show({ value: { rows: [long, row(2)] } }, { maxChars: 1000 });
  assert.ok(text.length <= 1000 && text.includes("xxx"), text);
  assert.match(lastOf(text), /1 of 2 matches shown; next: /);
  const tight = await show({ value: { rows: [long, row(2)] } }, { maxChars: 300 });
  assert.match(tight.text, /^x+… \d+ characters left out …x+\n!!! 1 of 2 matches shown/);
});

test("a module that draws rows draws the shortened one too", async () => {
  const asked: Json[] = [];
  const lines: AnswerTool["lines"] = async (rows) =>
    rows.map(({ value }) => {
      asked.push(value);
      return [{ text: JSON.stringify(value) }];
    });
  const output = { ...ROWS, rows: [{ at: "/rows", lines: true }] };
  const value = { rows: [{ text: "line\n".repeat(900) }, { text: "b" }] };
  const { text } = await show({ value }, { output, maxChars: 1000, tool: { lines } });
  // Two rows for the page, a shortened one, and two for the saved answer.
  assert.equal(asked.length, 5);
  assert.equal(text.split("\n")[0], JSON.stringify(asked[2]));
});

test("parents of an earlier page are repeated, so that a row is seen where it belongs", async () => {
  const output = { rows: [{ at: "/rows", children: "/below", text: "{/name}", depth: "/level" }] };
  const value = { rows: [{ name: "top", continued: true, below: [{ name: "low", below: [] }] }] };
  assert.equal((await show({ value }, { output, view: "tree" })).text, "top …\n  low\n");
});

test("with max_tokens a brief answer falls back to lines, then to a count for each file", async () => {
  const output: Partial<Output<unknown>> = {
    brief: true,
    rows: [{ at: "/rows", code: { text: "/text", before: "/before" }, location: { path: "/file", line: "/line" } }],
  };
  const rows = Array.from({ length: 40 }, (_, at) => ({
    file: "/w/a",
    line: at * 3 + 2,
    text: `needle ${at}`,
    before: ["b".repeat(30)],
  }));
  const texts = async (maxChars: number, input: JsonObject) =>
    (await show({ value: { rows } }, { output, view: "matches", maxChars, input })).text;
  assert.match(await texts(4000, { max_tokens: 5000 }), /bbb/);
  const lines = await texts(1200, { max_tokens: 5000 });
  assert.doesNotMatch(lines, /bbb|shown/);
  assert.match(lines, /119:needle 39/);
  assert.match(await texts(600, { max_tokens: 5000 }), /\n40 {2}a\n/);
  assert.match(await texts(600, {}), /bbb[\s\S]*shown/);
});

test("a failure is its reason, its errors or its data; with rows it shows them", async () => {
  const output = { ...ROWS, notices: [{ at: "/errors", tone: "error" as const }, { at: "/hint" }] };
  const failed = (value: Json, reason?: string): Outcome => ({
    value,
    failed: true,
    ...(reason !== undefined && { reason }),
  });
  assert.equal((await show(failed({ errors: ["a", "b"], hint: "h" }, "why\u0007"), { output })).text, "why\\u0007\n");
  assert.equal((await show(failed({ errors: ["a", "b"], hint: "h" }), { output })).text, "a\nb\n");
  assert.equal((await show(failed({ x: 1 }), { output })).text, '{\n  "x": 1\n}\n');
  assert.equal((await show(failed("text"), { output })).text, "text\n");
  const withRows = await show(failed({ rows: [{ name: "n" }] }, "why"), { output });
  assert.deepEqual([withRows.text, withRows.failed], ["n\n!!! why\n", true]);
  const long = await show(failed({}, "word\n".repeat(400)), { output, maxChars: 300 });
  assert.ok(long.text.length <= 301 && long.text.includes("lines left out"), long.text);
});

test("notices take at most half, and say how many are left", async () => {
  const output = { ...ROWS, notices: [{ at: "/all" }] };
  const all = Array.from({ length: 30 }, (_, at) => `notice ${at} ${"x".repeat(50)}`);
  const { text } = await show({ value: { all, rows: [{ name: "n" }] } }, { output, maxChars: 1000 });
  const marked = text.split("\n").filter((line) => line.startsWith("!!! "));
  const whole = marked.filter((line) => line.startsWith("!!! notice")).length;
  assert.ok(whole >= 7 && whole <= 9, text);
  assert.equal(marked.at(-1), `!!! ${30 - (marked.length - 1)} more notices`);
  assert.match(text, /^n\n/);
});
