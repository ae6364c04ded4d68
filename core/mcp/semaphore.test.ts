/** Limits concurrency. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Semaphore } from "./semaphore.ts";

test("so many at once, the rest in order, and one that leaves does not hold up the others", async () => {
  const turns = new Semaphore(2);
  const never = new AbortController().signal;
  const leaving = new AbortController();
  const order: string[] = [];
  const want = async (name: string, signal = never) => {
    const end = await turns.acquire(signal);
    order.push(name);
    return end;
  };
  const [endA, endB] = await Promise.all([want("a"), want("b")]);
  const c = want("c");
  const d = want("d", leaving.signal);
  const e = want("e");
  await Promise.resolve();
  assert.deepEqual(order, ["a", "b"]);
  leaving.abort();
  (await d)();
  endA();
  const endC = await c;
  assert.deepEqual(order, ["a", "b", "d", "c"]);
  endB();
  endC();
  (await e)();
  const ends = await Promise.all([want("f"), want("g")]);
  assert.deepEqual(order.slice(-3), ["e", "f", "g"]);
  for (const end of ends) end();
});

test("many that begin quickly share a turn of the loop, slow ones get one each", async () => {
  const turnsFor = async (busyMs: number) => {
    const semaphore = new Semaphore(20);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const signal = new AbortController().signal;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await semaphore.acquire(signal);
        const until = performance.now() + busyMs;
        while (performance.now() < until);
      }),
    );
    isOver = true;
    return turns;
  };
  const [quick, slow] = [await turnsFor(0), await turnsFor(6)];
  assert.ok(quick < 10, `${quick} turns`);
  assert.ok(slow >= 18, `${slow} turns`);
});
