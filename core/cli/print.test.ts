/** Text output by view kind, without control sequences from files. */
import assert from "node:assert/strict";
import { hostname } from "node:os";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import type { Json, Row, ToolInfo, View, ViewKind } from "../host/frontend-api.ts";
import { render } from "./print.ts";
import { createStyle, PLAIN_STYLE, type Style } from "./style.ts";
import { plain, table, twoColumns, wrap } from "./text-layout.ts";

const location = { absolute: "/w/a.cs", display: "a.cs", startLine: 3, startColumn: 7 };

/** A terminal without colors, or with colors and links. */
function terminal(env: Record<string, string> = { NO_COLOR: "1" }, hyperlink = "never") {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const signal = new AbortController().signal;
  return createStyle({ stdin: Readable.from([]), stdout, stderr: stdout, env, cwd: "/", signal }, { hyperlink });
}

async function drawn(
  kind: ViewKind,
  view: View,
  style: Style | Promise<Style> = terminal(),
  lines = false,
): Promise<string> {
  const host = fakeHost({ draw: { view: kind, run: () => ({ value: {} }) } });
  host.view = async () => view;
  return (await render(host, host.tool("draw") as ToolInfo, {}, { value: {} }, { style: await style, lines })).text;
}

test("matches as ripgrep shows them, trees indented, notes below", async () => {
  const row = { text: "class A", location };
  assert.equal(await drawn("matches", { rows: [row], notes: ["1 of 9"] }), "a.cs\n3:class A\n1 of 9");
  assert.equal(await drawn("tree", { rows: [{ text: "a" }, { text: "b", depth: 2 }] }), "a\n    b");
  assert.equal(await drawn("text", { rows: [] }), "");
});

test("for a pipe each line has its place, and nothing is said but the rows", async () => {
  const rows = [{ text: "class A", location, marks: [[0, 5]] as [number, number][] }];
  assert.equal(await drawn("matches", { rows, notes: ["1 of 9"] }, PLAIN_STYLE, true), "a.cs:3:7: class A");
  const cells = [{ text: "", cells: { name: "a\tb", size: 5, none: null } }];
  assert.equal(await drawn("table", { rows: cells, columns: ["name", "size", "none"] }, PLAIN_STYLE, true), "a b\t5");
});

test("each line once with all that matched in it, in order, and a gap where lines are left out", async () => {
  const at = (startLine: number, startColumn = 1) => ({ ...location, startLine, startColumn });
  const rows: Row[] = [
    { text: "two", tone: "muted", location: at(2) },
    { text: "x x", location: at(3, 1), marks: [[0, 1]] },
    { text: "four", tone: "muted", location: at(4) },
    { text: "x x", location: at(3, 3), marks: [[2, 3]] },
    { text: "x", location: at(4), marks: [[0, 1]] },
    { text: "x", location: at(9), marks: [[0, 1]] },
  ];
  assert.equal(await drawn("matches", { rows }), "a.cs\n2-two\n3:x x\n4:x\n--\n9:x");
  const lit = await drawn("matches", { rows }, terminal({ TERM: "xterm" }));
  assert.ok(lit.includes("\x1b[1mx\x1b[22m\x1b[39m \x1b[31m\x1b[1mx"), JSON.stringify(lit));
});

test("colours and links only where they are understood; what a file says never becomes one", async () => {
  const rows: Row[] = [{ text: "a\x1b[2Jb", location, marks: [[0, 1]] }];
  const show = (env: Record<string, string>, hyperlink = "auto") =>
    drawn("matches", { rows }, terminal(env, hyperlink));
  const lit = await show({ TERM: "xterm-256color" });
  assert.ok(lit.includes(`\x1b]8;;file://${hostname()}/w/a.cs\x1b\\`) && lit.includes("\x1b[35m"), JSON.stringify(lit));
  assert.ok(!lit.includes("\x1b[2J"));
  assert.ok((await show({ TERM: "xterm" }, "vscode")).includes("\x1b]8;;vscode://file/w/a.cs:3:7\x1b\\"));
  for (const env of [{ TERM: "dumb" }, { TERM: "dumb", NO_COLOR: "1" }])
    assert.equal(await show(env as Record<string, string>), "a.cs\n3:a\\u001b[2Jb");
  assert.ok(!(await show({ TERM: "xterm", NO_COLOR: "1" })).includes("\x1b["));
  const virtual = [{ ...rows[0]!, location: { ...location, absolute: "Packages/x/a.cs" } }];
  assert.ok(!(await drawn("matches", { rows: virtual }, terminal({ TERM: "xterm" }, "auto"))).includes("\x1b]8"));
});

test("tables with their numbers to the right", async () => {
  const rows = [
    { text: "", cells: { name: "a", size: 5 } },
    { text: "", cells: { name: "long", size: 1234 } },
  ];
  assert.equal(await drawn("table", { rows, columns: ["name", "size"] }), "name  size\na        5\nlong  1234");
  assert.equal(table(["a", "b"], [[null, "x"]]), "a  b\n   x");
});

test("a table keeps to the terminal's width: names whole, paths cut in the middle, the least column goes", async () => {
  const path = "Assets/Mirror/Editor/Inspectors/Deep/Down/NetworkIdentityInspector.cs";
  const cells = { name: "NetworkIdentityInspector", note: "x".repeat(60), path, lines: "12-3400" };
  const shapes = { note: { drop: 1 }, path: { kind: "path" as const }, lines: { kind: "line" as const } };
  const text = await drawn("table", { rows: [{ text: "", cells }], columns: Object.keys(cells), shapes });
  for (const line of text.split("\n")) assert.ok(line.length <= 80, line);
  assert.match(text, /^name +path +lines\nNetworkIdentityInspector {2}Assets\S*…\S*Inspector\.cs +12-3400$/);
  assert.equal(await drawn("table", { rows: [{ text: "", cells: { file: "a.cs" } }], columns: ["file"] }), "a.cs");
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

test("controls, escape sequences and reordering marks are shown as escapes, text of every language is as it was", async () => {
  const evil = "a\x1b[31mb\x1b]52;c;aGk=\x07c\x9b5md\x07\x08e\u202ef\r\ng\th 日本 한글 é 🎉";
  assert.equal(
    plain(evil),
    "a\\u001b[31mb\\u001b]52;c;aGk=\\u0007c\\u009b5md\\u0007\\u0008e\\u202ef\ng\th 日本 한글 é 🎉",
  );
  assert.equal(await drawn("text", { rows: [{ text: evil }] }), plain(evil));
  const host = fakeHost({ raw: { run: () => ({ value: {} }) } });
  const show = async (value: Json, style: Style | Promise<Style>) =>
    (await render(host, host.tool("raw") as ToolInfo, {}, { value }, { as: "json", style: await style, lines: false }))
      .text;
  const json = await show({ evil }, terminal());
  assert.ok(!/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(json));
  assert.deepEqual(JSON.parse(json), { evil });
  // JSON output isn't changed in any way.
  assert.equal(JSON.parse(await show(evil, PLAIN_STYLE)), evil);
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
