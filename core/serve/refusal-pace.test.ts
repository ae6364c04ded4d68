/** When refusals are sent: the first at once, a flood of one address late, others unaffected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RefusalPace } from "./refusal-pace.ts";

test("a flood of one address is answered late, another address at once, and a pause forgives", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pace = new RefusalPace();
  let sent = 0;
  const refuse = (address: string, now: number) => pace.refuse(address, () => sent++, now);
  for (let n = 0; n < 40; n++) assert.ok(refuse("a", n));
  assert.equal(sent, 30);
  assert.ok(refuse("b", 50));
  assert.equal(sent, 31);
  t.mock.timers.tick(1000);
  assert.equal(sent, 41);
  assert.ok(refuse("a", 2000));
  assert.equal(sent, 42);
});

test("more than can wait are not answered", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pace = new RefusalPace();
  let sent = 0;
  const answers = Array.from({ length: 600 }, (_, n) => pace.refuse("a", () => sent++, n / 10));
  assert.deepEqual([sent, answers.filter((each) => !each).length], [30, 58]);
  t.mock.timers.tick(1000);
  assert.equal(sent, 542);
});
