/** Tests the rows that are created from ripgrep's events, with their columns, windows and neighbors. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RgLines } from "../ripgrep/events.ts";
import { FileRows, type MatchRow, WIDEST } from "./match-rows.ts";

const ALL = { before: 0, after: 0, limit: 100 };

/** Creates a `match` event whose spans are the occurrences of `word` in bytes. */
function event(text: string, word: string, line_number = 1): RgLines {
  const bytes = Buffer.from(text);
  const submatches: RgLines["submatches"] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
    submatches.push({ match: { text: word }, start: at, end: at + Buffer.byteLength(word) });
  }
  return { path: { text: "f" }, lines: { text }, line_number, submatches };
}

function rowsOf(lines: RgLines, options = ALL): MatchRow[] {
  const rows = new FileRows("f", options);
  rows.match(lines);
  return rows.rows;
}

test("columns count UTF-16 units from 1, whatever the bytes", () => {
  const rows = rowsOf(event('\u{20bb7}日本é "calc" calc\n', "calc"));
  assert.deepEqual(
    rows.map(({ column, line_text }) => [column, line_text.slice(column - 1, column + 3)]),
    [
      [8, "calc"],
      [14, "calc"],
    ],
  );
});

test("bytes that are no text are replaced, borders of matches stay", () => {
  const bytes = Buffer.from("\xff\xfecalc\xe9", "latin1");
  const lines = { bytes: bytes.toString("base64") };
  const file = new FileRows("f", ALL);
  file.match({
    path: { text: "f" },
    lines,
    line_number: 3,
    submatches: [{ match: { text: "calc" }, start: 2, end: 6 }],
  });
  assert.deepEqual(file.rows, [
    { file: "f", line_number: 3, column: 3, match_text: "calc", line_text: "\ufffd\ufffdcalc\ufffd" },
  ]);
  assert.equal(file.replaced, true);
});

test("a long line is a window around its match that says where it starts", () => {
  for (const [before, after] of [
    [0, 2000],
    [50, 2000],
    [1000, 0],
    [1000, 1000],
    [490, 5],
  ] as const) {
    const [row] = rowsOf(event(`${"日".repeat(before)}calc${"𠮷".repeat(after)}\n`, "calc"));
    assert.ok(row!.line_text.length <= WIDEST);
    assert.ok(row!.line_text.slice(row!.column - 1 - (row!.line_offset ?? 0)).startsWith("calc"));
    assert.ok(row!.line_text.isWellFormed());
  }
});

test("a match longer than the window is cut and says how long it is", () => {
  const long = "x".repeat(3000);
  const [row] = rowsOf(event(`ab${long}cd\n`, long));
  assert.deepEqual([row!.match_text.length, row!.match_length], [WIDEST, 3000]);
  assert.ok(row!.line_text.slice(row!.column - 1 - row!.line_offset!).startsWith(row!.match_text));
});

test("a match of several lines is at its first line", () => {
  const rows = rowsOf(event("a\nb\na\nb\n", "a\nb", 7));
  assert.deepEqual(
    rows.map(({ line_number, column, line_text }) => [line_number, column, line_text]),
    [
      [7, 1, "a"],
      [9, 1, "a"],
    ],
  );
});

test("neighbours are those of each match, matching or not", () => {
  const file = new FileRows("f", { before: 2, after: 1, limit: 100 });
  file.context({ path: { text: "f" }, lines: { text: "one\n" }, line_number: 1, submatches: [] });
  file.context({ path: { text: "f" }, lines: { text: "two\r\n" }, line_number: 2, submatches: [] });
  file.match(event("calc a\n", "calc", 3));
  file.match(event("calc b\n", "calc", 4));
  file.context({ path: { text: "f" }, lines: { text: "five\n" }, line_number: 5, submatches: [] });
  file.context({ path: { text: "f" }, lines: { text: "nine\n" }, line_number: 9, submatches: [] });
  file.match(event("calc c\n", "calc", 10));
  assert.deepEqual(
    file.rows.map(({ context_before, context_after }) => [context_before, context_after]),
    [
      [["one", "two"], ["calc b"]],
      [["two", "calc a"], ["five"]],
      [["nine"], []],
    ],
  );
});

test("a block of many lines and matches with context takes no quadratic time", () => {
  const lines = 50_000;
  const text = "calc\n".repeat(lines);
  const submatches = Array.from({ length: 10_000 }, (_, at) => ({
    match: { text: "calc" },
    start: at * 5,
    end: at * 5 + 4,
  }));
  const file = new FileRows("f", { before: 50, after: 50, limit: 10_000 });
  file.match({ path: { text: "f" }, lines: { text }, line_number: 1, submatches });
  assert.equal(file.rows[60]!.context_before!.length, 50);
  assert.equal(file.rows[60]!.context_after!.length, 50);
});

test("the limit keeps rows and goes on counting", () => {
  const file = new FileRows("f", { ...ALL, limit: 1 });
  file.match(event("calc calc calc\n", "calc"));
  assert.deepEqual([file.rows.length, file.seen], [1, 3]);
});
