/**
 * Worst-case `ping` latency: during the largest page of each tool, and while building an index with five calls running. It's wall
 * time, so run this on a quiet machine. Where possible, the main thread's share is shown too.
 */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { angelscriptPages, csharpPages, type Pages } from "./largest-pages.ts";
import { LightClient } from "./light-client.ts";
import { median } from "./processor-time.ts";
import type { Bench, BenchRow } from "./row.ts";

const PING_EVERY_MS = 3;
const RUNS = 3;
/** Don't repeat slow calls. */
const LONG_MS = 10_000;

interface Ping {
  took: number;
  /** Main thread time in ms. NaN if unknown. */
  ran: number;
}

/** Sends pings one after another until `until` settles. */
async function pings(client: LightClient, until: Promise<unknown>): Promise<Ping[]> {
  const all: Ping[] = [];
  let busy = true;
  const done = until.finally(() => {
    busy = false;
  });
  while (busy) {
    const ran = ranSoFar(client.pid);
    const start = performance.now();
    await client.ping();
    const took = performance.now() - start;
    all.push({ took, ran: ranSoFar(client.pid) - ran });
    await sleep(PING_EVERY_MS);
  }
  await done;
  return all;
}

/** Processor time of the main thread in ms. */
function ranSoFar(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

const longestOf = (all: readonly Ping[]) => all.reduce((longest, ping) => (ping.took > longest.took ? ping : longest));

async function withServer<Made>(jig: string, root: string, act: (server: LightClient) => Promise<Made>): Promise<Made> {
  const client = new LightClient(jig, ["mcp", "--root", root]);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.close();
  }
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

const said = ({ took, ran }: Ping) => `${ms(took)}${Number.isNaN(ran) ? "" : `, at work ${ms(ran)}`}`;
const usual = (all: readonly Ping[]) => ms(median(all.map(({ took }) => took)));

/** For each call, the longest time the main thread was busy during a ping (which other load doesn't affect), and the longest ping. */
async function largestPages(jig: string, what: string, { root, calls }: Pages): Promise<BenchRow[]> {
  return await withServer(jig, root, async (server) => {
    const missing = (await server.tools()).filter(({ name }) => !calls.some(([tool]) => tool === name));
    if (missing.length > 0) throw new Error(`no largest page of ${missing.map(({ name }) => name).join(", ")}`);
    const idle = longestOf(await pings(server, sleep(1000)));
    const all: (Ping & { tool: string })[] = [];
    for (const call of calls) {
      const [tool, input] = call;
      const mine: Ping[] = [];
      const started = performance.now();
      for (let run = 0; run < RUNS && performance.now() - started < LONG_MS; run++)
        mine.push(...(await pings(server, server.call(tool, input))));
      console.error(`${said(longestOf(mine)).padStart(25)}  ${tool} ${JSON.stringify(input).slice(0, 80)}`);
      all.push(...mine.map((ping) => ({ ...ping, tool })));
    }
    const waited = longestOf(all) as (typeof all)[number];
    const worked = all.reduce((most, ping) => (ping.ran > most.ran ? ping : most));
    const common = {
      unit: "ms",
      bar: 25,
      aim: 10,
      note: `${calls.length} calls, ${RUNS} times each, a ping every ${PING_EVERY_MS} ms`,
    };
    const waits = {
      what: `longest ping, every tool at its largest page, ${what}`,
      ours: `${said(waited)} (${waited.tool}; median ${usual(all)})`,
      yardstick: `idle ${ms(idle.took)}`,
      value: waited.took,
      ...common,
    };
    if (Number.isNaN(worked.ran)) return [waits];
    const stalls = {
      what: `longest stall of the main thread, every tool at its largest page, ${what}`,
      ours: `${ms(worked.ran)} (${worked.tool})`,
      yardstick: "none",
      value: worked.ran,
      ...common,
    };
    return [stalls, waits];
  });
}

async function besideIndex(jig: string, tree: string): Promise<BenchRow> {
  return await withServer(jig, tree, async (server) => {
    const idle = longestOf(await pings(server, sleep(1000)));
    const work = Promise.all([
      server.call("script_index_status", { wait: true }),
      server.call("search_content", { query: "public|private", group_by_file: true }),
      server.call("search_content", { query: "\\w+", total_only: true }),
      server.call("script_search", { pattern: "return\\s+\\w+", codeOnly: true }),
      server.call("list_files", { extensions: ["cs"], limit: 10_000 }),
    ]).then(() => server.call("script_refs_find", { name: "GetComponent" }));
    const loaded = await pings(server, work);
    const longest = longestOf(loaded);
    return {
      what: "longest ping under load",
      ours: `${said(longest)} (median ${usual(loaded)})`,
      yardstick: `idle ${ms(idle.took)}`,
      value: longest.took,
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
  const rows: BenchRow[] = [];
  // Run this first, before there's an index.
  const loaded = csharp && (await besideIndex(jig, csharp.root));
  if (csharp) rows.push(...(await largestPages(jig, "C#", csharp)));
  if (angelscript) rows.push(...(await largestPages(jig, "AngelScript", angelscript)));
  if (loaded) rows.push(loaded);
  if (rows.length > 0) return rows;
  console.error("main-thread: needs UnityCsReference or angelscript-sample in JIG_CORPUS");
  return undefined;
};

export default mainThread;
