/** The first change is drawn at once, those in a row together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPace } from "./pace.ts";

test("what comes in a row is drawn twice: at once, and once for all that followed", async () => {
  let drawn = 0;
  const pace = createPace(() => drawn++, 20);
  for (let index = 0; index < 10; index++) pace.want();
  assert.equal(drawn, 1);
  await new Promise((done) => setTimeout(done, 60));
  assert.equal(drawn, 2);
  pace.want();
  assert.equal(drawn, 3);
  pace.want();
  pace.stop();
  await new Promise((done) => setTimeout(done, 40));
  assert.equal(drawn, 3);
});
