/** MCP for Unity reports the truth: no unverified success, an Editor with a dialog isn't ready, tools and parameters match the server's list. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { coplay } from "./coplay-scenario.ts";
import { McpDriver } from "./driver.ts";
import { FakeCoplay } from "./fake/coplay.ts";

test("MCP for Unity: a compile request that its server lost is not done because Unity reloads for another reason", async () => {
  await coplay(async (editor, jig) => {
    // The request is dropped with the session and never reaches Unity.
    editor.once("refresh_unity", () => editor.reload(60));
    const { value } = await jig.call("compile", { TimeoutSeconds: 20 });
    assert.equal(editor.tally.of("tok-0-0"), 0);
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.equal(value.Success, false);
  });
});

test("MCP for Unity: errors are the compiler's, not words in the Console", async () => {
  await coplay(async (editor, jig) => {
    editor.logged = [
      {
        type: "Error",
        message: "import failed: error CS1234 is what it said",
        stackTrace: "at A.B () (at Assets/A.cs:1)",
      },
      { type: "Error", message: "Assets/X.cs(1,2): error CS0103: copied", stackTrace: "at A.B () (at Assets/A.cs:1)" },
    ];
    const clean = await jig.call("compile");
    assert.equal(clean.value.Success, true, JSON.stringify(clean.value));
    assert.deepEqual(clean.value.warnings ?? [], []);
    editor.codeDisabled = true;
    const byConsole = await jig.call("compile");
    assert.equal(byConsole.value.Success, true, JSON.stringify(byConsole.value));
    assert.match(byConsole.value.warnings[0], /does not run code/);
    const forced = await jig.call("compile", { ForceRecompile: true });
    assert.equal(forced.value.Code, "NOT_ON_THIS_VERSION", JSON.stringify(forced.value));
    assert.equal(forced.value.Details.Dispatched, false);
    editor.codeDisabled = false;
    const before = editor.tally.of("tok-0-0");
    const done = await jig.call("compile", { ForceRecompile: true });
    assert.equal(done.value.Success, true, JSON.stringify(done.value));
    assert.equal(editor.tally.of("tok-0-0"), before + 1);
    editor.errors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    const broken = await jig.call("compile", { ForceRecompile: true });
    assert.deepEqual(broken.value.Errors, [{ Message: editor.errors[0], File: "Assets/A.cs", Line: 3 }]);
  });
});

test("MCP for Unity: tools, parameters and effects are the server's", async () => {
  await coplay(async (editor, jig) => {
    const { value } = await jig.call("unity-tools");
    assert.equal(value.TotalCount, editor.tools.length);
    const tool = (name: string) => value.Tools.find((each: { Name: string }) => each.Name === name);
    assert.equal(tool("manage_editor").Destructive, true);
    assert.equal(tool("read_console").ReadOnly, true);
    assert.deepEqual(tool("manage_editor").Parameters[0], {
      Name: "action",
      Type: "string",
      Description: "",
      Required: true,
      Choices: ["play", "pause", "stop"],
    });
    assert.deepEqual(
      tool("spawn_wave").Parameters.map((each: { Name: string }) => each.Name),
      ["Count"],
    );
    const known = await jig.call("unity-call", { Tool: "manage_editor", Parameters: { action: "play", wait: true } });
    assert.equal(known.value.warnings, undefined, JSON.stringify(known.value));
    // If the server doesn't support MCP, tools without listed parameters may still have some.
    editor.mcpTools = undefined;
    const silent = await jig.call("unity-call", { Tool: "manage_editor", Parameters: { action: "play" } });
    assert.equal(silent.value.warnings, undefined, JSON.stringify(silent.value));
  });
});

test("MCP for Unity: a tool that goes on is asked for its end", async () => {
  await coplay(async (editor, jig) => {
    const { value } = await jig.call("unity-call", { Tool: "bake_navmesh", Parameters: { action: "bake" } });
    assert.equal(value.meshes, 4, JSON.stringify(value));
    assert.equal(value.Message, "Baked.");
    assert.equal(editor.tally.of("tok-0-7"), 1);
  });
});

test("MCP for Unity: its port is in the project's run state", async () => {
  const editor = await FakeCoplay.start();
  const folder = join(editor.project.root, "Library/MCPForUnity/RunState");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `mcp_http_${editor.port}.pid`), "1");
  const jig = await McpDriver.open([editor.project.root]);
  try {
    const { value } = await jig.call("unity-status");
    assert.equal(value.Endpoint, `127.0.0.1:${editor.port}`, JSON.stringify(value));
    assert.equal(value.Ready, true);
  } finally {
    await jig.close();
    await editor.stop();
  }
});
