/**
 * The longest that a client waits for a `ping`: while every tool answers with its largest page, each by itself, and while an
 * index is built beside five calls. The wait is wall time: what else runs on the machine counts, so it wants a quiet one.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { corpus, environment } from "../jig.ts";
import { angelscriptPages, type Call, csharpPages, type Pages } from "./largest-pages.ts";
import type { Bench, BenchRow } from "./row.ts";
import { median } from "./search-total.bench.ts";

const PING_EVERY_MS = 3;
const RUNS = 3;
/** No further run of a call that takes long. */
const LONG_MS = 10_000;
const TIMEOUT = { timeout: 300_000 };

/** Milliseconds that each ping took until `until` settled. */
async function pings(client: Client, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let busy = true;
  const done = until.finally(() => {
    busy = false;
  });
  while (busy) {
    const start = performance.now();
    await client.ping();
    times.push(performance.now() - start);
    await sleep(PING_EVERY_MS);
  }
  await done;
  return times;
}

async function withClient<Made>(jig: string, root: string, act: (client: Client) => Promise<Made>): Promise<Made> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command: jig, args: ["mcp", "--root", root], env: environment() }));
  try {
    return await act(client);
  } finally {
    await client.close();
  }
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Each call by itself; which one the longest ping waited for. */
async function largestPages(jig: string, what: string, { root, calls }: Pages): Promise<BenchRow> {
  return await withClient(jig, root, async (client) => {
    const { tools } = await client.listTools();
    const missing = tools.filter(({ name }) => !calls.some(([tool]) => tool === name));
    if (missing.length > 0) throw new Error(`no largest page of ${missing.map(({ name }) => name).join(", ")}`);
    const idle = await pings(client, sleep(1000));
    const all: number[] = [];
    let longest = 0;
    let at = "";
    for (const call of calls) {
      const times: number[] = [];
      const started = performance.now();
      for (let run = 0; run < RUNS && performance.now() - started < LONG_MS; run++)
        times.push(...(await pings(client, answered(client, call))));
      const worst = Math.max(...times);
      console.error(`${ms(worst).padStart(9)}  ${call[0]} ${JSON.stringify(call[1]).slice(0, 80)}`);
      all.push(...times);
      if (worst > longest) [longest, at] = [worst, call[0]];
    }
    return {
      what: `longest ping, every tool at its largest page, ${what}`,
      ours: `${ms(longest)} (${at}; median ${ms(median(all))})`,
      yardstick: `idle ${ms(Math.max(...idle))}`,
      value: longest,
      unit: "ms",
      bar: 25,
      aim: 10,
      note: `${calls.length} calls, ${RUNS} times each, a ping every ${PING_EVERY_MS} ms`,
    };
  });
}

async function answered(client: Client, [name, input]: Call): Promise<void> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } }, undefined, TIMEOUT);
  if (isError) throw new Error(`${name}: ${JSON.stringify(content).slice(0, 300)}`);
}

async function besideIndex(jig: string, tree: string): Promise<BenchRow> {
  return await withClient(jig, tree, async (client) => {
    const idle = await pings(client, sleep(1000));
    const call = (...[name, input]: Call) => answered(client, [name, input]);
    const work = Promise.all([
      call("script_index_status", { wait: true }),
      call("search_content", { query: "public|private", group_by_file: true }),
      call("search_content", { query: "\\w+", total_only: true }),
      call("script_search", { pattern: "return\\s+\\w+", codeOnly: true }),
      call("list_files", { extensions: ["cs"], limit: 10_000 }),
    ]).then(() => call("script_refs_find", { name: "GetComponent" }));
    const loaded = await pings(client, work);
    return {
      what: "longest ping under load",
      ours: `${ms(Math.max(...loaded))} (median ${ms(median(loaded))})`,
      yardstick: `idle ${ms(Math.max(...idle))}`,
      value: Math.max(...loaded),
      unit: "ms",
      bar: 50,
      aim: 10,
      note: "while an index is built and five calls run on the same cores",
    };
  });
}

const mainThread: Bench = async (jig) => {
  const csharp = csharpPages();
  const angelscript = angelscriptPages();
  const tree = corpus("UnityCsReference");
  if (!csharp || !angelscript || !tree) {
    console.error("main-thread: needs UnityCsReference and angelscript-sample in JIG_CORPUS");
    return undefined;
  }
  // Before any other: no index is kept yet.
  const loaded = await besideIndex(jig, tree);
  return [await largestPages(jig, "C#", csharp), await largestPages(jig, "AngelScript", angelscript), loaded];
};

export default mainThread;
