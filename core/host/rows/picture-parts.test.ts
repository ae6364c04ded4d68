/** Declared charts and graphs: sizes, groups, edges, chains, cycles, missing values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../contract/outcome.ts";
import type { RowSource } from "../contract/output-schema.ts";
import { picturePartsOf } from "./picture-parts.ts";

const of = (
  source: Partial<RowSource>,
  row: Json,
  { answer = {}, key, before }: { answer?: Json; key?: string; before?: string } = {},
) =>
  picturePartsOf(
    { at: "", ...source },
    { answer, input: { name: "Asked" }, row, ...(key !== undefined && { key }) },
    before,
  );

test("a size is a number or a stretch of lines, its name parted into groups", () => {
  const chart = { value: "/code", name: "{/path}", split: "/" };
  assert.deepEqual(of({ chart }, { code: 12, path: "/src//a.ts" }), {
    size: { value: 12, name: "a.ts", within: ["src"] },
  });
  assert.deepEqual(of({ chart }, { code: 0, path: "a.ts" }), { size: { value: 0, name: "a.ts" } });
  for (const code of ["12", -1, null, Number.NaN])
    assert.deepEqual(of({ chart }, { code, path: "a" }), {}, String(code));
  assert.deepEqual(of({ chart }, { code: 1 }), {}, "without a name");
  const lines = { value: { from: "/first", to: "/last" }, name: "{}" };
  assert.deepEqual(of({ chart: lines }, { first: 3, last: 9 }).size?.value, 7);
});

test("a node points to one or many, from the first reference that says something", () => {
  const graph = { id: "/name", to: "/needs", from: ["/of", "#/root", "@name"] };
  assert.deepEqual(of({ graph }, { name: "a", needs: ["b", "", "c"], of: "d" }), {
    node: { id: "a", to: ["b", "c"], from: ["d"] },
  });
  assert.deepEqual(of({ graph }, { name: "a" }, { answer: { root: "r" } }), { node: { id: "a", from: ["r"] } });
  assert.deepEqual(of({ graph }, { name: "a" }), { node: { id: "a", from: ["Asked"] } });
  assert.deepEqual(of({ graph }, { needs: ["b"] }), {}, "without an id");
});

test("the first rule that holds decides; a chain points to the row before", () => {
  const graph = [
    { id: "/name", to: "/end", when: { at: "/kind", in: ["base"] } },
    { id: "/name", from: "/end", when: { at: "/kind" } },
  ];
  assert.deepEqual(of({ graph }, { kind: "base", name: "a", end: "x" }), { node: { id: "a", to: ["x"] } });
  assert.deepEqual(of({ graph }, { kind: "other", name: "a", end: "x" }), { node: { id: "a", from: ["x"] } });
  assert.deepEqual(of({ graph }, { name: "a", end: "x" }), {});
  const chain = { id: "", to: "#/root", chain: true };
  const answer = { root: "Pawn" };
  assert.deepEqual(of({ graph: chain }, "Actor", { answer }), { node: { id: "Actor", to: ["Pawn"] } });
  assert.deepEqual(of({ graph: chain }, "Object", { answer, before: "Actor" }), {
    node: { id: "Object", to: ["Actor"] },
  });
  assert.deepEqual(of({ graph: { id: "", from: "^" } }, "Rock", { key: "Actor" }), {
    node: { id: "Rock", from: ["Actor"] },
  });
});
