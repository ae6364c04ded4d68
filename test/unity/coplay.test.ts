/** MCP for Unity via REST: finding the Editor by hash, misleading "retry" responses, jobs, compiles, lost connections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coplay } from "./coplay-scenario.ts";

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
