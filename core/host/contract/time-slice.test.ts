/** Time slices with a fake clock: pauses, number of steps, cancellation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeSlice, type TimeSliceOptions } from "./time-slice.ts";

function sliceAt(options: Omit<TimeSliceOptions, "clock"> = {}) {
  const time = { now: 100, pauses: 0, slept: 0 };
  const clock = {
    monotonic: () => time.now,
    async sleep(ms: number) {
      time.pauses++;
      time.slept += ms;
    },
  };
  return { time, slice: new TimeSlice({ ...options, clock }) };
}

for (const ms of [2, 3, 40]) {
  test(`a slice of ${ms} ms is over after exactly ${ms} ms, and anew after each pause`, async () => {
    const { time, slice } = sliceAt({ ms });
    assert.equal(slice.over, false);
    time.now += ms - 1;
    assert.equal(slice.over, false);
    assert.equal(slice.check(), undefined);
    time.now += 1;
    assert.equal(slice.over, true);
    await slice.check();
    assert.deepEqual([slice.over, time.pauses, time.slept], [false, 1, 0]);
    time.now += ms - 1;
    assert.equal(slice.check(), undefined);
    time.now += 1;
    await slice.check();
    assert.equal(time.pauses, 2);
  });
}

for (const steps of [1, 64, 128]) {
  test(`small steps read the clock once in ${steps}`, async () => {
    const { time, slice } = sliceAt({ steps });
    const paused: number[] = [];
    for (let step = 1; step <= 3 * steps; step++) {
      time.now += 1000;
      const pause = slice.step();
      if (pause) paused.push(step);
      await pause;
    }
    assert.deepEqual(paused, [steps, 2 * steps, 3 * steps]);
  });
}

test("without options a slice is 2 ms and 64 steps long", async () => {
  const { time, slice } = sliceAt();
  time.now += 2;
  for (let step = 1; step < 64; step++) assert.equal(slice.step(), undefined);
  await slice.step();
  assert.equal(time.pauses, 1);
});

test("a short step within the slice does not pause", () => {
  const { time, slice } = sliceAt({ steps: 1 });
  time.now += 1;
  assert.equal(slice.step(), undefined);
  assert.equal(time.pauses, 0);
});

test("pause waits also within a slice, and throws the reason of a cancel after it", async () => {
  const cancel = new AbortController();
  const { time, slice } = sliceAt({ signal: cancel.signal });
  await slice.pause();
  assert.equal(time.pauses, 1);
  cancel.abort("no more");
  time.now += 1;
  assert.equal(slice.check(), undefined);
  time.now += 1;
  await assert.rejects(slice.check() ?? Promise.resolve(), (reason) => reason === "no more");
  assert.equal(slice.over, true);
});

test("the real clock lets other work run between two slices", async () => {
  const slice = new TimeSlice({ ms: 0 });
  let others = 0;
  setImmediate(() => others++);
  await slice.pause();
  assert.equal(others, 1);
  assert.equal(slice.over, true);
  assert.equal(new TimeSlice({ ms: 60_000 }).over, false);
});
