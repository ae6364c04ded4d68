/** Lost connections, reloads, restarts, moves: losses are reported, safe commands are repeated, those with side effects never. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import { ENDS, isLostOnce } from "./connection-ends.ts";
import { at, everywhere } from "./scenario.ts";

for (const [how, end] of ENDS)
  test(`19, 20: ${how} after the request: a side effect is lost once`, () => isLostOnce("clear-console", {}, end));

everywhere(
  "21, 43: a server that closes at once has accepted nothing, so the command goes to the next connection",
  async (editor, jig) => {
    for (const behavior of [0, 1, 2])
      editor.once("get-version", ({ socket }) => void (behavior === 1 ? socket.resetAndDestroy() : socket.end()));
    const { failed } = await jig.call("clear-console");
    assert.equal(failed, false);
    assert.equal(editor.count("clear-console"), 1);
    assert.equal(editor.count("get-version"), 4);
  },
);

at(["seed", "v2"], "27: an Editor that quits in the middle of a call is not waited for", async (editor, jig) => {
  editor.once("get-logs", () => void editor.quit());
  const read = await jig.call("get-logs");
  assert.equal(read.value.Code, "LOST_AFTER_DISPATCH");
  assert.match(read.value.ErrorMessage, /because the Editor quit/);
  assert.equal(editor.count("get-logs"), 1);
  assert.ok(read.ms < SOON_MS, `${read.ms} ms`);
  await editor.listen();
  editor.once("run-tests", () => void editor.quit());
  const tests = await jig.call("run-tests");
  assert.equal(tests.value.Code, "LOST_AFTER_DISPATCH");
  assert.equal(tests.value.Details.Reason, "quit");
  assert.ok(tests.ms < SOON_MS, `${tests.ms} ms`);
  assert.equal(editor.count("run-tests"), 1);
});
