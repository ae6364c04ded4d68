/** Cost of running a plugin module in its own process, with and without a sandbox: first call and warm call over MCP. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { scratch } from "../jig.ts";
import type { Bench, BenchRow } from "./row.ts";

const PLUGINS = join(import.meta.dirname, "..", "plugins", "fixtures", "typescript");
const RUNS = 200;
const ROUNDS = 7;
const HELLO = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };

/** Handles one call at a time. */
function session(jig: string, plugins = PLUGINS, isConfined = true) {
  const env = { ...process.env, ...(isConfined ? {} : { JIG_NO_CONFINEMENT: "1" }) };
  const child = spawn(jig, ["mcp", "--plugins", plugins], { stdio: ["pipe", "pipe", "ignore"], env });
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

/** A plugin with a command and a module that do nothing. */
function emptyPlugin(): string {
  const tool = { title: "Nothing", description: "Does nothing.", effect: "read", input: { type: "object" } };
  const manifest = {
    ...{ host: "^1", name: "empty", version: "1.0.0", title: "Empty", description: "Does nothing." },
    permissions: { run: ["sh"] },
    tools: {
      empty_command: { ...tool, handler: { command: ["sh", "empty.sh"] } },
      empty_module: { ...tool, handler: "./empty.ts" },
    },
  };
  return scratch({
    "plugin.json": JSON.stringify(manifest),
    "empty.sh": "echo '{\"value\": 1}'\n",
    "empty.ts": "export default async () => ({ value: 1 });\n",
  });
}

/** First and warm calls in alternating sessions, with and without sandbox. */
async function confinementRows(jig: string): Promise<BenchRow[]> {
  const folder = emptyPlugin();
  const rows: BenchRow[] = [];
  for (const [name, title] of [
    ["empty_module", "module"],
    ["empty_command", "command, one process per call"],
  ] as const) {
    const times: Record<"first" | "warm", [number[], number[]]> = { first: [[], []], warm: [[], []] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const confined of [0, 1] as const) {
        const { ask, close } = session(jig, folder, confined === 1);
        await ask("initialize", HELLO);
        await ask("tools/list", {});
        times.first[confined].push(await ask("tools/call", { name, arguments: {} }));
        for (let run = 0; run < 20; run++) times.warm[confined].push(await ask("tools/call", { name, arguments: {} }));
        close();
      }
    }
    const [plainFirst, first] = [median(times.first[0]), median(times.first[1])];
    const [plainWarm, warm] = [median(times.warm[0]), median(times.warm[1])];
    rows.push(
      {
        what: `confined ${title}: first call`,
        ours: ms(first),
        yardstick: `unconfined ${ms(plainFirst)}`,
        value: first,
        unit: "ms",
        bar: 40,
        aim: 25,
      },
      {
        what: `confined ${title}: extra time of a warm call`,
        ours: ms(warm),
        yardstick: `unconfined ${ms(plainWarm)}`,
        value: warm - plainWarm,
        unit: "ms",
        bar: 1,
        aim: 0.5,
      },
    );
  }
  return rows;
}

const bench: Bench = async (jig) => {
  const first: number[] = [];
  const warm: number[] = [];
  const ping: number[] = [];
  const call = { name: "ts_echo", arguments: { text: "x" } };
  for (let round = 0; round < 5; round++) {
    const { ask, close } = session(jig);
    await ask("initialize", HELLO);
    await ask("tools/list", {});
    first.push(await ask("tools/call", call));
    for (let run = 0; run < RUNS; run++) {
      warm.push(await ask("tools/call", call));
      ping.push(await ask("tools/call", { ...call, arguments: {} }));
    }
    close();
  }
  // A rejected call does everything except for the plugin's process.
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
    ...(await confinementRows(jig)),
  ];
};

export default bench;
