/** Splitting and joining answers: all rows give the original, some rows a consistent subset. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { joinAnswer } from "./join.ts";
import type { AnswerRow, SplitAnswer } from "./row.ts";
import { readingOrder, sourcesIn, splitAnswer } from "./split.ts";

const outputOf = (...rows: RowSource[]): Output<unknown> => ({ schema: {}, rows });
const split = (value: Json, ...rows: RowSource[]) => splitAnswer(outputOf(...rows), value, new TimeSlice());

/** Answer with a subset of rows. */
async function joined(
  value: Json,
  sources: RowSource[],
  keep: (rows: AnswerRow[]) => AnswerRow[] = (rows) => rows,
): Promise<Json> {
  const { envelope, rows } = await split(value, ...sources);
  return JSON.parse(JSON.stringify(joinAnswer(outputOf(...sources), { envelope, rows: keep(rows) }))) as Json;
}

const first = (count: number) => (rows: AnswerRow[]) => rows.slice(0, count);

test("each shape has its rows, and gives the same answer again", async () => {
  const cases: [sources: RowSource[], value: Json, rows: Json[]][] = [
    [[{ at: "/list" }], { before: 1, list: [1, null, "x"], after: 2 }, [1, null, "x"]],
    [[{ at: "" }], [1, 2], [1, 2]],
    [[{ at: "/map" }], { map: { a: 1, "b/c": { d: 2 } } }, [1, { d: 2 }]],
    [[{ at: "/text" }], { text: "one\ntwo" }, ["one\ntwo"]],
    [[{ at: "/text", keep: "head" }], { text: "one\ntwo" }, ["one\ntwo"]],
    [
      [{ at: "/groups/*/rows" }],
      {
        groups: [
          { n: 1, rows: [1, 2] },
          { n: 2, rows: [] },
          { n: 3, rows: [3] },
        ],
      },
      [1, 2, null, 3],
    ],
    [[{ at: "/groups/*" }], { groups: { a: [1], b: [], c: [2, 3] } }, [1, null, 2, 3]],
    [[{ at: "/a~1b/x" }], { "a/b": { x: [1] } }, [1]],
  ];
  for (const [sources, value, values] of cases) {
    const { rows } = await split(value, ...sources);
    assert.deepEqual(
      rows.map((row) => row.value),
      values,
      sources[0]!.at,
    );
    assert.deepEqual(await joined(value, sources), value, sources[0]!.at);
  }
});

test("what an answer has not, and what has another shape, is no source", () => {
  const has = (value: Json, source: RowSource) => sourcesIn(outputOf(source), value)[0]?.shape;
  assert.deepEqual(
    [[1], { a: 1 }, "s", 1, null].map((value) => has(value, { at: "" })),
    ["list", "map", "text", undefined, undefined],
  );
  assert.deepEqual(
    [[1], { a: 1 }, "s"].map((value) => has(value, { at: "", keep: "ends" })),
    [undefined, undefined, "text"],
  );
  assert.deepEqual(
    [[1], { a: 1 }, "s"].map((value) => has(value, { at: "", children: "/below" })),
    ["tree", undefined, undefined],
  );
  assert.deepEqual(
    [[1], { a: 1 }, "s", null].map((value) => has(value, { at: "/*" })),
    ["groups", "groups", undefined, undefined],
  );
  assert.equal(has({}, { at: "/none" }), undefined);
  const two = sourcesIn(outputOf({ at: "/a" }, { at: "/b" }), { a: [], b: [] });
  assert.deepEqual(
    two.map(({ source }) => source.at),
    ["/b", "/a"],
    "what is declared first is cut first",
  );
});

test("counts follow the rows: one each, of a long text its lines without the heading", async () => {
  const list: RowSource[] = [{ at: "/rows", count: "/count" }];
  assert.deepEqual(await joined({ count: 9, rows: [1, 2, 3] }, list, first(2)), { count: 2, rows: [1, 2] });
  assert.deepEqual(await joined({ count: 3, rows: [1, 2, 3] }, list, first(0)), { count: 0, rows: [] });
  const text: RowSource[] = [{ at: "/text", keep: "head", count: "/lines" }];
  const value = { lines: 2, text: "== heading\none\ntwo\n" };
  const { rows } = await split(value, ...text);
  assert.equal(rows[0]!.headLines, 1);
  assert.deepEqual(await joined(value, text), value);
  assert.equal((await split({ ...value, lines: 3 }, ...text)).rows[0]!.headLines, undefined);
  assert.equal((await split({ ...value, lines: 4 }, ...text)).rows[0]!.headLines, undefined);
  assert.deepEqual((await split({ lines: 0, text: "" }, ...text)).rows, []);
  const groups: RowSource[] = [{ at: "/groups/*/rows", count: "/count" }];
  assert.deepEqual(await joined({ count: 1, groups: [{ rows: [] }, { rows: [7] }] }, groups), {
    count: 1,
    groups: [{ rows: [] }, { rows: [7] }],
  });
});

test("several sources in the same groups: a group is there while it has rows of one, an empty one as it was", async () => {
  const sources: RowSource[] = [{ at: "/files/*/matches" }, { at: "/files/*/errors" }];
  const value = {
    files: {
      a: { size: 1, matches: [1, 2], errors: ["e"] },
      b: { size: 2, matches: [], errors: [] },
      c: { matches: [3] },
      d: {},
    },
  };
  const { rows } = await split(value, ...sources);
  assert.deepEqual(
    rows.map(({ source, value: row, key, emptyGroup }) => [source.at.slice(9), row, key, emptyGroup]),
    [
      ["errors", "e", "a", undefined],
      ["errors", null, "b", true],
      ["errors", null, "d", true],
      ["matches", 1, "a", undefined],
      ["matches", 2, "a", undefined],
      ["matches", 3, "c", undefined],
    ],
  );
  assert.deepEqual(rows[0]!.group, { size: 1, matches: [], errors: [] });
  const back = (await joined(value, sources)) as { files: JsonObject };
  assert.deepEqual(back.files, value.files);
  assert.deepEqual(await joined(value, sources, first(2)), {
    files: { a: { size: 1, matches: [], errors: ["e"] }, b: { size: 2, matches: [], errors: [] } },
  });
});

test("groups of a list keep their order, whichever source comes first", async () => {
  const sources: RowSource[] = [{ at: "/groups/*/a" }, { at: "/groups/*/b" }];
  const groups = Array.from({ length: 12 }, (_, at) => ({ n: at, a: [at], b: at % 3 === 0 ? [at] : [] }));
  assert.deepEqual(await joined({ groups }, sources), { groups });
  const some = await joined({ groups }, sources, (rows) => rows.filter(({ value }) => Number(value) % 5 === 0));
  assert.deepEqual(some, { groups: [0, 5, 10].map((n) => ({ ...groups[n]!, b: n === 0 ? [0] : [] })) });
});

const TREE: RowSource[] = [{ at: "/roots", children: "/below", count: "/count" }];
const node = (name: string, ...below: Json[]): Json => ({ name, below });
const tree = { count: 5, roots: [node("a", node("b", node("c")), node("d")), node("e"), { name: "leaf" }] };

test("a tree is split level by level and joined in its own order", async () => {
  const { rows } = await split(tree, ...TREE);
  const nameOf = ({ value }: AnswerRow) => (value as JsonObject).name;
  assert.deepEqual(rows.map(nameOf), ["a", "e", "leaf", "b", "d", "c"]);
  assert.deepEqual(
    rows.map(({ depth, order, parent }) => [depth, order, parent && nameOf(parent)]),
    [
      [0, 0, undefined],
      [0, 1, undefined],
      [0, 2, undefined],
      [1, 3, "a"],
      [1, 4, "a"],
      [2, 5, "b"],
    ],
  );
  assert.deepEqual(readingOrder(rows).map(nameOf), ["a", "b", "c", "d", "e", "leaf"]);
  assert.deepEqual(await joined({ ...tree, count: 6 }, TREE), { ...tree, count: 6 });
});

test("a row of a tree brings its parents, marked as continued, and they are no rows of that page", async () => {
  const page = await joined(tree, TREE, (rows) => rows.slice(5));
  const continued = {
    count: 1,
    roots: [{ name: "a", below: [{ name: "b", below: [{ name: "c", below: [] }], continued: true }], continued: true }],
  };
  assert.deepEqual(page, continued);
  const again = await split(page, ...TREE);
  assert.deepEqual(
    again.rows.map(({ value, parent, continuedParent }) => [
      (value as JsonObject).name,
      parent?.continuedParent,
      continuedParent,
    ]),
    [["c", true, undefined]],
  );
});

test("rows whose parent is not among them come in reading order too, others stay as they are", async () => {
  const { rows } = await split(tree, ...TREE);
  const some = rows.filter(({ value }) => (value as JsonObject).name !== "b");
  assert.deepEqual(
    readingOrder(some).map(({ value }) => (value as JsonObject).name),
    ["a", "d", "e", "leaf", "c"],
  );
  const flat = (await split({ list: [1, 2] }, { at: "/list" })).rows;
  assert.equal(readingOrder(flat), flat);
});

test("entries of maps beside a list of names go with their names", async () => {
  const sources: RowSource[] = [{ at: "/names", keyedMaps: ["/lines", "/more/kinds"] }];
  const value = { names: ["a", "b/c"], lines: { a: 1, "b/c": 2, other: 3 }, more: { kinds: { "b/c": "k" } } };
  const { rows, envelope } = await split(value, ...sources);
  assert.deepEqual(
    rows.map(({ keyed }) => keyed),
    [
      [1, undefined],
      [2, "k"],
    ],
  );
  assert.deepEqual(envelope, { names: [], lines: { other: 3 }, more: { kinds: {} } });
  assert.deepEqual(await joined(value, sources), { ...value, lines: { other: 3, a: 1, "b/c": 2 } });
  assert.deepEqual(await joined(value, sources, first(1)), {
    names: ["a"],
    lines: { other: 3, a: 1 },
    more: { kinds: {} },
  });
  assert.deepEqual(await joined({ names: ["a"] }, sources), { names: ["a"] });
});

test("a table keeps what its rows point to, numbered anew in their order", async () => {
  const sources: RowSource[] = [{ at: "/rows", lookup: { at: "/table", by: "/id" } }];
  const row = (id: number, text: string) => ({ id, text });
  const value = { table: ["x", "y", "z"], rows: [row(2, "a"), row(0, "b"), row(2, "c"), row(7, "d")] };
  assert.deepEqual(await joined(value, sources), {
    table: ["z", "x"],
    rows: [row(0, "a"), row(1, "b"), row(0, "c"), row(7, "d")],
  });
  assert.deepEqual(await joined(value, sources, (rows) => rows.slice(1, 2)), { table: ["x"], rows: [row(0, "b")] });
  assert.deepEqual((await split({ rows: value.rows }, ...sources)).rows[0]!.entry, undefined);
});

test("lists that nest: the key of another list is the parent of its rows, the first of that name", async () => {
  const sources: RowSource[] = [{ at: "/by/*", nested: true, remaining: "/left" }];
  const value = { by: { root: ["a", "b", "a"], a: ["c", "d"], b: [], c: ["e"] }, left: { a: 5, z: 1 } };
  const { rows } = await split(value, ...sources);
  const named = (name: string) => rows.filter((row) => row.value === name);
  assert.deepEqual(
    named("c").map(({ depth, parent }) => [depth, parent?.value]),
    [[1, "a"]],
  );
  assert.equal(named("c")[0]!.parent, named("a")[0]);
  assert.deepEqual([named("e")[0]!.depth, named("a")[0]!.depth], [2, 0]);
  assert.deepEqual(
    rows.filter(({ emptyGroup }) => !emptyGroup).map(({ value: row, remaining }) => [row, remaining]),
    [
      ["a", [2, 2]],
      ["b", [1, 0]],
      ["a", [0, 2]],
      ["c", [1, 1]],
      ["d", [0, 0]],
      ["e", [0, 0]],
    ],
  );
  // Rows not shown so far are added to those the tool omitted.
  const page = (await joined(value, sources, first(2))) as JsonObject;
  assert.deepEqual(page, { by: { root: ["a", "b"] }, left: { a: 7, z: 1, root: 1 } });
  const more = (await joined(value, sources, first(5))) as JsonObject;
  assert.deepEqual(more.left, { a: 5, z: 1, c: 1 });
});

test("the envelope is the answer without its rows", async () => {
  const sources: RowSource[] = [{ at: "/list" }, { at: "/map" }, { at: "/text" }, { at: "/groups/*/rows" }];
  const value = { a: 1, list: [1], map: { b: 2 }, text: "t", groups: { g: { rows: [1] } }, z: null };
  const { envelope }: SplitAnswer = await split(value, ...sources);
  assert.deepEqual(envelope, { a: 1, list: [], map: {}, text: "", groups: {}, z: null });
  assert.deepEqual((await split({ groups: [{ rows: [1] }] }, ...sources)).envelope, { groups: [] });
});
