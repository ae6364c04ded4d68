/** MCP for Unity in cases that wait: Play Mode and dialogs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coplay } from "./coplay-scenario.ts";

test("MCP for Unity: a compile that Play Mode holds back is not sent, and none that was not seen is a success", async () => {
  await coplay(async (editor, jig) => {
    editor.playing = true;
    editor.scriptChanges = 1;
    const held = await jig.call("compile");
    assert.equal(held.value.Code, "EDITOR_BUSY", JSON.stringify(held.value));
    assert.equal(held.value.Details.Dispatched, false);
    assert.equal(editor.count("refresh_unity"), 0);
    // Without code execution we don't know the setting: a compile is requested but none is observed.
    editor.codeDisabled = true;
    const unseen = await jig.call("compile");
    assert.equal(unseen.value.Success, false, JSON.stringify(unseen.value));
    assert.match(unseen.value.Message, /Play Mode/);
    editor.codeDisabled = false;
    editor.scriptChanges = 2;
    const stopped = await jig.call("compile");
    assert.equal(stopped.value.Success, true, JSON.stringify(stopped.value));
  });
});

test("MCP for Unity: behind a dialog it is connected and not ready", async () => {
  await coplay(async (editor, jig) => {
    assert.equal((await jig.call("unity-status")).value.Ready, true);
    editor.modal = true;
    const { value } = await jig.call("unity-status");
    assert.equal(value.Ready, false, JSON.stringify(value));
    assert.equal(value.State, "not answering");
    assert.match(value.Why, /dialog/);
  });
});
