/**
 * Tests the command for an editor. It is split without a shell, and each editor gets the position in its own syntax.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { editorCommand } from "./editor.ts";

const place = { absolute: "/a b/c.cs", display: "c.cs", startLine: 7, startColumn: 3 };
const command = (env: Record<string, string>) => {
  const { command, args, terminal } = editorCommand(place, env, "linux");
  return [command, ...args, terminal ? "terminal" : "window"];
};

test("editors with a window are left to themselves", () => {
  assert.deepEqual(command({ EDITOR: "code --wait" }), ["code", "--wait", "-g", "/a b/c.cs:7:3", "window"]);
  assert.deepEqual(command({ EDITOR: "/opt/zed" }), ["/opt/zed", "/a b/c.cs:7:3", "window"]);
  assert.deepEqual(command({ EDITOR: "rider" }), ["rider", "--line", "7", "--column", "3", "/a b/c.cs", "window"]);
});

test("terminal editors get the line, unknown ones as vi does", () => {
  assert.deepEqual(command({ EDITOR: "nano" }), ["nano", "+7,3", "/a b/c.cs", "terminal"]);
  assert.deepEqual(command({ EDITOR: "nvim -u NONE" }), [
    "nvim",
    "-u",
    "NONE",
    "+call cursor(7, 3)",
    "/a b/c.cs",
    "terminal",
  ]);
  assert.deepEqual(command({ EDITOR: "my-own" }), ["my-own", "+7", "/a b/c.cs", "terminal"]);
  assert.deepEqual(command({}), ["vi", "+7", "/a b/c.cs", "terminal"]);
});

test("VISUAL wins, quotes hold words together, nothing is a shell", () => {
  assert.deepEqual(command({ VISUAL: '"/my apps/edit" -x', EDITOR: "nano" }).slice(0, 2), ["/my apps/edit", "-x"]);
  assert.deepEqual(command({ EDITOR: "ed; rm -rf" }).slice(0, 3), ["ed;", "rm", "-rf"]);
});

test("on Windows a script with a folder and an ending is known by its name", () => {
  const env = { EDITOR: '"C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd" --wait' };
  const { command, args, terminal } = editorCommand({ ...place, absolute: "C:/Work/Game/a.cs" }, env, "win32");
  assert.deepEqual(
    [command, args, terminal],
    ["C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd", ["--wait", "-g", "C:/Work/Game/a.cs:7:3"], false],
  );
});
