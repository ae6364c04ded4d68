/** The source under Deno gives the answers that the binary gives: every tool, every example of its manifest, over MCP. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Example } from "../../core/host/frontend-api.ts";
import { JIG, runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { steady } from "../steady.ts";

const DENO = join(TOP, "node_modules", ".bin", process.platform === "win32" ? "deno.cmd" : "deno");
/** A call that waits for something that is not here (an Editor) is given up on both sides. */
const PATIENCE_MS = 10_000;
/** Answers of an index that is still being built may differ; they settle. */
const ATTEMPTS = 5;

let project: string;
let tools: { name: string; listed: boolean; examples: Example[] }[];

before(() => {
  project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  tools = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
});

/** A server with a cache of its own, whose path `steady` takes out of answers. */
interface Server {
  mcp: McpProcess;
  cache: string;
}

function start(command: string[]): Server {
  const cache = scratch();
  return { cache, mcp: new McpProcess(["--root", project], { command, cwd: project, env: { XDG_CACHE_HOME: cache } }) };
}

const deno = () => start([DENO, "run", "-A", "--quiet", "--config", join(TOP, "deno.json"), join(TOP, "main.ts")]);

async function answer({ mcp, cache }: Server, id: string, tool: string, input: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, "late");
  });
  const message = await Promise.race([mcp.call(id, tool, input), late]);
  clearTimeout(timer);
  if (message === "late") {
    mcp.send({ method: "notifications/cancelled", params: { requestId: id } });
    return "late";
  }
  return {
    isError: message.result?.isError ?? false,
    content: steady(message.result?.content?.[0]?.text ?? "", cache),
  };
}

test("the same list of tools, schemas and instructions", async () => {
  const [ours, theirs] = [start([JIG]), deno()];
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

test("the same answer for every example of every tool", { timeout: 180_000 }, async () => {
  const [ours, theirs] = [start([JIG]), deno()];
  await Promise.all([ours.mcp.initialize(), theirs.mcp.initialize()]);
  const different: string[] = [];
  let compared = 0;
  await Promise.all(
    tools.flatMap(({ name, examples }) =>
      examples.map(async ({ title, input }) => {
        let pair: unknown[] = [];
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          const id = `${name} ${title} ${attempt}`;
          pair = await Promise.all([ours, theirs].map((server) => answer(server, id, name, input)));
          if (JSON.stringify(pair[0]) === JSON.stringify(pair[1])) break;
        }
        compared++;
        if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1]))
          different.push(`${name}, ${title}: ${JSON.stringify(pair, null, 1)}`);
      }),
    ),
  );
  assert.deepEqual(different, []);
  assert.ok(compared >= tools.length, "every tool has an example");
  await Promise.all([ours.mcp.end(), theirs.mcp.end()]);
});

test("the examples of listed tools succeed on the fixture project", async () => {
  const { mcp } = start([JIG]);
  await mcp.initialize();
  const failed: string[] = [];
  for (const { name, listed, examples } of tools) {
    if (!listed) continue;
    for (const { title, input } of examples) {
      const { result } = await mcp.call(`${name} ${title}`, name, input);
      if (result.isError) failed.push(`${name}, ${title}: ${result.content[0].text}`);
    }
  }
  assert.deepEqual(failed, []);
  await mcp.end();
});
