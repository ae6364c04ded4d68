/** Query matching. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchEntry } from "./search-index.ts";
import { matchEntry, parseQuery, relevance } from "./search-query.ts";

function entry(label: string, name: string, kind: "type" | "enum" | "member" = "member"): SearchEntry {
  return {
    index: 0,
    label,
    folded: label.toLowerCase(),
    ownAt: label.indexOf(name),
    isType: kind === "type",
    isEnumValue: kind === "enum",
    isNative: false,
  };
}

const HEIGHT = entry("ALadder.GetHeight()", "GetHeight");
const CLIMB = entry("Ladder::Climb()", "Climb");
const hit = (query: string, of: SearchEntry) => matchEntry(parseQuery(query), of);

test("fragments match in order, whatever stands between", () => {
  assert.equal(hit("get hei", HEIGHT), "own");
  assert.equal(hit("hei get", HEIGHT), undefined);
  assert.equal(hit("lad get", HEIGHT), "own");
  assert.equal(hit("ladder", HEIGHT), "owner");
});

test("a separator belongs to the word it touches", () => {
  assert.equal(hit("ALadder.", HEIGHT), "owner");
  assert.equal(hit("ALad.", HEIGHT), undefined);
  assert.equal(hit("ALad .", HEIGHT), "owner");
  assert.equal(hit("Ladder::", CLIMB), "owner");
  assert.equal(hit("adder::", CLIMB), undefined);
});

test("alternatives, enum values by either separator, types by their name and a dot", () => {
  assert.equal(hit("nothing|climb", CLIMB), "own");
  assert.equal(hit("EKind::Wood", entry("EKind.Wood", "Wood", "enum")), "own");
  assert.equal(hit("ALadder.", entry("ALadder", "ALadder", "type")), "owner");
  assert.deepEqual(parseQuery("###"), []);
});

test("the whole name comes before its start, its words and its parts", () => {
  const ranks = ["GetHeight", "GetHei", "Height", "eigh", "g h"].map((query) => relevance(query, HEIGHT));
  assert.deepEqual(ranks, [1000, 900, 850, 700, 650]);
});
