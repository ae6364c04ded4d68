/** An idle thread with a large heap collects garbage once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { collectAtRest } from "./collect-at-rest.ts";

const MB = 1024 * 1024;

function thread(sizes: { before: number; after: number }) {
  let heap = sizes.before;
  let collections = 0;
  const jobs = collectAtRest({
    restMs: 10,
    heapBytes: () => heap,
    collect() {
      collections++;
      heap = sizes.after;
    },
  });
  const work = () => {
    jobs.begun();
    jobs.ended();
  };
  return { jobs, work, grow: (bytes: number) => (heap += bytes), collections: () => collections };
}

test("a large heap is collected once, after the last job", async () => {
  const { work, collections } = thread({ before: 300 * MB, after: 150 * MB });
  for (let job = 0; job < 5; job++) work();
  assert.equal(collections(), 0);
  await sleep(60);
  assert.equal(collections(), 1);
  work();
  await sleep(60);
  assert.equal(collections(), 1, "nothing has been added since");
});

test("it is collected again when it has grown", async () => {
  const { work, grow, collections } = thread({ before: 300 * MB, after: 150 * MB });
  work();
  await sleep(60);
  grow(100 * MB);
  work();
  await sleep(60);
  assert.equal(collections(), 2);
});

test("a small heap, and a thread that works, are left alone", async () => {
  const small = thread({ before: 100 * MB, after: 50 * MB });
  small.work();
  const busy = thread({ before: 300 * MB, after: 150 * MB });
  busy.jobs.begun();
  busy.work();
  await sleep(60);
  assert.deepEqual([small.collections(), busy.collections()], [0, 0]);
});
