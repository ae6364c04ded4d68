/** `jig setup` on simulated machines: detection, writing, health checks, undo. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkHealth, findClients } from "./setup.ts";
import { machine, POSIX, put, setup } from "./setup-machine.ts";

test("clients are found by their programs and folders, and by nothing else", { skip: !POSIX }, () => {
  const at = machine();
  assert.deepEqual(findClients(at, "user"), []);
  put(join(at.bin, "claude"), "#!/bin/sh\n");
  mkdirSync(join(at.home, ".cursor"), { recursive: true });
  mkdirSync(join(at.bin, "gemini"));
  assert.deepEqual(
    findClients(at, "user").map(({ id, scope, configured }) => [id, scope, configured]),
    [
      ["claude", "user", false],
      ["cursor", "user", false],
    ],
  );
  assert.deepEqual(
    findClients(at, "project", ["zed", "copilot"]).map(({ id, scope }) => [id, scope]),
    [
      ["copilot", "user"],
      ["zed", "project"],
    ],
  );
});

test("what is found is written, asked after, and undone without a trace", { skip: !POSIX }, async () => {
  const at = machine();
  put(join(at.bin, "claude"), "#!/bin/sh\necho 'Checking MCP server health...'\necho 'jig: jig mcp - ✓ Connected'\n");
  put(join(at.bin, "codex"), "#!/bin/sh\n");
  const { code, shown, said } = await setup({}, at);
  assert.equal(code, 0, shown);
  assert.match(shown, /Claude Code: .*\.claude\.json \(found by .*bin\/claude\)/);
  assert.match(shown, /ok {3}Claude Code: claude mcp list says: jig: jig mcp - ✓ Connected/);
  assert.match(shown, /ok {3}Codex: .*jig offers 3 tools/);
  assert.match(said, /--undo/);
  const entry = JSON.parse(readFileSync(join(at.home, ".claude.json"), "utf8")).mcpServers.jig;
  assert.equal(entry.command, join(at.bin, "jig"));

  const undone = await setup({ undo: true }, at);
  assert.equal(undone.code, 0);
  assert.ok(!existsSync(join(at.home, ".claude.json")));
  assert.ok(!existsSync(join(at.home, ".codex")));
  assert.match((await setup({ undo: true }, at)).said, /nothing to undo/);
});

test("undo finds every file that setup wrote, by no name and in no scope", { skip: !POSIX }, async () => {
  const at = machine();
  const root = join(at.home, "project");
  mkdirSync(root, { recursive: true });
  const place = { ...at, root };
  assert.equal((await setup({ scope: "project", clients: ["claude", "zed"] }, place)).code, 0);
  await setup({ scope: "user", clients: ["cursor"] }, place);
  put(join(root, ".vscode", "mcp.json"), '{"servers": {"jig": {"command": "jig", "args": ["mcp"]}}}');
  const files = [join(root, ".mcp.json"), join(root, ".zed", "settings.json"), join(at.home, ".cursor", "mcp.json")];
  assert.deepEqual(files.map(existsSync), [true, true, true]);
  assert.match((await setup({ undo: true, scope: "user", clients: ["claude"] }, place)).said, /nothing to undo/);
  const { code, shown } = await setup({ undo: true }, place);
  assert.deepEqual([code, files.map(existsSync)], [0, [false, false, false]], shown);
  // Written by others, and part of the project.
  assert.ok(existsSync(join(root, ".vscode", "mcp.json")));
});

test("without a terminal nothing is written unless --yes says so", { skip: !POSIX }, async () => {
  const at = machine();
  put(join(at.bin, "claude"), "#!/bin/sh\n");
  const { code, shown, said } = await setup({ yes: false }, at);
  assert.deepEqual([code, existsSync(join(at.home, ".claude.json"))], [0, false]);
  assert.match(shown, /Claude Code/);
  assert.match(said, /Nothing was changed\. jig setup --yes/);
});

test("a client that does not reach jig, or cannot be written, is said and fails", { skip: !POSIX }, async () => {
  const at = machine();
  put(join(at.bin, "claude"), "#!/bin/sh\necho 'jig: jig mcp - ✗ Failed to connect'\n");
  put(join(at.home, ".codex", "config.toml"), "model = \n");
  const { code, shown } = await setup({}, at);
  assert.equal(code, 1);
  assert.match(shown, /FAIL Claude Code: claude mcp list says: jig: jig mcp - ✗ Failed to connect/);
  assert.match(shown, /FAIL Codex: .*is not TOML/);
  assert.equal(readFileSync(join(at.home, ".codex", "config.toml"), "utf8"), "model = \n");
});

test("a program that is no server, and one that is not there, fail the check", { skip: !POSIX }, async () => {
  const at = machine();
  const file = join(at.root, ".mcp.json");
  const [client] = findClients(at, "project", ["claude"]);
  for (const [command, detail] of [
    [put(join(at.bin, "mute"), "#!/bin/sh\nexit 0\n"), /does not answer/],
    ["nowhere", /nowhere is not on your PATH/],
  ] as const) {
    put(file, JSON.stringify({ mcpServers: { jig: { command, args: ["mcp"] } } }));
    const health = await checkHealth(client!, at);
    assert.equal(health.state, "failed");
    assert.match(health.detail, detail);
  }
});

test("the paragraph for agents is added on request, kept up to date, and removed by undo", {
  skip: !POSIX,
}, async () => {
  const at = machine();
  const file = join(at.root, "AGENTS.md");
  put(file, "# Ours\n");
  await setup({}, at);
  assert.equal(readFileSync(file, "utf8"), "# Ours\n", "nobody asked for it");
  assert.match((await setup({ agents: true }, at)).shown, /AGENTS\.md: a paragraph on when to use jig is added/);
  assert.match(readFileSync(file, "utf8"), /^# Ours\n\n<!-- jig -->/);
  assert.match((await setup({ undo: true }, at)).shown, /the paragraph on jig was removed/);
  assert.equal(readFileSync(file, "utf8"), "# Ours\n");
  const lost = await setup({ agents: true }, { ...at, root: undefined });
  assert.deepEqual([lost.code, lost.said], [1, "There is no project here, so no AGENTS.md to write"]);
});
