/** Which rows of a long answer are held: forwards, backwards and after a leap, each row once and never too many. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../core/host/frontend-api.ts";
import { endOf, HELD, lightened, partAt, windowOf, withAbove, withBelow, withOnly } from "./row-window.ts";
import { newVisit, settled, type Visit } from "./trail.ts";

const PART = 10_000;
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ text: String(from + index) }));
const asked = (row: number) => ({ cursor: `at ${row}` });
const part = (before: number, all: number) => ({
  part: { before, input: asked(before) },
  rows: rows(before, Math.min(PART, all - before)),
  next: before + PART < all ? asked(before + PART) : undefined,
});

function first(all: number): Visit {
  const outcome = { value: {}, next: asked(PART) };
  return settled(newVisit(1, "t", {}, 0), outcome, { rows: rows(0, Math.min(PART, all)) }, false, 1, 2);
}

function holdsInOrder(visit: Visit): void {
  const { from } = windowOf(visit);
  assert.ok(visit.view.rows.length <= HELD + PART);
  assert.ok(visit.view.rows.every(({ text }, index) => text === String(from + index)));
}

test("downwards what is far above goes, and comes back upwards", () => {
  let visit = first(105_000);
  while (visit.outcome?.next) {
    const end = endOf(visit);
    visit = withBelow(visit, part(end, 105_000), end);
    holdsInOrder(visit);
  }
  assert.equal(endOf(visit), 105_000);
  assert.ok(windowOf(visit).from > 60_000);
  while (windowOf(visit).from > 0) {
    const { from } = windowOf(visit);
    const above = partAt(windowOf(visit), from - 1);
    assert.equal(above.before, from - PART);
    visit = withAbove(visit, part(above.before, 105_000), from);
    holdsInOrder(visit);
    assert.deepEqual(visit.outcome?.next, endOf(visit) < 105_000 ? asked(endOf(visit)) : undefined);
  }
});

test("a leap to the last part, and from there upwards", () => {
  const parts = Array.from({ length: 100 }, (_, index) => ({ before: index * PART, input: asked(index * PART) }));
  const begun = first(995_000);
  let visit: Visit = { ...begun, outcome: { ...begun.outcome!, parts } };
  visit = withOnly(visit, part(partAt(windowOf(visit), Number.POSITIVE_INFINITY).before, 995_000));
  assert.deepEqual([windowOf(visit).from, endOf(visit), visit.outcome?.next], [990_000, 995_000, undefined]);
  visit = withAbove(visit, part(980_000, 995_000), 990_000);
  assert.deepEqual([windowOf(visit).from, endOf(visit)], [980_000, 995_000]);
  holdsInOrder(visit);
});

test("the row somebody stands on is never dropped", () => {
  let visit = first(200_000);
  for (let at = PART; at < 200_000; at += PART) visit = withBelow(visit, part(at, 200_000), 5);
  assert.equal(windowOf(visit).from, 0);
});

test("answers far from the one in sight let their rows go, and keep where one stood", () => {
  const visits = Array.from({ length: 20 }, (_, index) => ({ ...first(PART), id: index + 1 }));
  const trail = lightened({ visits, at: 19 }, ({ id }) => id !== 1);
  assert.ok(trail.visits.reduce((sum, { view }) => sum + view.rows.length, 0) <= 80_000);
  assert.deepEqual(
    [trail.visits[0]!.status, trail.visits[1]!.status, trail.visits[18]!.status, trail.visits[19]!.status],
    ["done", "kept", "done", "done"],
  );
});
