/** Reloading plugins doesn't lose running calls. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallContext, defaultFailure, type Runner } from "../contract/runner.ts";
import { drainable } from "./draining.ts";

function fake() {
  const answers: (() => void)[] = [];
  let closed = 0;
  const runner: Runner = {
    call: () => new Promise((settle) => answers.push(() => settle({ value: "answer" }))),
    lines: async () => undefined,
    failure: defaultFailure,
    resolvePath: async () => undefined,
    callRemoteSource: async () => undefined,
    symbols: async () => undefined,
    doctor: async () => [],
    availableTools: async () => [],
    close: async () => {
      closed++;
    },
  };
  return { runner, answers, closed: () => closed };
}
/** Not used by the runner above. */
const noContext = {} as CallContext;

test("one at rest is closed at once", async () => {
  const { runner, closed } = fake();
  await drainable(runner).drain();
  assert.equal(closed(), 1);
});

test("one with calls is closed when the last was answered", async () => {
  const { runner, answers, closed } = fake();
  const plugin = drainable(runner);
  const calls = [plugin.call("a", {}, noContext), plugin.call("b", {}, noContext)];
  await plugin.drain();
  assert.equal(closed(), 0);
  answers[0]!();
  assert.deepEqual(await calls[0], { value: "answer" });
  assert.equal(closed(), 0);
  answers[1]!();
  await calls[1];
  assert.equal(closed(), 1);
});

test("one whose end fails is over all the same", async () => {
  const { runner, answers } = fake();
  const plugin = drainable({ ...runner, close: () => Promise.reject(new TypeError("it cannot be removed")) });
  const call = plugin.call("a", {}, noContext);
  await plugin.drain();
  answers[0]!();
  assert.deepEqual(await call, { value: "answer" });
  await new Promise((go) => setTimeout(go, 0));
});

test("one whose call does not end is closed all the same, once", async () => {
  const { runner, answers, closed } = fake();
  const plugin = drainable(runner, 5);
  const call = plugin.call("a", {}, noContext);
  await plugin.drain();
  await new Promise((go) => setTimeout(go, 50));
  assert.equal(closed(), 1);
  answers[0]!();
  await call;
  assert.equal(closed(), 1);
});
