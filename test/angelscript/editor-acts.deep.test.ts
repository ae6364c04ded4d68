/** Tools of the Unreal editor are listed while one has the project open. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./things-editor.ts";

test("tools of the editor are listed while one has the project open", async () => {
  const TOOLS = ["angelscript_assets", "angelscript_editor", "angelscript_debug"];
  await withEditor({}, async (session) => {
    let listed: string[] = [];
    for (let tries = 0; tries < 100 && !TOOLS.every((name) => listed.includes(name)); tries++) {
      listed = await session.tools();
      await new Promise((settle) => setTimeout(settle, 50));
    }
    assert.ok(TOOLS.every((name) => listed.includes(name)));
  });
  // The editor has another project open.
  await withEditor({ diagnostics: [{ path: "/elsewhere/A.as", items: [] }] }, async (session) => {
    const listed = await session.tools();
    assert.ok(listed.includes("angelscript_hover") && !TOOLS.some((name) => listed.includes(name)));
    const answer = await session.call("angelscript_editor", { action: "stopPlay" });
    assert.equal(answer.error.code, "NotReady");
  });
});
