/** Tests that the first change is rendered at once, and changes right after it together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFrameThrottle } from "./frame-throttle.ts";

test("what comes in a row is drawn at once and once more for all that followed", async () => {
  let drawn = 0;
  const pace = createFrameThrottle(() => drawn++, 40);
  const begun = performance.now();
  pace.request();
  assert.equal(drawn, 1);
  while (drawn === 1) {
    pace.request();
    await new Promise((done) => setImmediate(done));
  }
  assert.ok(performance.now() - begun >= 39);
  assert.equal(drawn, 2);
});

test("what was stopped is not drawn", async () => {
  let drawn = 0;
  const pace = createFrameThrottle(() => drawn++, 10_000);
  for (let index = 0; index < 10; index++) pace.request();
  assert.equal(drawn, 1);
  pace.stop();
});
