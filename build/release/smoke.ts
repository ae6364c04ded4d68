/**
 * Smoke test in a clean environment: no home, empty PATH, no sources. Usage: `bun build/release/smoke.ts <executable>`, or with
 * `node` 23.6 and later, as this file has no dependencies.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const TIMEOUT_MS = 60_000;

/** Throws on the first failure. */
export async function smoke(executable: string, version: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "jig-smoke-"));
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "Player.cs"), "class Player { void Jump() {} }\n");
  const options = {
    cwd: project,
    // Windows can't start programs without SYSTEMROOT.
    env: { HOME: join(folder, "home"), PATH: "", SYSTEMROOT: process.env.SYSTEMROOT ?? "" },
    timeout: TIMEOUT_MS,
    encoding: "utf8",
  } as const;
  const run = (...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(executable, args, options);
    assert.equal(status, 0, `jig ${args.join(" ")}: ${error?.message ?? stderr}`);
    return stdout;
  };
  try {
    assert.equal(run("--version").trim(), version);
    const tools: { name: string; listed: boolean; mcp?: boolean; examples: unknown[] }[] = JSON.parse(
      run("tools", "--json"),
    );
    assert.ok(tools.length >= 3);
    assert.match(run("doctor"), /ok +ripgrep/);
    const found = JSON.parse(run("search_content", "--query", "Jump"));
    assert.equal(found.count, 1, "the embedded ripgrep finds");
    const symbols = run("script_symbols_get", "--path", "Player.cs");
    assert.match(symbols, /Jump/, "the embedded grammar parses");
    const listed = await listOverMcp(executable, options);
    assert.deepEqual(
      listed.toSorted(),
      tools
        .filter(({ listed, mcp }) => listed && mcp !== false)
        .map((tool) => tool.name)
        .toSorted(),
    );
    return ["--version", "tools", "doctor", "call: ripgrep", "call: C# grammar", `mcp: ${listed.length} tools`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tool names listed by `jig mcp`. */
async function listOverMcp(
  executable: string,
  options: { cwd: string; env: Record<string, string> },
): Promise<string[]> {
  const child = spawn(executable, ["mcp"], { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "smoke", version: "1" } };
  for (const message of [
    { id: 1, method: "initialize", params: hello },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ]) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  child.stdin.end();
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk;
  const answers = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return answers.find((answer) => answer.id === 2).result.tools.map((tool: { name: string }) => tool.name);
}

if (import.meta.main) {
  const [executable, version] = process.argv.slice(2);
  if (!executable || !version) throw new Error("usage: smoke.ts <executable> <version>");
  for (const done of await smoke(resolve(executable), version)) console.log(`ok ${done}`);
}
