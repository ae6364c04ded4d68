/** Lifecycle of `jig mcp`: start, cancellation, exit. No leftovers, and only frames on stdout. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { linkSync, mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, JIG, runJig, scratch } from "../jig.ts";
import { McpProcess, type Wire } from "./mcp-process.ts";

const CLIENT = { name: "t", version: "1" };

/** True if `pid` has a running rg (the unpacked file is called rg-<hash>). */
function hasSearch(pid: number): boolean {
  const table = execFileSync("ps", ["-eo", "ppid=,comm="], { encoding: "utf8" });
  return table.split("\n").some((line) => line.trim().startsWith(`${pid} rg`));
}

/** Pids of all rg processes started in `folder`, even if orphaned. */
function searchesIn(folder: string): string[] {
  const table = execFileSync("ps", ["-eo", "pid=,comm="], { encoding: "utf8" });
  const found = table.split("\n").map((line) => line.trim().split(" "));
  return found.flatMap(([pid = "", comm = ""]) => (comm.startsWith("rg") && cwdOf(pid) === folder ? [pid] : []));
}

function cwdOf(pid: string): string | undefined {
  if (process.platform !== "linux")
    return execFileSync("lsof", ["-a", "-p", pid, "-d", "cwd", "-Fn"], { encoding: "utf8" }).split("\nn")[1]?.trim();
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // The process has exited.
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !condition(); waited += 10) {
    assert.ok(waited < 5000, what);
    await sleep(10);
  }
}

/** A folder that takes seconds to search. */
function slowFolder(): string {
  const folder = scratch({ "0.txt": "a b a b a b a b a b a b a b a b\n".repeat(250_000) });
  // Hard links take no disk space, but rg reads each.
  for (let index = 1; index < 400; index++) linkSync(join(folder, "0.txt"), join(folder, `${index}.txt`));
  return folder;
}

test("a cancelled search answers nothing and leaves no rg, also for the ids 0 and empty", async () => {
  const mcp = new McpProcess(["--root", slowFolder()]);
  await mcp.initialize();
  for (const id of [1, 0, ""]) {
    mcp.send({ id, method: "tools/call", params: { name: "search_content", arguments: { query: "a" } } });
    await until(() => hasSearch(mcp.child.pid!), "rg starts");
    mcp.send({ method: "notifications/cancelled", params: { requestId: id, reason: "enough" } });
    await until(() => !hasSearch(mcp.child.pid!), "rg is gone");
    await mcp.ask(`after ${JSON.stringify(id)}`, "ping");
    assert.ok(!mcp.received.some((message) => message.id === id));
  }
  assert.equal((await mcp.end()).code, 0);
});

test("a search that runs when the input ends is answered within its own time limit", async () => {
  const folder = slowFolder();
  const mcp = new McpProcess(["--root", folder]);
  await mcp.initialize();
  const params = { name: "search_content", arguments: { query: "a", timeout_ms: 1500 } };
  mcp.send({ id: 1, method: "tools/call", params });
  await until(() => hasSearch(mcp.child.pid!), "rg starts");
  const { code } = await mcp.end();
  assert.equal(code, 0);
  assert.match(mcp.received.find((message) => message.id === 1)?.result.content[0].text, /"timed_out":true/);
  assert.deepEqual(searchesIn(folder), []);
});

test("a client that is killed in the middle of a search leaves nothing behind", async () => {
  const folder = slowFolder();
  const lines = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "search_content", arguments: { query: "a" } } },
  ];
  const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
  const script = `
    const { spawn } = require("node:child_process");
    const jig = spawn(${JSON.stringify(JIG)}, ["mcp", "--root", ${JSON.stringify(folder)}], { stdio: ["pipe", "pipe", "inherit"] });
    jig.stdin.write(${JSON.stringify(input)});
    setInterval(() => {}, 1000);`;
  const client = spawn("node", ["-e", script], { env: environment() });
  await until(() => searchesIn(folder).length > 0, "rg starts");
  client.kill("SIGKILL");
  await until(() => searchesIn(folder).length === 0, "rg is gone");
});

test("SIGINT, SIGTERM and a reader that left end it", async () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const mcp = new McpProcess(["--root", scratch()]);
    await mcp.initialize();
    process.kill(mcp.child.pid!, signal);
    const { code } = await mcp.ended;
    assert.equal(code, 0, signal);
  }
  const mcp = new McpProcess(["--root", scratch()]);
  await mcp.initialize();
  mcp.child.stdout.destroy();
  mcp.send({ id: 1, method: "ping" });
  mcp.send({ id: 2, method: "tools/list" });
  assert.equal((await mcp.ended).code, 0);
});

test("a piped conversation gets its answers although the input ends at once", async () => {
  const root = scratch({ "a.txt": "needle\n" });
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT };
  const lines = [
    { id: 1, method: "initialize", params: hello },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "search_content", arguments: { query: "needle" } } },
  ];
  const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
  const { code, stdout, stderr } = runJig(["mcp", "--root", root], { input });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual([code, stderr, answers.map((answer) => answer.id)], [0, "", [1, 2]]);
  assert.match(answers[1].result.content[0].text, /"count":1/);
});

test("a client hears of tools that appear when its workspace becomes a project", async () => {
  const root = scratch();
  const mcp = new McpProcess(["--root", root]);
  await mcp.initialize();
  const names = async (id: number) =>
    new Set((await mcp.ask(id, "tools/list")).result.tools.map((tool: { name: string }) => tool.name));
  assert.ok(!(await names(1)).has("script_refs_find"));
  mkdirSync(join(root, "Assets"));
  writeFileSync(join(root, "Assets", "A.cs"), "class A {}");
  await mcp.next((message) => message.method === "notifications/tools/list_changed");
  assert.ok((await names(2)).has("script_refs_find"));
  assert.equal((await mcp.end()).code, 0);
});

test("a root that cannot be served is told on stderr, with exit code 2", async () => {
  for (const root of ["/", "/nowhere/at/all"]) {
    const { code, stdout, stderr } = runJig(["mcp", "--root", root]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.ok(stderr.includes(root));
  }
});

test("the instructions name the root; flags narrow the list", async () => {
  const root = scratch();
  const mcp = new McpProcess(["--root", root, "--tools", "search_content", "--read-only"]);
  const { instructions } = await mcp.initialize();
  assert.ok(instructions.includes(root));
  assert.ok(Buffer.byteLength(instructions) <= 2048);
  const { tools } = (await mcp.ask(1, "tools/list")).result;
  assert.deepEqual(
    tools.map((tool: { name: string }) => tool.name),
    ["search_content"],
  );
  assert.equal(tools[0].inputSchema.properties.output_file, undefined);
  await mcp.end();
});

test("a plugin that prints to its stdout reaches stderr, not the client", async () => {
  const mcp = new McpProcess(["--root", scratch(), "--plugins", join(import.meta.dirname, "../plugins/fixtures")]);
  await mcp.initialize();
  const { tools } = (await mcp.ask(1, "tools/list")).result;
  for (const tool of ["ts_print", "sh_print", "py_print"].filter((name) =>
    tools.some((each: Wire) => each.name === name),
  ))
    assert.ok((await mcp.call(tool, tool, {})).result, tool);
  const { stdout } = await mcp.end();
  for (const line of stdout.trim().split("\n")) assert.equal(JSON.parse(line).jsonrpc, "2.0");
});

test("an older client's roots are used where nothing else names one", async () => {
  const root = scratch({ "here.txt": "needle\n" });
  const mcp = new McpProcess([], { cwd: scratch() });
  await mcp.initialize("2025-06-18", { roots: { listChanged: true } });
  mcp.send({ id: 1, method: "tools/call", params: { name: "search_content", arguments: { query: "needle" } } });
  const request = await mcp.next((message) => message.method === "roots/list");
  mcp.send({ id: request.id, result: { roots: [{ uri: `file://${root}` }] } });
  const { result } = await mcp.next((message) => message.id === 1);
  assert.match(result.content[0].text, /here\.txt/);
  await mcp.end();
});
