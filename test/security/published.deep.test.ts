/** Backtracking patterns and huge answers over MCP. */
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

let project: string;
let mcp: McpProcess;

before(async () => {
  project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  mcp = new McpProcess(["--root", project], { cwd: project });
  await mcp.initialize();
});

after(async () => {
  assert.equal((await mcp.end()).code, 0);
});

test("a pattern that takes for ever ends in time, and the server answers meanwhile", { timeout: 60_000 }, async () => {
  writeFileSync(join(project, "Slow.cs"), `// ${"a".repeat(40)}!\n`.repeat(50));
  for (const [tool, input] of [
    ["search_content", { query: "(a+)+$" }],
    ["script_search", { pattern: "(a+)+$", patternType: "regex" }],
    ["angelscript_searchApi", { labelQuery: "/(a+)+$/", labelQueryUseRegex: true }],
  ] as const) {
    const slow = mcp.call(`slow ${tool}`, tool, input);
    await mcp.ask(`ping ${tool}`, "ping");
    await slow;
  }
});

test("no answer over MCP is longer than clients bear, whatever was found", { timeout: 60_000 }, async () => {
  writeFileSync(join(project, "huge.txt"), `${"needle ".repeat(2000)}\n`.repeat(500));
  for (const [tool, input] of [
    ["search_content", { query: "needle" }],
    ["extract_code_section", { file_path: "huge.txt", start_line: 1, end_line: 500 }],
    ["list_files", { limit: 10_000 }],
  ] as const) {
    const { result } = await mcp.call(`long ${tool}`, tool, input);
    assert.ok(result.content[0].text.length < 50_000, tool);
  }
});
