/** Page sizes: which rows fit, and what's cut without a declared row source. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { PresentOptions } from "../contract/presented-answer.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerRow } from "../rows/row.ts";
import { jsonSize } from "../rows/size.ts";
import { splitAnswer } from "../rows/split.ts";
import {
  budgetOf,
  chunkLongRows,
  compactRows,
  fitRows,
  inferRowSources,
  missingParents,
  shrinkEnvelope,
} from "./budget.ts";

const source: RowSource = { at: "/rows" };
const rowsOf = (...values: Json[]) => values.map((value): AnswerRow => ({ source, value }));
const textOf = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join("");

test("a budget is what the frontend sends, or less text for a model that did not say how much it wants", () => {
  const textTokens = { default: 100, unless: ["pageSize"] };
  const budget = (
    given: string[],
    options: PresentOptions,
    format: "text" | "json" = "text",
    output: Partial<Output<unknown>> = { textTokens },
  ) => budgetOf({ tool: toolOf({ schema: {}, ...output }), input: {}, given, startedAt: 0 }, options, format).maxChars;
  assert.equal(budget([], { maxChars: 1000, toModel: true }), 300);
  assert.equal(budget([], { maxChars: 200, toModel: true }), 200);
  for (const given of ["pageSize", "limit", "max_tokens"])
    assert.equal(budget([given], { maxChars: 1000, toModel: true }), 1000, given);
  assert.equal(budget(["cursor", "other"], { maxChars: 1000, toModel: true }), 300);
  assert.equal(budget([], { maxChars: 1000 }), 1000);
  assert.equal(budget([], { maxChars: 1000, toModel: true }, "json"), 1000);
  const both = { textTokens: { ...textTokens, json: true } };
  assert.equal(budget([], { maxChars: 1000, toModel: true }, "json", both), 300);
  assert.equal(budget([], { maxChars: 1000, toModel: true }, "text", {}), 1000);
  assert.equal(budget([], {}), Number.POSITIVE_INFINITY);
});

test("tokens are those of the call", () => {
  const tokens = (input: JsonObject) =>
    budgetOf({ tool: toolOf({ schema: {} }), input, startedAt: 0 }, {}, "json").maxTokens;
  assert.deepEqual(
    [tokens({ max_tokens: 500 }), tokens({ max_tokens: "500" }), tokens({})],
    [500, undefined, undefined],
  );
});

test("rows are taken whole, as many as fit with the envelope", () => {
  const rows = rowsOf("a".repeat(200), "b".repeat(200), "c".repeat(200));
  const envelope = { rows: [], more: "x" };
  const around = jsonSize(envelope, 1000);
  const taken = (chars: number) =>
    fitRows({ envelope, rows: rows.map((row) => ({ ...row, value: [row.value] })) }, chars).rows.length;
  assert.deepEqual([taken(around + 3 * 205), taken(around + 3 * 205 - 1), taken(around + 2 * 205)], [3, 2, 2]);
  assert.deepEqual(fitRows({ envelope, rows: [] }, 0), { envelope, rows: [] });
});

test("the first row is shortened where it is too long, a later one only where it is a text with room enough", () => {
  const lengthOf = (rows: AnswerRow[], chars: number) =>
    fitRows({ envelope: [], rows }, chars).rows.map(({ value }) => JSON.stringify(value).length);
  const [first] = lengthOf(rowsOf({ text: textOf(100) }), 300);
  assert.ok(first! > 150 && first! <= 300, String(first));
  // An empty page would point to itself.
  assert.equal(lengthOf(rowsOf({ text: textOf(100) }), 10).length, 1);
  assert.deepEqual(lengthOf(rowsOf({ a: 1 }, { text: textOf(100) }), 300), [7]);
  const [, second] = lengthOf(rowsOf({ a: 1 }, textOf(100), { b: 2 }), 300);
  assert.ok(second! > 200 && second! <= 300, String(second));
  assert.equal(lengthOf(rowsOf({ a: 1 }, textOf(100)), 120).length, 1);
});

test("a path goes to the next page whole, and is whole on a page that is too short for it", () => {
  const paths = ["a", "b", "c"].map((name) => `/w/${name.repeat(150)}.cs`);
  const from: RowSource = { at: "/paths", columns: [{ field: "file", at: "", kind: "path" }] };
  const rows = rowsOf(...paths).map((row) => ({ ...row, source: from }));
  for (let chars = 0; chars < 700; chars++) {
    const taken = fitRows({ envelope: [], rows }, chars).rows.map(({ value }) => value);
    assert.deepEqual(taken, paths.slice(0, Math.max(1, taken.length)), String(chars));
  }
});

test("a group's own fields and a tree's parents take room once", async () => {
  const about = { name: "n".repeat(100) };
  const grouped = [1, 2, 3].map((value): AnswerRow => ({ source, value, key: value < 3 ? "a" : "b", group: about }));
  const count = (rows: AnswerRow[], chars: number) => fitRows({ envelope: [], rows }, chars).rows.length;
  // Row: number, key and comma. Group: its content and key.
  const row = 1 + 1 + 4;
  const group = JSON.stringify(about).length + "/rows a".length;
  assert.deepEqual(
    [count(grouped, 2 + 2 * row + group), count(grouped, 2 + 3 * row + 2 * group), count(grouped, 3 * row + 2 * group)],
    [2, 3, 2],
  );
  const tree: RowSource = { at: "/rows", children: "/below" };
  const below = (name: string): Json => ({ name, below: [] });
  const value = { rows: [{ name: "top", below: [below("1"), below("2")] }] };
  const { rows } = await splitAnswer({ schema: {}, rows: [tree] }, value, new TimeSlice());
  const later = rows.slice(1);
  const size = JSON.stringify(below("1")).length + 1;
  const parent = JSON.stringify(below("top")).length + 1 + '"continued":true,'.length;
  assert.deepEqual([count(later, 2 + 2 * size + parent), count(later, 1 + 2 * size + parent)], [2, 1]);
  assert.deepEqual(missingParents(rows[1]!, new Set()), [rows[0]]);
  assert.deepEqual(missingParents(rows[1]!, new Set([rows[0]!])), []);
  assert.deepEqual(missingParents({ ...rows[1]!, source }, new Set()), []);
});

test("an envelope that is too long leaves rows a quarter", () => {
  const envelope = { a: "x".repeat(2000), b: 1 };
  const size = (hasRows: boolean) =>
    JSON.stringify(shrinkEnvelope({ envelope, rows: hasRows ? rowsOf(1) : [] }, 1000)).length;
  assert.ok(size(true) <= 750 && size(true) > 600, String(size(true)));
  assert.ok(size(false) <= 1000 && size(false) > 850, String(size(false)));
  assert.equal(shrinkEnvelope({ envelope, rows: rowsOf(1) }, 10_000), envelope);
});

test("optional fields go from the rows and their entries, and are named", () => {
  const spare: RowSource = { at: "/rows", optionalFields: ["preview", "doc"] };
  const rows: AnswerRow[] = [
    { source: spare, value: { id: 1, preview: "p" }, keyed: [{ doc: "d", line: 2 }, undefined, "text"] },
    { source: spare, value: "plain" },
    { source, value: { preview: "kept" } },
  ];
  const { all, compact, without } = compactRows({ envelope: {}, rows });
  assert.deepEqual([all.rows, without], [rows, ["preview", "doc"]]);
  assert.deepEqual(JSON.parse(JSON.stringify(compact.rows.map(({ value, keyed }) => ({ value, keyed })))), [
    { value: { id: 1 }, keyed: [{ line: 2 }, null, "text"] },
    { value: "plain" },
    { value: { preview: "kept" } },
  ]);
  const none = compactRows({ envelope: {}, rows: rows.slice(1) });
  assert.deepEqual([none.compact === none.all, none.without], [true, []]);
});

test("where nothing is declared the largest lists and texts are the rows, the largest cut first", () => {
  const infer = (value: Json, output: Partial<Output<unknown>> = {}) =>
    inferRowSources({ schema: {}, ...output }, value);
  const long = (length: number) => "x".repeat(length);
  assert.deepEqual(infer("text"), [{ at: "", keep: "ends" }]);
  assert.deepEqual(infer("text", { next: { parameter: "start", by: "line" } }), [{ at: "", keep: "head" }]);
  assert.deepEqual(infer({ small: long(198), a: long(199), "b/c": { deep: [long(900)] }, n: 5 }), [
    { at: "/b~1c/deep" },
    { at: "/a" },
  ]);
  assert.deepEqual(infer({ a: { b: { c: { d: { e: long(900) } } } } }), [{ at: "/a/b/c/d" }]);
  assert.deepEqual(infer([long(900)]), [{ at: "" }]);
  assert.deepEqual(infer({ a: 1 }), []);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, long(300 + at)]));
  assert.deepEqual(infer(many(51)), [{ at: "" }]);
  assert.deepEqual(
    infer(many(50)).map(({ at }) => at),
    Array.from({ length: 8 }, (_, at) => `/k${49 - at}`),
  );
});

const CHUNKED: RowSource = {
  at: "/rows",
  code: { text: "/text" },
  location: { path: "/file", line: "/start" },
  chunks: { length: "/chars", last: "/end" },
};

test("a long row of source is split at line ends, its fields in step, all of it there", async () => {
  const text = textOf(100);
  const row: AnswerRow = { source: CHUNKED, value: { file: "/w/a", start: 11, end: 110, chars: text.length, text } };
  const chunk = (rows: AnswerRow[], chars: number) => chunkLongRows(rows, chars, new TimeSlice());
  const chunks = (await chunk([row], 400)).map(
    ({ value }) => value as { start: number; end: number; chars: number; text: string },
  );
  assert.ok(chunks.length > 4 && chunks.length < 12, String(chunks.length));
  assert.equal(chunks.map((each) => each.text).join(""), text);
  let line = 11;
  for (const each of chunks) {
    assert.deepEqual([each.start, each.chars], [line, each.text.length]);
    assert.ok(each.text.endsWith("\n") && JSON.stringify(each).length <= 200, JSON.stringify(each));
    line += each.text.split("\n").length - 1;
    assert.equal(each.end, line - 1);
  }
  assert.deepEqual(await chunk([row], 100_000), [row]);
  for (const other of [source, { ...CHUNKED, code: { text: "#/text" } }, { ...CHUNKED, location: { path: "/file" } }])
    assert.equal((await chunk([{ ...row, source: other }], 400)).length, 1);
  const plain = { ...CHUNKED, chunks: {} };
  assert.equal(((await chunk([{ ...row, source: plain }], 400)).at(-1)!.value as JsonObject).chars, text.length);
});

test("a line that alone is too long is a chunk", async () => {
  const text = `${"x".repeat(900)}\nshort\n${"y".repeat(900)}`;
  const row: AnswerRow = { source: CHUNKED, value: { file: "f", start: 1, end: 3, chars: 0, text } };
  const texts = (await chunkLongRows([row], 400, new TimeSlice())).map(({ value }) => (value as JsonObject).text);
  assert.deepEqual(texts, [`${"x".repeat(900)}\n`, "short\n", "y".repeat(900)]);
});
