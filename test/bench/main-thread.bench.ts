/** The longest that a client waits for a `ping` while heavy calls run: what holds the main thread. */

import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { corpus, environment } from "../jig.ts";
import type { Bench } from "./row.ts";

const PING_EVERY_MS = 5;
const TIMEOUT = { timeout: 300_000 };

/** Milliseconds of the longest ping until `until` settles, and of the median one. */
async function pings(client: Client, until: Promise<unknown>): Promise<{ longest: number; median: number }> {
  const times: number[] = [];
  let busy = true;
  until.finally(() => {
    busy = false;
  });
  while (busy) {
    const start = performance.now();
    await client.ping();
    times.push(performance.now() - start);
    await sleep(PING_EVERY_MS);
  }
  times.sort((a, b) => a - b);
  return { longest: times.at(-1) ?? 0, median: times[times.length >> 1] ?? 0 };
}

const mainThread: Bench = async (jig) => {
  const tree = corpus("UnityCsReference");
  if (!tree) {
    console.error("main-thread: needs UnityCsReference in JIG_CORPUS");
    return undefined;
  }
  const client = new Client({ name: "bench", version: "1" });
  const args = ["mcp", "--root", tree];
  await client.connect(new StdioClientTransport({ command: jig, args, env: environment() }));
  const call = (name: string, input: object) => client.callTool({ name, arguments: { ...input } }, undefined, TIMEOUT);
  try {
    const idle = await pings(client, sleep(1000));
    const work = Promise.all([
      call("script_index_status", { wait: true }),
      call("search_content", { query: "public|private", group_by_file: true }),
      call("search_content", { query: "\\w+", total_only: true }),
      call("script_search", { pattern: "return\\s+\\w+", codeOnly: true }),
      call("list_files", { extensions: ["cs"], limit: 10_000 }),
    ]).then(() => call("script_refs_find", { name: "GetComponent" }));
    const loaded = await pings(client, work);
    return [
      {
        what: "longest stall of the main thread under load",
        ours: `${loaded.longest.toFixed(1)} ms (median ${loaded.median.toFixed(1)} ms)`,
        yardstick: `idle ${idle.longest.toFixed(1)} ms`,
        value: loaded.longest,
        unit: "ms",
        bar: 50,
        aim: 10,
        note: "round trip of a ping while an index is built and five calls run on the same cores",
      },
    ];
  } finally {
    await client.close();
  }
};

export default mainThread;
