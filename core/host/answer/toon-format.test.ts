/** TOON format: same output as the library in slices, and tables of declared columns. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "@toon-format/toon";
import { environmentOf, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { toonFormat, toonText } from "./toon-format.ts";

const many = (count: number, make: (at: number) => Json): Json[] => Array.from({ length: count }, (_, at) => make(at));
const row = (at: number): Json => ({ id: at, text: `row ${at}, "quoted"` });

test("in slices the text is that of the library, whatever is long", async () => {
  const values: Json[] = [
    null,
    5,
    "a: b",
    [1, 2],
    many(600, row),
    {},
    { a: 1, list: [], empty: {} },
    { rows: many(600, row), after: "x" },
    { rows: many(256, row), next: many(257, row) },
    { before: 1, deep: { deeper: { rows: many(300, row), n: 1 }, list: [1, 2] }, after: [true] },
    Object.fromEntries(many(700, (at) => at).map((at) => [`key ${String(at)}`, at])),
    { groups: Object.fromEntries(many(90, (at) => at).map((at) => [`/w/${String(at)}`, many(7, row)])) },
    { strings: many(600, (at) => `s${String(at)}`), mixed: many(600, (at) => (at % 2 ? at : { at })) },
    { "odd: key": { "[x]": many(300, row) } },
  ];
  for (const value of values)
    assert.equal(await toonText(value, new TimeSlice()), encode(value), JSON.stringify(value).slice(0, 80));
});

test("a table whose columns change on the way is encoded whole", async () => {
  for (const odd of [0, 255, 256, 300, 599]) {
    const rows = many(600, (at) => (Number(at) === odd ? { id: at, more: 1 } : row(Number(at))));
    assert.equal(await toonText({ rows }, new TimeSlice()), encode({ rows }), `row ${odd}`);
  }
});

test("a lone surrogate is replaced, as in no other text", async () => {
  assert.equal(
    await toonText({ a: "x\ud800y", rows: many(300, () => ({ t: "\udc00" })) }, new TimeSlice()).then((text) =>
      text.isWellFormed(),
    ),
    true,
  );
  assert.equal(await toonText("x\ud800", new TimeSlice()), "x\ufffd");
});

const encoded = async (output: Partial<Output<unknown>>, value: Json) =>
  decode(await toonFormat.encode({ schema: {}, ...output }, value, new TimeSlice()));

test("rows with columns are tables of these: a list, a map, lists within a map; what no row has is left out", async () => {
  const columns = [{ field: "name" }, { field: "size", at: "/deep/size" }, { field: "none" }];
  const value = [{ name: "a", deep: { size: 1 }, other: 2 }, { name: "b" }];
  const table = [
    { name: "a", size: 1 },
    { name: "b", size: null },
  ];
  assert.deepEqual(await encoded({ rows: [{ at: "/rows", columns }] }, { rows: value, total: 2 }), {
    rows: table,
    total: 2,
  });
  assert.deepEqual(
    await encoded(
      { rows: [{ at: "/map", columns: [{ field: "key", at: "^" }, ...columns] }] },
      { map: { x: value[0]!, y: value[1]! } },
    ),
    {
      map: [
        { key: "x", ...table[0] },
        { key: "y", ...table[1] },
      ],
    },
  );
  const groups = { g: { about: 1, rows: value }, h: { rows: [] } };
  assert.deepEqual(await encoded({ rows: [{ at: "/groups/*/rows", columns }] }, { groups }), { groups: { g: table } });
  assert.deepEqual(await encoded({ rows: [{ at: "/map" }, { at: "/rows" }] }, { map: { a: 1 }, rows: [{ b: 1 }] }), {
    map: { a: 1 },
    rows: [{ b: 1 }],
  });
});

test("flat rows are tables of their own in place of what held them, the first also where it is empty", async () => {
  const output = {
    rows: [
      { at: "/files/*/rows", flat: "sections", columns: [{ field: "file", at: "^" }, { field: "n" }] },
      { at: "/files/*/errors", flat: "errors", columns: [{ field: "error" }] },
    ],
  };
  const value = (rows: Json[], errors: Json[]) => ({ total: 1, files: { f: { rows, errors } } });
  assert.deepEqual(await encoded(output, value([{ n: 1 }, { n: 2 }], [])), {
    total: 1,
    sections: [
      { file: "f", n: 1 },
      { file: "f", n: 2 },
    ],
  });
  assert.deepEqual(await encoded(output, value([], [{ error: "e" }])), {
    total: 1,
    sections: [],
    errors: [{ error: "e" }],
  });
});

test("the envelope of a tool's contract holds its tables as TOON, unless a frontend asks for a document", async () => {
  const output: Output<unknown> = {
    schema: {},
    rows: [{ at: "/rows", columns: [{ field: "id" }] }],
    toonContent: ["rows", "extra"],
    format: { parameter: "form", default: "toon" },
  };
  const tool = toolOf(output);
  const show = async (value: JsonObject, as?: "toon") =>
    (await presentCall({ tool, input: {}, startedAt: 0 }, { value }, { ...(as && { as }) }, environmentOf())).text;
  const value = { ok: true, rows: [{ id: 1 }], extra: "e" };
  assert.deepEqual(JSON.parse(await show(value)), {
    ok: true,
    format: "toon",
    toon_content: "rows[1]{id}:\n  1\nextra: e",
  });
  assert.deepEqual(decode(await show(value, "toon")), value);
  assert.deepEqual(JSON.parse(await show({ ok: true })), { ok: true });
});
