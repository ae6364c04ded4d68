/**
 * Tests that a message is reported for work that takes long, but not for short work or work that reports its own
 * progress.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Progress } from "../../../core/host/plugin-api.ts";
import { saidWhileWaiting } from "./said-while-waiting.ts";

test("only silent work of more than a moment is said, within a second", async () => {
  const said: Progress[] = [];
  const started = performance.now();
  let after = 0;
  const note = (progress: Progress) => {
    after = performance.now() - started;
    said.push(progress);
  };
  assert.equal(await saidWhileWaiting("short", note, async () => 1), 1);
  await saidWhileWaiting("heard", note, async (heard) => {
    heard();
    await sleep(700);
  });
  assert.deepEqual(said, []);
  const begun = performance.now() - started;
  await saidWhileWaiting("long", note, () => sleep(900));
  assert.deepEqual(said, [{ message: "long" }]);
  assert.ok(after - begun < 1000, String(after - begun));
});
