/** MCP for Unity by its REST interface: the right Editor by its hash, answers that say "retry" and are not believed, jobs, compiles, losses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coplay } from "./coplay-scenario.ts";
import type { CoplayExchange } from "./fake/coplay.ts";
import { pause } from "./scenario.ts";

test("MCP for Unity: the tools answer in this plugin's words", async () => {
  await coplay(async (editor, jig) => {
    const logs = await jig.call("get-logs", { LogType: "Error" });
    assert.equal(logs.failed, false, JSON.stringify(logs.value));
    assert.deepEqual(
      logs.value.Logs.map((log: { Message: string }) => log.Message),
      ["NullReferenceException"],
    );
    const all = await jig.call("get-logs");
    assert.equal(all.value.Logs.at(-1).Message, "oldest", "the newest stands first");
    assert.equal((await jig.call("clear-console")).value.Success, true);
    const tests = await jig.call("run-tests", { FilterType: "exact", FilterValue: "Game.Tests.A" });
    assert.equal(tests.value.PassedCount, 3, JSON.stringify(tests.value));
    assert.deepEqual(editor.last("run_tests").params.testNames, ["Game.Tests.A"]);
    const failing = await jig.call("run-tests", { FilterType: "regex", FilterValue: "fail" });
    assert.equal(failing.failed, true);
    assert.equal(failing.value.FailedTests[0].FullName, "Game.Tests.A");
    assert.deepEqual(editor.last("run_tests").params.groupNames, ["fail"]);
    const code = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.equal(code.value.Result, "42");
    assert.match(String(editor.last("execute_code").params.code), /return 1;\nreturn null;$/);
    const broken = await jig.call("execute-dynamic-code", { Code: "DOES NOT COMPILE" });
    assert.equal(broken.value.CompilationErrors[0].Line, 1);
    assert.equal(broken.value.CompilationErrors[0].Message, "; expected");
    assert.equal((await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" })).value.Success, true);
    const missing = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Missing" });
    assert.equal(missing.value.Success, false);
    assert.match(missing.value.ErrorMessage, /might be invalid/);
    assert.equal((await jig.call("get-menu-items", { FilterText: "tools" })).value.FilteredCount, 1);
    assert.equal((await jig.call("find-game-objects", { NamePattern: "Cube" })).value.results[0].name, "Cube");
    assert.equal((await jig.call("get-hierarchy")).value.hierarchy[0].name, "Room");
    const called = await jig.call("unity-call", { Tool: "manage_editor", Parameters: { action: "play" } });
    assert.equal(called.value.Message, "Entered play mode.");
    const unknown = await jig.call("unity-call", { Tool: "fly" });
    assert.equal(unknown.value.Code, "NOT_ON_THIS_VERSION");
    assert.equal(unknown.value.Details.Dispatched, false);
  });
});

test("MCP for Unity: compile is watched to its end, and its errors are the Console's", async () => {
  await coplay(async (editor, jig) => {
    const clean = await jig.call("compile");
    assert.equal(clean.value.Success, true, JSON.stringify(clean.value));
    editor.errors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    const broken = await jig.call("compile");
    assert.equal(broken.failed, true);
    assert.deepEqual(broken.value.Errors, [{ Message: editor.errors[0], File: "Assets/A.cs", Line: 3 }]);
    editor.errors = [];
    editor.once("refresh_unity", ({ result, editor: fake }) => {
      result();
      void fake.reload(100);
    });
    const lost = await jig.call("compile");
    assert.equal(lost.value.Success, true, JSON.stringify(lost.value));
    assert.equal(editor.count("refresh_unity"), 3);
  });
});

const LOSSES: [how: string, behavior: (exchange: CoplayExchange) => void][] = [
  [
    "the session is dropped, with a hint to retry",
    ({ result, editor }) => {
      result();
      void editor.reload(50);
    },
  ],
  [
    "the server's timeout",
    ({ result, answer }) => {
      result();
      answer(500, { success: false, error: "" });
    },
  ],
  [
    "the server dies",
    ({ result, request }) => {
      result();
      request.socket.destroy();
    },
  ],
];

for (const [how, behavior] of LOSSES) {
  test(`MCP for Unity: ${how}: lost once, never sent again`, async () => {
    await coplay(async (editor, jig) => {
      editor.once("execute_menu_item", behavior);
      const { value } = await jig.call("execute-menu-item", { MenuItemPath: "tok-4-1" });
      assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
      assert.equal(value.Details.Dispatched, true);
      await pause(100);
      assert.equal(editor.tally.of("tok-4-1"), 1);
      editor.once("read_console", behavior);
      assert.equal((await jig.call("get-logs")).failed, false);
    });
  });
}

test("MCP for Unity: refusals by which nothing ran are waited out or told", async () => {
  await coplay(async (editor, jig) => {
    editor.testsRunning = true;
    setTimeout(() => (editor.testsRunning = false), 300);
    assert.equal((await jig.call("run-tests")).failed, false);
    editor.once("execute_menu_item", ({ answer }) =>
      answer(500, { success: false, error: "Plugin session s1 not connected" }),
    );
    assert.equal((await jig.call("execute-menu-item", { MenuItemPath: "tok-4-2" })).failed, false);
    assert.equal(editor.tally.of("tok-4-2"), 1);
    editor.codeDisabled = true;
    const disabled = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.equal(disabled.value.Code, "TOOL_DISABLED");
    assert.equal(disabled.value.Details.Dispatched, false);
    editor.codeDisabled = false;
    const blocked = await jig.call("execute-dynamic-code", { Code: 'System.Diagnostics.Process.Start("x");' });
    assert.equal(blocked.value.Code, "PARAMETER_REFUSED");
    assert.equal(blocked.value.Details.Dispatched, false);
    const empty = await jig.call("execute-menu-item", { MenuItemPath: "" });
    assert.equal(empty.value.Details.Dispatched, false);
    editor.once("execute_menu_item", ({ answer }) => answer(200, { status: "error", error: "boom", command: "x" }));
    const thrown = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(thrown.value.Code, "EDITOR_ERROR");
    assert.equal(thrown.value.Details.Dispatched, true);
  });
});

test("MCP for Unity: a restart forgets the run of tests, which is told and not begun again", async () => {
  await coplay(async (editor, jig) => {
    editor.testsMs = 60_000;
    const tests = jig.call("run-tests");
    await pause(600);
    await editor.restart(200);
    const { value } = await tests;
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.equal(editor.count("run_tests"), 1);
  });
});
