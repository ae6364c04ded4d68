/** Slow timeout tests: silence, and an Editor that ignores its limit. */

import assert from "node:assert/strict";
import { SOON_MS } from "../soon.ts";
import { at, pause } from "./scenario.ts";

at(["v2"], "16: silence ends at TimeoutSeconds and can be cancelled", async (editor, jig) => {
  editor.always("get-version", () => {});
  const before = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
  assert.equal(before.value.Code, "EDITOR_BUSY");
  assert.match(before.value.Hint, /Nothing was sent/);
  assert.equal(editor.count("clear-console"), 0);
  editor.always("get-version", ({ reply }) => reply());
  editor.always("clear-console", () => {});
  const after = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
  assert.equal(after.value.Code, "TIMEOUT");
  assert.equal(after.value.Details.Dispatched, true);
  assert.ok(after.ms < SOON_MS, `${after.ms} ms`);
  assert.equal(editor.count("clear-console"), 1);
  const { id, told } = jig.begin("clear-console");
  told.catch(() => {});
  await pause(200);
  jig.cancel(id);
  await pause(200);
  editor.always("clear-console", ({ reply }) => reply());
  assert.equal((await jig.call("clear-console")).failed, false);
  assert.equal(editor.count("clear-console"), 3);
});

at(
  ["v2"],
  "18: an Editor that ignores TimeoutSeconds is given up on; its late reply has no effect",
  async (editor, jig) => {
    editor.once("run-tests", async ({ reply }) => {
      await pause(2_000);
      reply();
    });
    const { value, failed } = await jig.call("run-tests", { TimeoutSeconds: 0.3 });
    assert.equal(failed, true);
    assert.equal(value.Code, "TIMEOUT");
    assert.match(value.Hint, /not sent again/);
    await pause(900);
    assert.equal((await jig.call("run-tests")).value.PassedCount, 3);
    assert.equal(editor.count("run-tests"), 2);
  },
);
