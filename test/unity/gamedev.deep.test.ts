/** Unity-MCP in slow cases: another project, a modal dialog, the cloud, a wrong token. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeGamedev } from "./fake/gamedev.ts";
import { gamedev } from "./gamedev-scenario.ts";

test("Unity-MCP: another project's Editor, a modal dialog, the cloud and a wrong token are told", async () => {
  await gamedev(async (editor, jig) => {
    editor.opened = "/elsewhere/Game";
    const wrong = await jig.call("clear-console");
    assert.deepEqual(
      [wrong.value.Code, wrong.value.Details.Dispatched],
      ["WRONG_PROJECT", false],
      JSON.stringify(wrong.value),
    );
    editor.opened = editor.project.root;
    editor.modal = true;
    const status = await jig.call("unity-status");
    assert.deepEqual([status.value.Ready, status.value.State], [false, "not answering"], JSON.stringify(status.value));
    assert.match(status.value.Why, /dialog/);
    editor.modal = false;
    editor.settings({ host: `http://localhost:${editor.port}`, token: "other" });
    assert.match((await jig.call("unity-status")).value.Why, /does not accept the token/);
    editor.settings({ connectionMode: "Cloud", host: "https://ai-game.dev" });
    assert.match((await jig.call("unity-status")).value.Why, /cloud/);
    editor.settings({});
    const port = FakeGamedev.portOf(editor.project.root);
    assert.equal((await jig.call("unity-status")).value.Endpoint, `127.0.0.1:${port}`);
    assert.equal(editor.tally.of("tok-0-1"), 0);
  });
});
