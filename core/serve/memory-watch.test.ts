/** When a server collects: above its threshold, not again and again, not where it cannot. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { watchOwnMemory } from "./memory-watch.ts";

const [SMALL, LARGE, URGENT] = [200 << 20, 300 << 20, 350 << 20];
const wait = (ms: number) => new Promise((settle) => setTimeout(settle, ms));

test("it collects above the threshold, and then pauses", async () => {
  const collect = mock.fn(() => true);
  let resident = SMALL;
  const stop = watchOwnMemory(collect, () => resident);
  await wait(700);
  assert.equal(collect.mock.callCount(), 0);
  resident = LARGE;
  await wait(1300);
  assert.equal(collect.mock.callCount(), 1);
  stop();
});

test("near the limit it collects again soon", async () => {
  const collect = mock.fn(() => true);
  const stop = watchOwnMemory(collect, () => URGENT);
  await wait(1600);
  assert.ok(collect.mock.callCount() >= 2);
  stop();
});
