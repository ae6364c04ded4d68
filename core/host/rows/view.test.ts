/** Views for explorer and terminal. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { plainPaths, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, Outcome, Row, ViewKind } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import type { JumpContribution } from "../contract/plugin-schema.ts";
import type { AnswerTool } from "./row.ts";
import { jumpsAt, viewOf } from "./view.ts";

function view(
  output: Partial<Output<unknown>>,
  outcome: Outcome,
  kind: ViewKind = "text",
  more: Partial<AnswerTool> = {},
) {
  const tool = toolOf({ schema: {}, ...output }, { view: kind, ...more });
  return viewOf(tool, outcome, { answer: outcome.value, input: {}, paths: plainPaths("/w/") });
}

const GROUPS = { rows: [{ at: "/groups/*/rows", text: "{/name}", heading: { text: "group {^}" } }] };
const groups = {
  groups: { a: { rows: [{ name: "1" }, { name: "2" }] }, b: { rows: [{ name: "3" }] }, c: { rows: [] } },
};

test("rows stand below the heading of their group", async () => {
  const { rows } = await view(GROUPS, { value: groups });
  assert.deepEqual(
    rows.map(({ text, depth }) => [text, depth]),
    [
      ["group a", undefined],
      ["1", 1],
      ["2", 1],
      ["group b", undefined],
      ["3", 1],
    ],
  );
});

test("source has a title where there is more than one piece, for each of them", async () => {
  const output = {
    rows: [
      {
        at: "/parts",
        code: { text: "/text" },
        location: { path: "/file", line: "/line" },
        heading: { text: "{/label}" },
      },
    ],
  };
  const part = (file: string, line: number) => ({ file, line, text: "one\ntwo", label: "L" });
  const texts = async (parts: Json[]) =>
    (await view(output, { value: { parts } }, "source")).rows.map(({ text }) => text);
  assert.deepEqual(await texts([part("/w/a", 3)]), ["one", "two"]);
  assert.deepEqual(await texts([part("/w/a", 3), part("/w/a", 7)]), ["a:3-4 L", "one", "two", "a:7-8 L", "one", "two"]);
  const { rows } = await view(output, { value: { parts: [part("/w/a", 1), part("/w/b", 1)] } }, "source");
  assert.equal(rows[0]!.tone, "muted");
});

test("a note is the end of its row's text", async () => {
  const lines = async (): Promise<Row[][]> => [[{ text: "said", note: "why" }, { text: "plain" }]];
  const { rows } = await view({ rows: [{ at: "/rows", lines: true }] }, { value: { rows: [1] } }, "text", { lines });
  assert.deepEqual(rows, [{ text: "said  <- why" }, { text: "plain" }]);
});

test("columns and their shapes are those of the last source that has some, without what is hidden", async () => {
  const rows = [
    { at: "/a", columns: [{ field: "x" }] },
    {
      at: "/b",
      columns: [
        { field: "y", title: "Y", kind: "path" as const, drop: 0 },
        { field: "z", hidden: true },
        { field: "w" },
      ],
    },
  ];
  const both = await view({ rows }, { value: { a: [{ x: 1 }], b: [{ y: 2 }] } });
  assert.deepEqual([both.columns, both.shapes], [["x"], { x: {} }], "rows of the first source come last");
  const second = await view({ rows }, { value: { a: [], b: [{ y: 2 }] } });
  assert.deepEqual([second.columns, second.shapes], [["Y", "w"], { Y: { kind: "path", drop: 0 }, w: {} }]);
  assert.deepEqual((await view({ rows }, { value: { a: [], b: [] } })).columns, ["Y", "w"]);
  assert.equal((await view({ rows: [{ at: "/a" }] }, { value: { a: [1] } })).columns, undefined);
});

test("charts and graphs: sizes and nodes with the row's first line, a chain to the row before", async () => {
  const charted = await view(
    { rows: [{ at: "/rows", text: "{/n}", chart: { value: "/size", name: "{/n}", unit: "lines" } }], language: "ts" },
    { value: { rows: [{ n: "a", size: 3 }] } },
    "chart",
  );
  assert.deepEqual([charted.chart, charted.language], [{ as: "treemap", unit: "lines" }, "ts"]);
  assert.deepEqual(charted.rows[0]!.size, { value: 3, name: "a" });
  assert.equal((await view({ rows: [{ at: "/rows" }] }, { value: { rows: [1] } })).chart, undefined);
  const graph = { id: "/id", chain: true };
  const chained = await view(
    { rows: [{ at: "/groups/*/rows", text: "{/id}", graph, heading: { text: "{^}" } }] },
    { value: { groups: { g: { rows: [{ id: "a" }, { id: "b" }, { id: "c" }] } } } },
    "graph",
  );
  assert.deepEqual(
    chained.rows.map(({ node }) => node),
    [{ id: "g" }, { id: "a" }, { id: "b", to: ["a"] }, { id: "c", to: ["b"] }],
  );
  assert.equal((await view(GROUPS, { value: groups })).rows[0]!.node, undefined);
});

test("what the answer says of itself: all of it as notes, what is grave as warnings too", async () => {
  const notices = [{ at: "/fine" }, { at: "/odd", tone: "warning" as const }, { at: "/bad", tone: "error" as const }];
  const value = { fine: "fine", odd: "odd", bad: "bad", rows: [1] };
  const output = { notices, rows: [{ at: "/rows" }] };
  const said = await view(output, {
    value,
    changed: ["/w/a"],
    next: { cursor: "c" },
    page: { answer: "id", offset: 0, of: 9 },
  });
  const more = ["changed since the first page: a", 'next: {"cursor":"c"}; all: answer:id'];
  assert.deepEqual(
    [said.notes, said.warnings],
    [
      ["fine", "odd", "bad", ...more],
      ["odd", "bad", ...more],
    ],
  );
  const quiet = await view(output, { value: { fine: "fine", rows: [1] }, page: { answer: "", offset: 0, of: 1 } });
  assert.deepEqual([quiet.notes, quiet.warnings], [["fine"], undefined]);
});

test("a failure is its reason, or its rows; an answer without rows its text or its JSON", async () => {
  const failed = await view({}, { value: { a: 1 }, failed: true, reason: "one\ntwo" });
  assert.deepEqual(failed.rows, [
    { text: "one", tone: "error" },
    { text: "two", tone: "error" },
  ]);
  const rows = [{ at: "/rows" }];
  const partly = await view({ rows }, { value: { rows: ["x"] }, failed: true, reason: "why" });
  assert.deepEqual([partly.rows, partly.warnings], [[{ text: "x" }], ["why"]]);
  assert.deepEqual((await view({}, { value: "a\nb\n" })).rows, [{ text: "a" }, { text: "b" }]);
  assert.deepEqual((await view({}, { value: { a: 1 } })).rows.length, 3);
  assert.deepEqual((await view({ rows }, { value: { rows: [] } })).rows, []);
  assert.deepEqual((await view({ rows }, { value: "text" })).rows, [{ text: "text" }]);
});

test("a jump is not offered for a kind that its plugin excepts", () => {
  const rules: JumpContribution[] = [
    { rel: "callers", tool: "calls", input: { name: { at: "/word" } }, languages: ["Go"], exceptKinds: ["struct"] },
    { rel: "definition", tool: "any", input: { name: { at: "/word" } } },
  ];
  const of = (kind?: string) => {
    const place = { path: "/w/a.go", word: "Name", line: 3, column: 4, ...(kind !== undefined && { kind }) };
    return jumpsAt(place, rules, ["Go"]).map(({ tool }) => tool);
  };
  assert.deepEqual([of("struct"), of("function"), of()], [[], ["calls"], ["calls"]]);
});

test("jumps of a file's own language come before those of every file", () => {
  const rule = (tool: string, languages?: string[]): JumpContribution => ({
    rel: "definition",
    tool,
    input: { name: { at: "/word" }, path: { path: "one" } },
    ...(languages && { languages }),
  });
  const place = { path: "/w/a.cs", word: "Name", line: 3, column: 4 };
  const rules = [rule("any"), rule("cs", ["C#"]), rule("ts", ["TypeScript"])];
  const jumps = (languages: string[]) => jumpsAt(place, rules, languages).map(({ tool }) => tool);
  assert.deepEqual(
    [jumps(["C#", "TypeScript"]), jumps(["C#"]), jumps([]), jumps(["Go"])],
    [["cs", "ts"], ["cs"], ["any"], ["any"]],
  );
  assert.deepEqual(jumpsAt(place, [rule("any")], [])[0]!.input, { name: "Name", path: "/w/a.cs" });
});
