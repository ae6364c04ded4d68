/** Startup latency of `jig mcp`: from process start to the response for `initialize`, compared with `node -e 0`. */
import { spawn } from "node:child_process";
import { environment, scratch } from "../jig.ts";
import type { Bench } from "./row.ts";

const RUNS = 15;

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
});

/** Ms until the process responds to `line`, or exits if there's none. */
function wait(command: string, args: string[], line?: string): Promise<number> {
  const start = performance.now();
  const child = spawn(command, args, { env: environment(), stdio: ["pipe", "pipe", "ignore"] });
  const answered = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    const done = () => resolve(performance.now() - start);
    if (line === undefined) child.on("exit", done);
    else child.stdout.once("data", done);
  });
  if (line !== undefined) child.stdin.write(`${line}\n`);
  return answered.finally(() => child.stdin.end());
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const mcpStart: Bench = async (jig) => {
  const root = scratch({ "a.txt": "a\n" });
  const ours: number[] = [];
  const node: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const times = [await wait(jig, ["mcp", "--root", root], INITIALIZE), await wait("node", ["-e", "0"])] as const;
    if (run === 0) continue; // The first run warms the file cache.
    ours.push(times[0]);
    node.push(times[1]);
  }
  return [
    {
      what: "MCP: start to the answer of initialize",
      ours: `${median(ours).toFixed(0)} ms`,
      yardstick: `node -e 0 ${median(node).toFixed(0)} ms`,
      value: median(ours) / median(node),
      unit: "× node -e 0",
      bar: 0.5,
      aim: 0.3,
    },
  ];
};

export default mcpStart;
