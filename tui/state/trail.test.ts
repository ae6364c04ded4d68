/** Tests the trail, with its runs, arriving rows, jumps and the way back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  currentEntry,
  currentTabState,
  EMPTY_TRAIL,
  folded,
  jumped,
  newEntry,
  nextSort,
  settled,
  started,
  stepped,
  widened,
  withEntry,
  withRows,
} from "./trail.ts";

const entry = (id: number, tool = "t") => newEntry(id, tool, {}, 1000);
const rows = (...texts: string[]) => texts.map((text) => ({ text }));

test("a new run of the same tool shows the old rows until it has its own", () => {
  const first = settled(entry(1), { value: 1 }, { rows: rows("old") }, false, 1010, 1020);
  const trail = started(started(EMPTY_TRAIL, first), entry(2));
  assert.deepEqual(currentEntry(trail)?.view.rows, rows("old"));
  const streamed = withEntry(trail, 2, (each) => withRows(withRows(each, rows("a"), 1030), rows("b"), 1040));
  assert.deepEqual(currentEntry(streamed)?.view.rows, rows("a", "b"));
  assert.equal(currentEntry(streamed)?.firstRowsAt, 1030);
});

test("another tool starts empty", () => {
  const trail = started(started(EMPTY_TRAIL, { ...entry(1), view: { rows: rows("old") } }), entry(2, "other"));
  assert.deepEqual(currentEntry(trail)?.view.rows, []);
});

test("jumps go forth and back; a new one forgets what lay ahead", () => {
  const trail = jumped(jumped(started(EMPTY_TRAIL, entry(1)), entry(2)), entry(3));
  const back = stepped(stepped(trail, -1), -1);
  assert.equal(currentEntry(back)?.id, 1);
  assert.equal(currentEntry(stepped(back, -1))?.id, 1);
  assert.equal(currentEntry(stepped(back, 1))?.id, 2);
  assert.deepEqual(
    jumped(back, entry(4)).entries.map(({ id }) => id),
    [1, 4],
  );
  assert.deepEqual(stepped(EMPTY_TRAIL, 1), EMPTY_TRAIL);
});

test("a cancelled run keeps what it found", () => {
  const found = withRows(entry(1), rows("found"), 1001);
  const view = { rows: rows("The call was cancelled") };
  assert.deepEqual(settled(found, { value: 0, failed: true }, view, true, 1, 2).view.rows, rows("found"));
  assert.deepEqual(settled(entry(1), { value: 0, failed: true }, view, true, 1, 2).view, view);
  assert.equal(settled(entry(1), { value: 0, failed: true }, view, false, 1, 2).status, "failed");
});

test("sorting goes through the columns and back to none", () => {
  const columns = ["a", "b"];
  let place = currentTabState(entry(1));
  const seen = Array.from({ length: 5 }, () => {
    place = nextSort(place, columns);
    const { sort } = place.arrangement;
    return sort ? `${sort.column}${sort.descending ? "-" : "+"}` : "none";
  });
  assert.deepEqual(seen, ["a+", "a-", "b+", "b-", "none"]);
  assert.equal(widened(place, columns, 4).arrangement.widths.a, 4);
  assert.deepEqual(widened(place, [], 4), place);
});

test("folding twice unfolds", () => {
  const place = currentTabState(entry(1));
  assert.deepEqual([...folded(place, "x").arrangement.folded], ["x"]);
  assert.deepEqual([...folded(folded(place, "x"), "x").arrangement.folded], []);
});
