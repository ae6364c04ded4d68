/** Lost connections, the slow cases: every tool with side effects, a domain reload in the middle of a call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ENDS, isLostOnce, isReadAgain } from "./connection-ends.ts";
import type { FakeEditor } from "./fake/editor.ts";
import { pause, SIDE_EFFECTS, scenario } from "./scenario.ts";

for (const [how, end] of ENDS) {
  test(`19, 20: ${how} after the request: side effects are lost once, reads are read again`, async () => {
    for (const [tool, input] of SIDE_EFFECTS) await isLostOnce(tool, input, end);
    await isReadAgain(end);
  });
}

for (const generation of ["seed", "v2"] as const) {
  test(`22: a domain reload in the middle of a call (${generation})`, async () => {
    await scenario({ generation }, async (editor, jig) => {
      for (const announced of [true, false]) {
        const before = editor.count("clear-console");
        editor.once("clear-console", () => void editor.reload(400, { announced }));
        const lost = await jig.call("clear-console");
        assert.equal(lost.value.Code, "LOST_AFTER_DISPATCH");
        assert.equal(lost.value.Details.Editor, "ready", JSON.stringify(lost.value));
        assert.equal(editor.count("clear-console"), before + 1);
        assert.ok(lost.ms > 350, "the reload was waited out");
        editor.once("get-logs", () => void editor.reload(200, { announced }));
        assert.equal((await jig.call("get-logs")).value.TotalCount, 1);
      }
    });
  });
}

test("31: a session that changed is passed by reading the settings again: nothing had run", async () => {
  await scenario({}, async (editor, jig) => {
    const stale = (editor: FakeEditor) => editor.noteSettings({ serverSessionId: "an-older-one" });
    stale(editor);
    setTimeout(() => editor.noteSettings(), 300);
    const { failed, value } = await jig.call("clear-console");
    assert.equal(failed, false, JSON.stringify(value));
    stale(editor);
    setTimeout(() => editor.noteSettings(), 300);
    assert.equal((await jig.call("get-logs")).failed, false);
    // Refusals carry the command too: what counts is what ran.
    assert.equal(editor.served("clear-console"), 1);
    assert.equal(editor.served("get-logs"), 1);
    await pause(350);
  });
});
