/** Tests mapping and sorting lists in time slices. The result is the same as without slices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mapInSlices, searchSlice, sortInSlices } from "./sliced-arrays.ts";

/** Creates a clock that advances with each reading. */
function slowClock() {
  const clock = {
    now: 0,
    pauses: 0,
    monotonic: () => clock.now++,
    async sleep() {
      clock.pauses++;
    },
  };
  return clock;
}

for (const count of [0, 1, 255, 256, 257, 512, 513, 1025, 3000]) {
  test(`${count} items are mapped in order with their indices, with a pause now and then`, async () => {
    const clock = slowClock();
    const items = Array.from({ length: count }, (_, at) => at);
    const made = await mapInSlices(items, searchSlice(clock), (item, index) => [item, index]);
    assert.deepEqual(
      made,
      items.map((item) => [item, item]),
    );
    assert.ok(count < 1025 || clock.pauses > 0);
  });

  test(`${count} items are sorted by their key in UTF-16 units, equals as they stood`, async () => {
    const clock = slowClock();
    const items = Array.from({ length: count }, (_, at) => ({ key: `k${(at * 7919) % 101}é`, at }));
    const sorted = await sortInSlices(items, searchSlice(clock), ({ key }) => key);
    const wanted = items.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    assert.deepEqual(sorted, wanted);
    assert.ok(count < 1025 || clock.pauses > 2);
  });
}

test("a slice of a search is 3 ms and 256 steps long", async () => {
  const clock = { now: 0, pauses: 0, monotonic: () => clock.now, sleep: async () => void clock.pauses++ };
  const slice = searchSlice(clock);
  clock.now = 2;
  assert.equal(slice.over, false);
  clock.now = 3;
  for (let step = 1; step < 256; step++) assert.equal(slice.step(), undefined);
  await slice.step();
  assert.equal(clock.pauses, 1);
});
