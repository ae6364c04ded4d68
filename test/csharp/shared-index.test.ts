/** Several sessions on a new tree: one parses and all get the same answers, even if some are killed. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

const FILES = 900;

function project(): string {
  const files: Record<string, string> = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Packages/manifest.json": '{ "dependencies": {} }\n',
  };
  for (let at = 0; at < FILES; at++)
    files[`Assets/Folder${at % 30}/Class${at}.cs`] =
      `namespace Game { public class Class${at} { ${`public int Field${at}; public void Common(int value) { Field${at} += value; }\n`.repeat(12)} } }`;
  return scratch(files);
}

async function open(root: string, cache: string): Promise<McpProcess> {
  const mcp = new McpProcess(["--root", root], { cwd: root, env: { XDG_CACHE_HOME: cache } });
  await mcp.initialize();
  return mcp;
}

async function totalOf(mcp: McpProcess, name: string): Promise<number> {
  const { result } = await mcp.call(`find ${name}`, "script_symbol_find", { name, exact: true, pageSize: 1 });
  return JSON.parse(result.content[0].text).total;
}

function leaseIn(cache: string): string {
  const folders = existsSync(join(cache, "jig")) ? readdirSync(join(cache, "jig"), { recursive: true }) : [];
  const index = folders.map(String).find((path) => basename(path).startsWith("symbols-"));
  return join(cache, "jig", index ?? "none", ".build.lease");
}

/** The process holding the build lock. */
async function builderOf(cache: string): Promise<number> {
  for (;;) {
    const lease = leaseIn(cache);
    if (existsSync(lease)) return Number(readFileSync(lease, "utf8").split(" ")[1]);
    await new Promise((settle) => setTimeout(settle, 2));
  }
}

test("sessions that come together answer alike, and keep one index; one is killed while it builds", async () => {
  const root = project();
  const cache = scratch();
  const sessions = await Promise.all(Array.from({ length: 4 }, () => open(root, cache)));
  const answers = sessions.map((mcp) => totalOf(mcp, "Common"));
  const pid = await builderOf(cache);
  const builder = sessions.findIndex(({ child }) => child.pid === pid);
  assert.ok(builder >= 0);
  sessions[builder]?.child.kill("SIGKILL");
  const others = await Promise.all(answers.filter((_, at) => at !== builder));
  assert.deepEqual(others, [FILES * 12, FILES * 12, FILES * 12]);
  for (const mcp of sessions.filter((_, at) => at !== builder)) {
    const { result } = await mcp.call("status", "script_index_status", { wait: true });
    const status = JSON.parse(result.content[0].text);
    assert.deepEqual([status.ready, status.indexedFiles, status.cacheProblem], [true, FILES, undefined]);
    assert.equal((await mcp.end()).code, 0);
  }
  const names = readdirSync(dirname(leaseIn(cache)));
  assert.ok(names.includes("manifest-1") && !names.some((name) => name.includes("lease")), names.join());
});
