/** Unity-MCP via its local server: the right Editor, no duplicate effects despite repeated calls, compiles and rejections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gamedev } from "./gamedev-scenario.ts";

test("Unity-MCP: the tools answer in this plugin's words", async () => {
  await gamedev(async (editor, jig) => {
    const status = await jig.call("unity-status");
    assert.deepEqual(
      [status.value.Ready, status.value.Backend],
      [true, "Unity-MCP 0.90.0"],
      JSON.stringify(status.value),
    );
    const logs = await jig.call("get-logs");
    assert.deepEqual(
      logs.value.Logs.map((log: { Type: string; Message: string }) => [log.Type, log.Message]),
      [
        ["Error", "NullReferenceException"],
        ["Log", "oldest"],
      ],
    );
    assert.equal((await jig.call("clear-console")).value.Success, true);
    assert.equal((await jig.call("execute-dynamic-code", { Code: "return 1;" })).value.Result, "42");
    const broken = await jig.call("execute-dynamic-code", { Code: "DOES NOT COMPILE" });
    assert.equal(broken.failed, true);
    assert.equal(broken.value.CompilationErrors[0].ErrorCode, "CS1002", JSON.stringify(broken.value));
    const tests = await jig.call("run-tests", { FilterType: "exact", FilterValue: "Game.Tests.A" });
    assert.deepEqual([tests.failed, tests.value.FailedTests[0].FullName], [true, "Game.Tests.A"]);
    assert.equal((await jig.call("find-game-objects", { NamePattern: "Cube" })).value.results[0].name, "Cube");
    const menu = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(menu.value.Success, true, JSON.stringify(menu.value));
    const tools = await jig.call("unity-tools");
    assert.deepEqual(
      tools.value.Tools.map((tool: { Name: string }) => tool.Name),
      ["gameobject-create", "script-execute"],
    );
    const made = await jig.call("unity-call", { Tool: "gameobject-create", Parameters: { name: "A", odd: 1 } });
    assert.equal(made.value.instanceID, 7);
    assert.match(made.value.warnings[0], /no parameter odd/);
    const unknown = await jig.call("unity-call", { Tool: "fly" });
    assert.deepEqual([unknown.value.Code, unknown.value.Details.Dispatched], ["NOT_ON_THIS_VERSION", false]);
    const refused = await jig.call("unity-call", { Tool: "gameobject-create", Parameters: { name: "" } });
    assert.deepEqual([refused.value.Code, refused.value.Details.Dispatched], ["EDITOR_ERROR", true]);
    assert.ok(!JSON.stringify([status, logs, tools, refused]).includes(editor.token));
  });
});

test("Unity-MCP: a compile is the compiler's own, over Play Mode, errors and force", async () => {
  await gamedev(async (editor, jig) => {
    const clean = await jig.call("compile");
    assert.equal(clean.value.Success, true, JSON.stringify(clean.value));
    editor.errors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    const broken = await jig.call("compile", { ForceRecompile: true });
    assert.deepEqual(broken.value.Errors, [{ Message: editor.errors[0], File: "Assets/A.cs", Line: 3 }]);
    editor.playing = true;
    editor.scriptChanges = 1;
    const held = await jig.call("compile");
    assert.deepEqual([held.value.Code, held.value.Details.Dispatched], ["EDITOR_BUSY", false]);
    assert.equal(editor.tally.of("tok-0-0"), 2);
  });
});

test("Unity-MCP: code that its server repeats runs once, and is no failure", async () => {
  await gamedev(async (editor, jig) => {
    await jig.call("unity-status");
    await jig.call("get-logs");
    editor.repeats = true;
    const { value } = await jig.call("execute-dynamic-code", { Code: 'Debug.Log("tok-3-1");' });
    assert.equal(editor.tally.of("tok-3-1"), 1);
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.equal(value.Details.Dispatched, true);
    editor.repeats = true;
    const compiled = await jig.call("compile");
    assert.equal(compiled.value.Success, true, JSON.stringify(compiled.value));
    assert.equal(editor.tally.of("tok-0-0"), 1);
  });
});
