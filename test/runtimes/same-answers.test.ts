/** The sources in Deno and the binary give the same answers over MCP, for all tools. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gameServers } from "./game-servers.ts";

test("the same list of tools, schemas and instructions", async () => {
  const { binary, deno } = gameServers();
  const [ours, theirs] = [binary(), deno()];
  const lists = [];
  for (const { mcp } of [ours, theirs]) {
    const { capabilities, serverInfo, instructions } = await mcp.initialize();
    const { result } = await mcp.ask("list", "tools/list");
    const prompts = await mcp.ask("prompts", "prompts/list");
    lists.push({ capabilities, serverInfo, instructions, result, prompts: prompts.result });
    await mcp.end();
  }
  assert.deepEqual(lists[1], lists[0]);
});
