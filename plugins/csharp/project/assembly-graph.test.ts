/** Tests cycles between assemblies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cyclesOf } from "./assembly-graph.ts";

const cycles = (edges: Record<string, string[]>) => cyclesOf(new Map(Object.entries(edges)));

test("a circle is told once, by its shortest way", () => {
  assert.deepEqual(cycles({ a: ["b"], b: ["c"], c: ["a", "b"], d: ["a"] }), [["a", "b", "c", "a"]]);
  assert.deepEqual(cycles({ a: ["a"], b: ["a"] }), [["a", "a"]]);
});

test("two circles are two, none is none, and what is not there is no way", () => {
  assert.deepEqual(cycles({ a: ["b"], b: ["a"], x: ["y"], y: ["x"] }), [
    ["a", "b", "a"],
    ["x", "y", "x"],
  ]);
  assert.deepEqual(cycles({ a: ["b", "gone"], b: ["c"], c: [] }), []);
});
