/** Slow timeout tests: silence, and an Editor that ignores its limit. */
import assert from "node:assert/strict";
import { SOON_MS } from "../soon.ts";
import { at, everywhere, pause } from "./scenario.ts";

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

everywhere("a disabled tool says where it is disabled", async (editor, jig) => {
  editor.once("get-logs", ({ fail }) =>
    fail("Tool 'get-logs' is disabled. To enable it, go to Window > uLoop > Tools", {
      type: "internal_error",
      message: "fixed",
    }),
  );
  const { value } = await jig.call("get-logs");
  assert.equal(value.Code, "TOOL_DISABLED");
  assert.match(value.ErrorMessage, /Window > uLoop > Tools/);
  assert.match(value.Hint, /settings\.tools\.json/);
});

everywhere("5: an unknown tool is not on this version", async (editor, jig) => {
  const { value, failed } = await jig.call("unity-call", { Tool: "control-play-mode" });
  assert.equal(failed, true);
  assert.equal(value.Code, "NOT_ON_THIS_VERSION");
  assert.match(value.Hint, /unity-tools/);
  assert.equal(editor.count("control-play-mode"), 1);
});

everywhere("38: another Ver changes nothing", async (editor, jig) => {
  editor.once("get-logs", ({ reply, result }) => reply({ ...result(), Ver: "9.9.9" }));
  const { value, failed } = await jig.call("get-logs");
  assert.equal(failed, false);
  assert.equal(value.Ver, "9.9.9");
  assert.equal(value.warnings, undefined);
});

everywhere("39: a custom tool that appears is found and called", async (editor, jig) => {
  assert.equal((await jig.call("unity-tools", { Name: "spawn" })).value.DisplayedCount, 0);
  editor.custom.push("spawn-enemy");
  editor.notify("notifications/tools/list_changed", { timestamp: "2026-01-01T00:00:00.000Z", message: "registered" });
  assert.deepEqual(
    (await jig.call("unity-tools", { Name: "spawn" })).value.Tools.map((tool: { Name: string }) => tool.Name),
    ["spawn-enemy"],
  );
  const { value } = await jig.call("unity-call", { Tool: "spawn-enemy", Parameters: { Count: 3 } });
  assert.deepEqual(value.Echo, { Count: 3 });
  assert.equal(editor.count("spawn-enemy"), 1);
});

everywhere(
  "41: code refused because other code runs is reported, not repeated; a disabled level names its setting",
  async (editor, jig) => {
    editor
      .once("execute-dynamic-code", ({ reply, result }) =>
        reply({ ...result(), Success: false, ErrorMessage: "Another execution is already in progress" }),
      )
      .once("execute-dynamic-code", ({ reply, result }) =>
        reply({ ...result(), Success: false, ErrorMessage: "off", SecurityLevel: "Disabled" }),
      );
    const busy = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.equal(busy.failed, true);
    assert.match(busy.value.Hint, /did not run/);
    assert.equal(editor.count("execute-dynamic-code"), 1);
    const off = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.match(off.value.Hint, /Security Level/);
  },
);
