/** Rejections: immediate at first, delayed for a flood from one address, others unaffected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RefusalPace } from "./refusal-pace.ts";

/** A pace with a fake clock, advanced by `pass`. */
function paced() {
  const waiting: (() => void)[] = [];
  const pace = new RefusalPace((act, ms) => {
    assert.equal(ms, 1000);
    waiting.push(act);
  });
  return { pace, pass: () => waiting.splice(0).map((act) => act()) };
}

test("a flood of one address is answered late, another address at once, and a pause forgives", () => {
  const { pace, pass } = paced();
  let sent = 0;
  const refuse = (address: string, now: number) => pace.refuse(address, () => sent++, now);
  for (let n = 0; n < 40; n++) assert.ok(refuse("a", n));
  assert.equal(sent, 30);
  assert.ok(refuse("b", 50));
  assert.equal(sent, 31);
  pass();
  assert.equal(sent, 41);
  assert.ok(refuse("a", 2000));
  assert.equal(sent, 42);
});

test("more than can wait are not answered", () => {
  const { pace, pass } = paced();
  let sent = 0;
  const answers = Array.from({ length: 600 }, (_, n) => pace.refuse("a", () => sent++, n / 10));
  assert.deepEqual([sent, answers.filter((each) => !each).length], [30, 58]);
  pass();
  assert.equal(sent, 542);
});
