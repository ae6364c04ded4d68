/** A table encoded in parts is the text that the library gives for the whole. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "@toon-format/toon";
import type { Json, JsonObject } from "../../core/host/plugin-api.ts";
import { toonInTurns } from "./toon.ts";
import { Turns } from "./turns.ts";

const turns = new Turns({ monotonic: () => performance.now(), sleep: () => Promise.resolve() });
const rows = (count: number): JsonObject[] => Array.from({ length: count }, (_, at) => ({ a: at, b: `x, ${at}` }));
const lists = (count: number): JsonObject[] => rows(count).map((row) => ({ ...row, b: [1, 2] }));
const groups = (count: number, size: (at: number) => number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p ${at}`, rows(size(at))]));

const DATA: Record<string, JsonObject> = {
  nothing: {},
  "no rows": { base: "/x", results: [] },
  "few rows": { base: "/x", results: rows(5) },
  "one part": { results: rows(256) },
  "one part and a row": { results: rows(257) },
  "many parts between others": { first: 1, results: rows(5000), last: ["a", "b"] },
  "many plain values": { results: rows(500).map(({ b }) => b as Json) },
  "many rows that are no table": { results: lists(600) },
  "a table only in its first part": { results: [...rows(300), ...lists(1)] },
  "no groups": { files: {} },
  "many small groups": { files: groups(700, (at) => (at % 5) + 1) },
  "large and small groups": { files: { a: rows(3), '"q[3]{a}:"': rows(700), "b c": rows(600), d: rows(1) } },
};

for (const [what, data] of Object.entries(DATA)) {
  test(`${what}: the library's own text`, async () => assert.equal(await toonInTurns(data, turns), encode(data)));
}
