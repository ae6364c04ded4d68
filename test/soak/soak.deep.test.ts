/**
 * Soak test: one server, all read-only tools, sixteen calls in flight. Memory and handles must not grow, and no processes remain.
 * `JIG_SOAK_CALLS=100000 bun test test/soak` for more.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { repeatableCalls } from "./repeatable-calls.ts";

const CALLS = Number(process.env.JIG_SOAK_CALLS ?? 1000);
const IN_FLIGHT = 16;
/** Share of the calls after which caches, pools and GC have settled. */
const WARM_SHARE = 0.4;
/** Tolerance for uncollected garbage. */
const SLACK_MB = 60;
const LINUX = process.platform === "linux";

interface Footprint {
  megabytes: number;
  handles: number;
}

function footprintOf(pid: number): Footprint {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
  return { megabytes: Number(resident) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
}

function childrenOf(pid: number): string[] {
  const table = execFileSync("ps", ["-eo", "ppid=,args="], { encoding: "utf8" });
  return table.split("\n").filter((line) => line.trim().startsWith(`${pid} `));
}

/** Runs the work for all numbers below `count` with limited concurrency. */
async function inFlight(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

test("many calls: each answered, memory and handles flat", {
  timeout: 60_000 + CALLS * 100,
  skip: !LINUX,
}, async (context) => {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  const calls = repeatableCalls(project);
  const mcp = new McpProcess(["--root", project], { cwd: project });
  await mcp.initialize();
  const pid = mcp.child.pid!;
  const call = async (index: number) => {
    // Every seventh call is rejected, every eleventh cancelled early.
    const { name, input } = calls[index % calls.length]!;
    if (index % 11 === 10) {
      mcp.send({ id: `given up ${index}`, method: "tools/call", params: { name, arguments: input } });
      mcp.send({ method: "notifications/cancelled", params: { requestId: `given up ${index}` } });
      return;
    }
    const { result } = await mcp.call(index, name, index % 7 === 6 ? { no_such_parameter: 1 } : input);
    assert.equal(result.isError ?? false, index % 7 === 6, `${name}: ${JSON.stringify(result).slice(0, 300)}`);
    mcp.received.length = 0;
  };
  const warm = Math.round(CALLS * WARM_SHARE);
  await inFlight(warm, call);
  const before = footprintOf(pid);
  await inFlight(CALLS - warm, (index) => call(index + warm));
  const after = footprintOf(pid);
  context.diagnostic?.(`${CALLS} calls: ${JSON.stringify({ before, after })}`);
  assert.ok(after.megabytes < before.megabytes * 1.15 + SLACK_MB, JSON.stringify({ before, after }));
  assert.ok(after.handles <= before.handles + 4, JSON.stringify({ before, after }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(childrenOf(pid), []);
  assert.equal((await mcp.end()).code, 0);
});
