/** Saved answers: text as a whole and by line, and the stored call. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { newStore, plainPaths, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, Outcome, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import type { AnswerTool } from "../rows/row.ts";
import { splitAnswer } from "../rows/split.ts";
import { saveAnswer } from "./save.ts";
import type { FileStamp } from "./saved-answers.ts";

async function saved(
  output: Partial<Output<unknown>>,
  outcome: Outcome,
  more: Partial<AnswerTool> = {},
  files?: FileStamp[],
) {
  const store = newStore();
  const slice = new TimeSlice();
  const tool = toolOf({ schema: {}, ...output }, more);
  const parts = await splitAnswer(tool.output, outcome.value, slice);
  const call = { tool, input: { query: "q" }, startedAt: 7 };
  const options = { store, paths: plainPaths("/w/"), slice, ...(files && { files }) };
  const id = (await saveAnswer(call, outcome, parts, options))!;
  await store.written(id);
  return { id, store, rows: tool.output.rows ?? [], text: readFileSync(store.textFile(id)!.path, "utf8") };
}

const text = async (
  output: Partial<Output<unknown>>,
  value: Json,
  view: ViewKind = "text",
  more: Partial<AnswerTool> = {},
) => (await saved(output, { value }, { view, ...more })).text;

test("each row is a line with its place in front, below the heading of its group", async () => {
  const rows = [
    { at: "/g/*/rows", text: "{/name}", location: { path: "/file", line: "/line" }, heading: { text: "group {^}" } },
  ];
  const row = (name: string, line: number) => ({ name, file: "/w/a.ts", line });
  const value = { g: { x: { rows: [row("one", 1), row("in a.ts", 2)] }, y: { rows: [row("two", 3)] } }, total: 3 };
  const notices = [{ at: "/total", text: "{} in all for {@query}" }];
  assert.equal(
    await text({ rows, notices }, value),
    "group x\n  a.ts:1: one\n  in a.ts\ngroup y\n  a.ts:3: two\n!!! 3 in all for q\n",
  );
});

test("a tree is in reading order", async () => {
  const rows = [{ at: "/rows", children: "/below", text: "{/name}" }];
  const node = (name: string, ...below: Json[]): Json => ({ name, below });
  const value = { rows: [node("a", node("b", node("c"))), node("d")] };
  assert.equal(await text({ rows }, value, "tree"), "a\n  b\n    c\nd\n");
});

test("source stands below its place, a long text in one piece", async () => {
  const code = [{ at: "/parts", code: { text: "/text" }, location: { path: "/file", line: "/line" } }];
  const part = (line: number) => ({ file: "/w/a.ts", line, text: "x\ny\n" });
  assert.equal(
    await text({ rows: code }, { parts: [part(1), part(5)] }, "source"),
    "--- a.ts:1-2\nx\ny\n--- a.ts:5-6\nx\ny\n",
  );
  const long = "line\n".repeat(20_000);
  const whole = [{ at: "/text", keep: "head" as const, location: { path: "#/file" } }];
  assert.equal(await text({ rows: whole }, { file: "/w/b.ts", text: long }, "source"), `--- b.ts:1-20000\n${long}`);
});

test("a module draws before the answer is sent: it may be gone afterwards", async () => {
  let drawn = 0;
  const lines: AnswerTool["lines"] = async (rows) => {
    drawn += rows.length;
    return rows.map(({ value }) => [{ text: `drawn ${value}` }]);
  };
  assert.equal(
    await text({ rows: [{ at: "/rows", lines: true }] }, { rows: [1, 2] }, "text", { lines }),
    "drawn 1\ndrawn 2\n",
  );
  assert.equal(drawn, 2);
});

test("the call, what it answered and its files are kept, those of earlier parts first and once", async () => {
  const earlier: FileStamp[] = [
    ["/w/old", 1, 2, 3, "old"],
    [import.meta.filename, 1, 2, 3, "known"],
  ];
  const outcome: Outcome = {
    value: { rows: [1], more: 2 },
    next: { cursor: "c" },
    changed: ["x"],
    cursors: ["r1"],
    files: [import.meta.filename],
  };
  const { id, store, rows } = await saved({ rows: [{ at: "/rows" }] }, outcome, {}, earlier);
  const page = (await store.page(id, rows, 0, 5))!;
  const { hash, ...head } = page.head;
  assert.match(hash, /^[0-9a-f]{8}$/);
  const rest = { rows: [], more: 2 };
  assert.deepEqual(head, {
    plugin: "p",
    tool: "t",
    title: "T",
    at: 7,
    of: 1,
    rest,
    next: { cursor: "c" },
    changed: ["x"],
  });
  assert.deepEqual([page.files, page.cursors], [earlier, ["r1"]]);
});
