/**
 * Tests which rows of a long answer are in memory after moving forwards, backwards and to a distant row. No row may be
 * repeated, and there must not be too many.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../core/host/frontend-api.ts";
import {
  MAX_HELD_ROWS,
  partAt,
  windowEnd,
  windowOf,
  withOnlyPart,
  withoutFarRows,
  withPartAbove,
  withPartBelow,
} from "./row-window.ts";
import { newEntry, settled, type TrailEntry } from "./trail.ts";

const PART = 10_000;
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ text: String(from + index) }));
const asked = (row: number) => ({ cursor: `at ${row}` });
const part = (before: number, all: number) => ({
  part: { before, input: asked(before) },
  rows: rows(before, Math.min(PART, all - before)),
  next: before + PART < all ? asked(before + PART) : undefined,
});

function first(all: number): TrailEntry {
  const outcome = { value: {}, next: asked(PART) };
  return settled(newEntry(1, "t", {}, 0), outcome, { rows: rows(0, Math.min(PART, all)) }, false, 1, 2);
}

function holdsInOrder(entry: TrailEntry): void {
  const { from } = windowOf(entry);
  assert.ok(entry.view.rows.length <= MAX_HELD_ROWS + PART);
  assert.ok(entry.view.rows.every(({ text }, index) => text === String(from + index)));
}

test("downwards what is far above goes, and comes back upwards", () => {
  let entry = first(105_000);
  while (entry.outcome?.next) {
    const end = windowEnd(entry);
    entry = withPartBelow(entry, part(end, 105_000), end);
    holdsInOrder(entry);
  }
  assert.equal(windowEnd(entry), 105_000);
  assert.ok(windowOf(entry).from > 60_000);
  while (windowOf(entry).from > 0) {
    const { from } = windowOf(entry);
    const above = partAt(windowOf(entry), from - 1);
    assert.equal(above.before, from - PART);
    entry = withPartAbove(entry, part(above.before, 105_000), from);
    holdsInOrder(entry);
    assert.deepEqual(entry.outcome?.next, windowEnd(entry) < 105_000 ? asked(windowEnd(entry)) : undefined);
  }
});

test("a leap to the last part, and from there upwards", () => {
  const parts = Array.from({ length: 100 }, (_, index) => ({ before: index * PART, input: asked(index * PART) }));
  const begun = first(995_000);
  let entry: TrailEntry = { ...begun, outcome: { ...begun.outcome!, parts } };
  entry = withOnlyPart(entry, part(partAt(windowOf(entry), Number.POSITIVE_INFINITY).before, 995_000));
  assert.deepEqual([windowOf(entry).from, windowEnd(entry), entry.outcome?.next], [990_000, 995_000, undefined]);
  entry = withPartAbove(entry, part(980_000, 995_000), 990_000);
  assert.deepEqual([windowOf(entry).from, windowEnd(entry)], [980_000, 995_000]);
  holdsInOrder(entry);
});

test("the row somebody stands on is never dropped", () => {
  let entry = first(200_000);
  for (let at = PART; at < 200_000; at += PART) entry = withPartBelow(entry, part(at, 200_000), 5);
  assert.equal(windowOf(entry).from, 0);
});

test("answers far from the one in sight let their rows go, and keep where one stood", () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({ ...first(PART), id: index + 1 }));
  const trail = withoutFarRows({ entries, at: 19 }, ({ id }) => id !== 1);
  assert.ok(trail.entries.reduce((sum, { view }) => sum + view.rows.length, 0) <= 80_000);
  assert.deepEqual(
    [trail.entries[0]!.status, trail.entries[1]!.status, trail.entries[18]!.status, trail.entries[19]!.status],
    ["done", "unloaded", "done", "done"],
  );
});
