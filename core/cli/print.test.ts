/** Answers as people read them: rows by the kind of their view, and nothing that a file could do to a terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHost } from "../../test/doors/fake-host.ts";
import type { Json, ToolInfo, View, ViewKind } from "../host/door-api.ts";
import { plain, table, twoColumns, wrap } from "./layout.ts";
import { render } from "./print.ts";

const location = { absolute: "/w/a.cs", display: "a.cs", startLine: 3, startColumn: 7 };

async function drawn(kind: ViewKind, view: View): Promise<string> {
  const host = fakeHost({ draw: { view: kind, run: () => ({ value: {} }) } });
  host.view = async () => view;
  return render(host, host.tool("draw") as ToolInfo, {}, { value: {} }, { format: "text", pretty: true });
}

test("matches as grep writes them, trees indented, notes below", async () => {
  const row = { text: "class A", location };
  assert.equal(await drawn("matches", { rows: [row], notes: ["1 of 9"] }), "a.cs:3:7: class A\n1 of 9");
  assert.equal(await drawn("tree", { rows: [{ text: "a" }, { text: "b", depth: 2 }] }), "a\n    b");
  assert.equal(await drawn("text", { rows: [] }), "");
});

test("tables with their numbers to the right", async () => {
  const rows = [
    { text: "", cells: { name: "a", size: 5 } },
    { text: "", cells: { name: "long", size: 1234 } },
  ];
  assert.equal(await drawn("table", { rows, columns: ["name", "size"] }), "name  size\na        5\nlong  1234");
  assert.equal(table(["a", "b"], [[null, "x"]]), "a  b\n   x");
});

test("columns stand below one another in every script", () => {
  const rows = [
    ["日本語.cs", 5],
    ["e\u0301a.cs", 12],
    ["🎉", null],
  ];
  assert.equal(table(["name", "n"], rows), "name        n\n日本語.cs   5\ne\u0301a.cs      12\n🎉");
  assert.equal(
    twoColumns(
      [
        ["日本", "x"],
        ["abcdef", "y"],
      ],
      80,
    ),
    "  日本    x\n  abcdef  y",
  );
});

test("escape sequences, control characters and reordering marks are gone, text of every language is not", async () => {
  const evil = "a\x1b[31mb\x1b]52;c;aGk=\x07c\x9b5md\x07\x08e\u202ef\r\ng\th 日本 한글 é 🎉";
  assert.equal(plain(evil), "abc5mdef\ng\th 日本 한글 é 🎉");
  assert.equal(await drawn("text", { rows: [{ text: evil }] }), plain(evil));
  const host = fakeHost({ raw: { run: () => ({ value: {} }) } });
  const show = (value: Json, pretty: boolean) =>
    render(host, host.tool("raw") as ToolInfo, {}, { value, failed: true }, { format: "text", pretty });
  const json = await show({ evil }, true);
  assert.ok(!/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(json));
  assert.deepEqual(JSON.parse(json), { evil });
  assert.equal(await show(evil, false), evil);
});

test("a failure is text where its plugin or the host words it, else data", async () => {
  const value = { error: "No such file", code: "X" };
  const host = fakeHost({ raw: { run: () => ({ value: {} }) } });
  const tool = host.tool("raw") as ToolInfo;
  const show = (view: View, reason?: string) => {
    const outcome = { value, failed: true, ...(reason && { reason }) };
    return render({ ...host, view: async () => view }, tool, {}, outcome, { format: "text", pretty: false });
  };
  assert.equal(await show({ rows: [{ text: "No such file", tone: "error" }] }), "No such file");
  assert.equal(await show({ rows: [], notes: ["0 matches"] }), JSON.stringify(value));
  assert.equal(await show({ rows: [] }, "It broke. Mend it"), "It broke. Mend it");
});

test("columns wrap within the width, long names stand on their own line", () => {
  const text = twoColumns(
    [
      ["short", "some words that go on for a while"],
      ["a-name-that-is-longer-than-the-column", "words"],
    ],
    50,
  );
  for (const line of text.split("\n")) assert.ok(line.length <= 50, line);
  assert.match(text, /column\n +words$/);
  assert.equal(wrap("aaa bbb ccc", 7, "  "), "aaa\n  bbb\n  ccc");
  assert.equal(wrap("one\n\ntwo", 80), "one\n\ntwo");
});
