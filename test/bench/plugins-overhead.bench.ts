/** What running a plugin's module in a process of its own costs: the first call, and a warm one, over MCP. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Bench } from "./row.ts";

const PLUGINS = join(import.meta.dirname, "..", "plugins", "fixtures", "typescript");
const RUNS = 200;

/** A session that answers one question at a time. */
function session(jig: string) {
  const child = spawn(jig, ["mcp", "--plugins", PLUGINS], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, () => void>();
  createInterface({ input: child.stdout }).on("line", (line) => waiting.get(JSON.parse(line).id)?.());
  let id = 0;
  const ask = (method: string, params: object) =>
    new Promise<number>((settle) => {
      const started = performance.now();
      waiting.set(++id, () => settle(performance.now() - started));
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  return { ask, close: () => child.stdin.end() };
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1]!;
const ms = (time: number) => `${time.toFixed(2)} ms`;

const bench: Bench = async (jig) => {
  const first: number[] = [];
  const warm: number[] = [];
  const ping: number[] = [];
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  const call = { name: "ts_echo", arguments: { text: "x" } };
  for (let round = 0; round < 5; round++) {
    const { ask, close } = session(jig);
    await ask("initialize", params);
    await ask("tools/list", {});
    first.push(await ask("tools/call", call));
    for (let run = 0; run < RUNS; run++) {
      warm.push(await ask("tools/call", call));
      ping.push(await ask("tools/call", { ...call, arguments: {} }));
    }
    close();
  }
  // A call that is refused before it reaches the plugin takes the same way but for the plugin's process.
  const overhead = median(warm) - median(ping);
  return [
    {
      what: "plugin in its own process: first call",
      ours: ms(median(first)),
      yardstick: "none",
      value: median(first),
      unit: "ms",
      bar: 150,
      aim: 80,
    },
    {
      what: "plugin in its own process: warm overhead",
      ours: ms(median(warm)),
      yardstick: `refused call ${ms(median(ping))}`,
      value: overhead,
      unit: "ms",
      bar: 3,
      aim: 1,
    },
  ];
};

export default bench;
