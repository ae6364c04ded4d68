/** What `jig plugin check` and calls once passed in silence or told wrongly, by the compiled binary. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { McpProcess } from "../mcp/mcp-process.ts";
import { author, skip } from "./new-author.ts";

test("near names in notices, locations and permissions", { skip, timeout: 60_000 }, () => {
  const { change, check } = author();
  const output = (more: object) =>
    change((_, tool) => {
      tool.output.rows = [{ at: "/books", columns: [{ field: "title" }], ...more }];
    });
  output({ location: { file: "/file" } });
  assert.match(check(), /location\.file: is not a known property\. Write "path" instead$/m);
  const notice = (key: string) => change((_, tool) => (tool.output.notices = [{ at: "/greeting", [key]: "{}" }]));
  notice("message");
  assert.match(check(), /notices\.0\.message: is not a known property\. Write "text" instead$/m);
  notice("when");
  assert.match(check(), /notices\.0\.when: is not a known property\. Known here: at, text/);
  change(({ permissions }) => (permissions.read = ["workspce"]));
  assert.match(check(), /permissions\.read\.0: has the wrong form: "workspce"\. Write "workspace"/);
});

test("a notice that names no field, and a table without rows", { skip, timeout: 60_000 }, () => {
  const { change, check } = author();
  change((_, tool) => (tool.output.notices = [{ at: "/greeting", text: "{} in {/nofile}", one: "{/fiel}" }]));
  const told = check();
  assert.match(
    told,
    /error: tools\.notes\.output\.notices\.0\.text: is "\/nofile", and output\.schema has no "nofile"/,
  );
  assert.match(told, /error: tools\.notes\.output\.notices\.0\.one: .*Did you mean "file"\?/);
  change((_, tool) => (tool.view = "table"));
  assert.match(check(), /error: tools\.notes\.view: is table, but there are no rows.*"output": \{"rows": \[/);
});

test("a program that begins with a byte order mark, at check and call", { skip, timeout: 60_000 }, () => {
  const { change, check, call, cwd } = author();
  change((_, tool) => (tool.handler = { command: ["./notes.sh"] }));
  const script = join(cwd, "notes", "notes.sh");
  writeFileSync(script, "\ufeff#!/bin/sh\necho '{\"value\": 1}'\n");
  chmodSync(script, 0o755);
  assert.match(check(), /names \.\/notes\.sh, which begins with a byte order mark.* Save the file as UTF-8 without it/);
  assert.match(JSON.parse(call().stdout).error, /begins with a byte order mark/);
});

test("a missing parameter is not followed by a description in the place of a value", { skip, timeout: 60_000 }, () => {
  const { jig } = author();
  const { stdout } = jig("call", "notes", "--plugins", "notes", "--input", "{}");
  assert.match(JSON.parse(stdout).error, /"file" is required\. Write "file" \(A file in the workspace\)/);
});

test("plugins in .jig/plugin are named, with the folder that is read", { skip, timeout: 60_000 }, () => {
  const { jig, cwd } = author();
  mkdirSync(join(cwd, ".jig", "plugin"), { recursive: true });
  renameSync(join(cwd, "notes"), join(cwd, ".jig", "plugin", "notes"));
  assert.match(jig("plugin", "list").stderr, /\.jig\/plugin is ignored\. jig reads \.jig\/plugins: rename the folder/);
});

test("over MCP a tool of a plugin nearby names the missing --plugins", { skip, timeout: 60_000 }, async () => {
  const { cwd, env } = author();
  const session = new McpProcess([], { cwd, env });
  await session.initialize();
  const { error } = await session.ask(2, "tools/call", { name: "notes", arguments: { file: "notes.txt" } });
  assert.equal(error.code, -32602);
  assert.match(error.message, /Unknown tool: notes/);
  assert.match(JSON.stringify(error), /add --plugins .*\/notes/);
  session.child.stdin.end();
  await session.ended;
});
