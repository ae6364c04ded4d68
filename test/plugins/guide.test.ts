/** Follows the plugin guide: its first commands give an answer over MCP, and its tables agree with the tests. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { harmsTable } from "./harms.ts";

const GUIDE = readFileSync(join(TOP, "docs", "plugins.md"), "utf8");

test("three commands from nothing to an answer through MCP", async () => {
  const block = /```sh\n([\s\S]*?)```/.exec(GUIDE)![1]!;
  const commands = block
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  assert.equal(commands.length, 3);
  const cwd = scratch({ "README.md": "one\ntwo\n" });
  for (const [jig, ...args] of commands.slice(0, 2)) {
    assert.equal(jig, "jig");
    const { code, stdout, stderr } = runJig(args, { cwd });
    assert.equal(code, 0, stdout + stderr);
  }
  const [, mcp, ...flags] = commands[2]!;
  assert.equal(mcp, "mcp");
  const session = new McpProcess(flags, { cwd });
  await session.initialize();
  const { result } = await session.call(1, "hello", { file: "README.md" });
  assert.equal(result.content[0].text, '{"greeting":"Hello, world!","file":"README.md","lines":2}');
  session.child.stdin.end();
  await session.ended;
});

test("the table of harms is what the tests hold (`bun test/plugins/harms.ts` prints it)", () => {
  const table = /<!-- harms -->\n([\s\S]*?)\n<!-- \/harms -->/.exec(GUIDE)?.[1];
  assert.equal(table, harmsTable());
});
