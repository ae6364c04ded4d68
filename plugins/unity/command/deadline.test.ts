/** Deadlines end all waits, and cancelling ends them immediately. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { ManualClock } from "../../../test/unity/fake/clock.ts";
import { Deadline, LATE } from "./deadline.ts";

const CANCELLED = {
  code: "CANCELLED",
  message: "The call was cancelled",
  hint: "A command that had reached the Editor may still run there",
};

function start(ms: number) {
  const clock = new ManualClock();
  const cancel = new AbortController();
  return { clock, cancel, deadline: new Deadline(clock, ms, cancel.signal) };
}

test("what remains falls with the clock, and never below nothing", () => {
  const { clock, deadline, cancel } = start(1_000);
  assert.equal(deadline.remaining, 1_000);
  clock.advance(400);
  assert.equal(deadline.remaining, 600);
  clock.advance(600);
  assert.equal(deadline.remaining, 0);
  clock.advance(1);
  assert.equal(deadline.remaining, 0);
  assert.equal(deadline.clock, clock);
  assert.equal(deadline.signal, cancel.signal);
});

test("a part has its own time, but ends with the whole", () => {
  const { clock, deadline, cancel } = start(1_000);
  const short = deadline.within(300);
  assert.equal(short.remaining, 300);
  assert.equal(short.clock, clock);
  assert.equal(short.signal, cancel.signal);
  clock.advance(400);
  assert.equal(short.remaining, 0);
  for (const ms of [601, 5_000, Number.POSITIVE_INFINITY]) assert.equal(deadline.within(ms).remaining, 600);
  assert.equal(deadline.within(599).remaining, 599);
  assert.equal(deadline.within(0).remaining, 0);
  assert.equal(short.within(100).remaining, 0);
});

test("a sleep is as long as asked, but not past the end", async () => {
  const { clock, deadline } = start(1_000);
  const first = deadline.sleep(250);
  clock.advance(250);
  await first;
  const capped = deadline.sleep(5_000);
  clock.advance(750);
  await capped;
  await deadline.sleep(1);
  assert.deepEqual(clock.sleeps, [250, 750, 0]);
});

test("a sleep ends with a cancel, and none begins after it", async () => {
  const { clock, deadline, cancel } = start(1_000);
  const sleeping = deadline.sleep(500);
  cancel.abort();
  await assert.rejects(sleeping, { code: "CANCELLED" });
  await assert.rejects(deadline.sleep(500), CANCELLED);
  assert.deepEqual(clock.sleeps, [500]);
});

test("a race gives the promise's value or its failure, and leaves no timer", async () => {
  const { clock, deadline } = start(1_000);
  const { promise, resolve } = Promise.withResolvers<string>();
  const race = deadline.race(promise);
  assert.equal(clock.sleeping, 1);
  clock.advance(999);
  resolve("here");
  assert.equal(await race, "here");
  assert.equal(clock.sleeping, 0);
  await assert.rejects(deadline.race(Promise.reject(new RangeError("gone"))), RangeError);
  assert.equal(clock.sleeping, 0);
  assert.deepEqual(clock.sleeps, [1_000, 1]);
});

test("a race is late at the end, whatever the promise does afterwards", async () => {
  const { clock, deadline } = start(1_000);
  const { promise, reject } = Promise.withResolvers<string>();
  const race = deadline.race(promise);
  clock.advance(1_000);
  assert.equal(await race, LATE);
  reject(new RangeError("nobody waits"));
  assert.equal(await deadline.race(new Promise(() => {})), LATE);
});

test("a race ends with a cancel, and none begins after it", async () => {
  const { clock, deadline, cancel } = start(1_000);
  const race = deadline.race(new Promise(() => {}));
  cancel.abort();
  await assert.rejects(race, CANCELLED);
  assert.equal(clock.sleeping, 0);
  await assert.rejects(deadline.race(Promise.resolve("here")), CANCELLED);
  assert.equal(clock.sleeps.length, 1);
});

test("a race that is over listens for no cancel", async () => {
  const { deadline, cancel } = start(1_000);
  const { promise, resolve } = Promise.withResolvers<number>();
  const race = deadline.race(promise);
  assert.equal(getEventListeners(cancel.signal, "abort").length, 1);
  resolve(1);
  await race;
  assert.equal(getEventListeners(cancel.signal, "abort").length, 0);
});

test("only a cancelled deadline throws", () => {
  const { clock, deadline, cancel } = start(1_000);
  clock.advance(2_000);
  deadline.throwIfCancelled();
  cancel.abort();
  assert.throws(() => deadline.throwIfCancelled(), CANCELLED);
});
