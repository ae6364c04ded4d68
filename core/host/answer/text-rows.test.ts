/** Rows as text for each view kind, within the limit. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row, ViewKind } from "../contract/outcome.ts";
import type { AnswerRow } from "../rows/row.ts";
import { createTextWriter, printable, type WriterOptions } from "./text-rows.ts";

const source = { at: "/rows" };
const code = { at: "/rows", code: { text: "/text" } };
const rowOf = (more: Partial<AnswerRow> = {}): AnswerRow => ({ source, value: null, ...more });

function writer(view: ViewKind, more: Partial<WriterOptions> = {}) {
  return createTextWriter(view, { chars: 10_000, detail: "rows", titles: undefined, named: new Set(), ...more });
}

const at = (display: string, startLine: number, startColumn = 1) => ({
  location: { absolute: `/w/${display}`, display, startLine, startColumn },
});

/** One row per list of lines. */
function written(view: ViewKind, rows: [row: Partial<AnswerRow>, lines: Row[], heading?: Row][], more = {}): string[] {
  const writes = writer(view, more);
  for (const [row, lines, heading] of rows) assert.equal(writes.add(rowOf(row), lines, heading), true);
  return writes.lines();
}

test("a line names its place once for rows that follow one another, and not where the caller named the file", () => {
  const rows: [Partial<AnswerRow>, Row[]][] = [
    [{}, [{ text: "one", ...at("a.ts", 3) }]],
    [{}, [{ text: "two", depth: 1, ...at("a.ts", 4) }]],
    [{}, [{ text: "three of b.ts", ...at("b.ts", 5) }]],
    [{}, [{ text: "four", note: "why", ...at("b.ts", 6) }]],
    [{}, [{ text: "five" }]],
  ];
  const wide = { text: "wide", location: { ...at("n.ts", 7).location, endLine: 9 } };
  assert.deepEqual(written("text", [...rows, [{}, [wide]]]), [
    "one  a.ts:3",
    "  two  :4",
    "three of b.ts",
    "four  <- why  :6",
    "five",
    "wide  n.ts:7-9",
  ]);
  const named = { named: new Set(["a.ts", "n.ts"]) };
  assert.deepEqual(written("text", [rows[0]!, rows[1]!, [{}, [wide]]], named), ["3 one", "  4 two", "7-9 wide"]);
});

test("columns that say path and line say them once, also in rows of the same file", () => {
  const rows: [Partial<AnswerRow>, Row[]][] = [3, 4].map((line) => [
    {},
    [{ text: `x  a.ts  ${line}`, ...at("a.ts", line) }],
  ]);
  for (const view of ["text", "matches"] as const)
    assert.deepEqual(written(view, rows), ["x  a.ts  3", "x  a.ts  4"], view);
  assert.deepEqual(written("text", [rows[0]!, [{}, [{ text: "of a.ts", ...at("a.ts", 5) }]]]), [
    "x  a.ts  3",
    "of a.ts  :5",
  ]);
});

test("lines of one text are lines, and a heading is written once for its group", () => {
  const heading = { text: "group", ...at("x.cs", 1) };
  assert.deepEqual(
    written("text", [
      [{ key: "g" }, [{ text: "a\nb", depth: 1 }], heading],
      [{ key: "g" }, [{ text: "c" }], heading],
      [{ key: "h" }, [{ text: "d" }], { text: "other" }],
    ]),
    ["group  x.cs:1", "  a", "  b", "c", "other", "d"],
  );
});

test("a table has titles once, cells with tabs between, and rows without cells as lines", () => {
  const titles = ["name", "size", "on"];
  const table: [Partial<AnswerRow>, Row[]][] = [
    [{}, [{ text: "x", cells: { name: "a", size: 1, on: true } }]],
    [{}, [{ text: "x", cells: { name: "b", size: null, on: false } }]],
    [{}, [{ text: "broken", tone: "error", depth: 1 }]],
    [{ source: { ...source, lines: true } }, [{ text: "said", note: "more", cells: { name: "c" } }]],
  ];
  const lines = ["name\tsize\ton", "a\t1\ton", "b", "  !!! broken", "said  <- more"];
  for (const view of ["table", "chart", "graph"] as const)
    assert.deepEqual(written(view, table, { titles }), lines, view);
  assert.deepEqual(written("table", table.slice(0, 1)), ["x"]);
  assert.deepEqual(written("log", table.slice(0, 1), { titles }), ["x"]);
  assert.deepEqual(written("table", [[{}, [{ text: "plain" }]], table[0]!], { titles }), [
    "plain",
    "name\tsize\ton",
    "a\t1\ton",
  ]);
});

test("source has its place above it, but for errors", () => {
  assert.deepEqual(
    written("source", [
      [
        {},
        [
          { text: "a", ...at("f", 3) },
          { text: "  b", ...at("f", 4) },
        ],
        { text: "label" },
      ],
      [{}, [{ text: "no such file", tone: "error", ...at("g", 1) }]],
      [{}, [{ text: "plain" }]],
    ]),
    ["--- f:3-4 label", "a", "  b", "!!! no such file", "plain"],
  );
});

test("a tree is written below its parents, each place as it reads then", () => {
  const top = rowOf({ key: "g", depth: 0 });
  const other = rowOf({ key: "g", depth: 0 });
  const below = rowOf({ key: "g", depth: 1, parent: top });
  const orphan = rowOf({ key: "h", depth: 1, parent: rowOf() });
  const writes = writer("tree");
  const heading = { text: "head" };
  for (const [row, text, file] of [
    [top, "top", "1.cs"],
    [other, "other", "2.cs"],
    [below, "below", "1.cs"],
    [orphan, "orphan", "1.cs"],
  ] as const)
    assert.equal(writes.add(row, [{ text, depth: row.depth!, ...at(file, 1) }], heading), true);
  assert.deepEqual(writes.lines(), ["head", "top  1.cs:1", "  below  :1", "other  2.cs:1", "head", "  orphan  1.cs:1"]);
});

test("matches are lines of their file, in its order, several of one line once", () => {
  const line = (
    text: string,
    number: number,
    column: number,
    mark: [number, number],
    more: Partial<Row> = {},
  ): Row => ({
    text,
    marks: [mark],
    ...more,
    ...at("f", number, column),
  });
  assert.deepEqual(
    written("matches", [
      [{ source: code }, [{ text: "above", tone: "muted", ...at("f", 8) }, line("needle one", 9, 1, [0, 6])]],
      [{ source: code }, [line("needle one", 9, 8, [7, 10], { note: "n" })]],
      [{ source: code }, [{ text: "above", tone: "muted", ...at("f", 8) }, line("third", 3, 1, [0, 5])]],
      [{ source: code }, [line("of g", 1, 1, [0, 2], {})].map((row) => ({ ...row, ...at("g", 1) }))],
    ]),
    ["f", "3:third", "8-above", "9:needle one  <- n", "g", "1:of g"],
  );
  // Texts of a tool about one line are several rows.
  const drawn = { source: { at: "/rows", lines: true as const } };
  assert.deepEqual(
    written("matches", [
      [drawn, [{ text: "field a: no use", ...at("u.cs", 4) }]],
      [drawn, [{ text: "field b: 1 use", ...at("u.cs", 4) }]],
      [drawn, [{ text: "field b: 1 use", ...at("u.cs", 4) }]],
    ]),
    ["u.cs", "4:field a: no use", "4:field b: 1 use"],
  );
  // A context line that also matches is shown as a match. Parts of long lines aren't repeated.
  assert.deepEqual(
    written("matches", [
      [{ source: code }, [{ text: "both", tone: "muted", ...at("f", 2) }]],
      [{ source: code }, [line("both", 2, 1, [0, 4])]],
      [{ source: code }, [line("piece one", 5, 100, [0, 5], { note: "a" })]],
      [{ source: code }, [line("ece o", 5, 102, [0, 3], { note: "b" })]],
      [{ source: code }, [line("piece two", 5, 900, [0, 5], { note: "a" })]],
    ]),
    ["f", "2:both", "5:piece one … piece two  <- a; b"],
  );
});

test("matches by lines leave the neighbours out, by counts the lines", () => {
  const rows: [Partial<AnswerRow>, Row[]][] = [
    [
      { source: code },
      [
        { text: "above", tone: "muted", ...at("f", 8) },
        { text: "one", ...at("f", 9) },
      ],
    ],
    [
      { source: code },
      [
        { text: "above", tone: "muted", ...at("g", 1) },
        { text: "two", ...at("f", 10) },
      ],
    ],
    [{ source: code }, [{ text: "three", ...at("g", 2) }]],
    [{ source: code }, [{ text: "nowhere" }]],
  ];
  assert.deepEqual(written("matches", rows.slice(0, 3), { detail: "lines" }), ["f", "9:one", "10:two", "g", "2:three"]);
  assert.deepEqual(written("matches", rows, { detail: "counts" }), ["2  f", "1  g"]);
});

test("a group of matches has its heading, and its first file again", () => {
  const match = (number: number): Row[] => [{ text: `line ${number}`, ...at("f", number) }];
  assert.deepEqual(
    written("matches", [
      [{ source: code, key: "a" }, match(1), { text: "first", ...at("f", 1) }],
      [{ source: code, key: "a" }, match(2), { text: "first", ...at("f", 1) }],
      [{ source: code, key: "b" }, match(9), { text: "second" }],
    ]),
    ["f", "= first", "1:line 1", "2:line 2", "= second", "9:line 9"],
  );
});

test("rows of matches that are no lines of a file are plain, and what a tool drew may say its place itself", () => {
  const drawn = { at: "/rows", lines: true };
  assert.deepEqual(
    written("matches", [
      [{ source: { ...source, location: { path: "/file" } } }, [{ text: "12", depth: 1, ...at("f", 1) }]],
      [{ source: { ...source, location: { path: "/file", line: "/line" } } }, [{ text: "13", ...at("g", 2) }]],
      [{ source: drawn }, [{ text: "g:3 says", note: "n", ...at("g", 3) }]],
      [{ source: drawn }, [{ text: "other", ...at("h", 4) }]],
      [{ source: drawn }, [{ text: "no place" }]],
      [{ source: code }, [{ text: "h is the path of this file", ...at("h", 5) }]],
    ]),
    ["  12  f", "13  g:2", "g:3 says  <- n", "h", "4:other", "no place", "h", "5:h is the path of this file"],
  );
});

test("what does not fit is not written, not even in part, and takes nothing away", () => {
  for (const view of ["text", "table", "source", "tree", "matches"] as const) {
    const row = { source: view === "matches" ? code : source };
    const lines: Row[] = [{ text: "12345" }, { text: "12345" }];
    const exact = writer(view, { chars: 12 });
    assert.equal(exact.add(rowOf(row), lines, undefined), true, view);
    assert.deepEqual([exact.left, exact.lines()], [0, ["12345", "12345"]]);
    const less = writer(view, { chars: 11 });
    assert.equal(less.add(rowOf(row), lines, undefined), false, view);
    assert.deepEqual([less.left, less.lines()], [11, []]);
  }
});

test("matches cost what they will take: path, number, mark, notes once and pieces", () => {
  const cost = (rows: Row[][]) => {
    const writes = writer("matches", { chars: 1000 });
    for (const lines of rows) assert.ok(writes.add(rowOf({ source: code }), lines, undefined));
    return 1000 - writes.left;
  };
  const line: Row = { text: "x".repeat(10), marks: [[0, 3]], note: "nnn", ...at("file", 12) };
  assert.equal(cost([[line]]), "file\n12:xxxxxxxxxx  <- nnn\n".length);
  assert.equal(cost([[line], [line]]), cost([[line]]));
  assert.equal(cost([[line], [{ ...line, note: "m" }]]), cost([[line]]) + "  <- m".length);
  const far = { ...line, text: "y".repeat(4), ...at("file", 12, 50) };
  assert.equal(cost([[line], [far]]), cost([[line]]) + " … yyyy".length);
  assert.equal(cost([[{ text: "abc" }]]), 4);
  const headed = writer("matches", { chars: 1000 });
  assert.ok(headed.add(rowOf({ source: code, key: "k" }), [line], { text: "head" }));
  assert.equal(1000 - headed.left, cost([[line]]) + "= head\n".length);
});

test("counts take only as many files as fit", () => {
  const writes = writer("matches", { chars: 2 * "9999  f\n".length, detail: "counts" });
  const add = (file: string) => writes.add(rowOf({ source: code }), [{ text: "x", ...at(file, 1) }], undefined);
  assert.deepEqual([add("f"), add("g"), add("h"), add("g")], [true, true, false, true]);
  assert.deepEqual(writes.lines(), ["1  f", "2  g"]);
});

test("control characters become escapes, tabs stay", () => {
  assert.equal(printable("a\u001b[31m\tb\u202e\u0007c\n"), "a\\u001b[31m\tb\\u202e\\u0007c\\u000a");
});
