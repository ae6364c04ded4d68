/** Garbage collection: above the threshold, after growth, with pauses, and only if useful. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { watchOwnMemory } from "./memory-watch.ts";

const [SMALL, LARGE] = [200 << 20, 310 << 20];
const wait = (ms: number) => new Promise((settle) => setTimeout(settle, ms));

/** Counts collections within this time. `left` is the memory that remains. */
async function collections(ms: number, resident: number, left: number, growsTo = resident): Promise<number> {
  let now = resident;
  const collect = mock.fn(() => {
    now = left;
    setTimeout(() => {
      now = growsTo;
    }, 50);
    return true;
  });
  const watch = watchOwnMemory(collect, () => now);
  await wait(ms);
  watch.end();
  return collect.mock.callCount();
}

test("it collects above the threshold, and then pauses", async () => {
  assert.equal(await collections(500, SMALL, SMALL), 0);
  assert.equal(await collections(1300, LARGE, LARGE - (45 << 20)), 1);
});

test("what grows much collects again soon", async () => {
  assert.ok((await collections(1600, LARGE, SMALL)) >= 2);
});

test("memory that is in use is not collected again and again", async () => {
  assert.equal(await collections(1600, 600 << 20, 590 << 20), 1);
});

test("a look between two of its own collects, too", () => {
  const collect = mock.fn(() => true);
  const watch = watchOwnMemory(collect, () => LARGE);
  watch.look();
  watch.end();
  assert.equal(collect.mock.callCount(), 1);
});
