/** Peak memory of `jig mcp` when a search finds 1,000,000 occurrences against 1,000. Linux only: it reads /proc. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { environment, JIG } from "../jig.ts";
import { median } from "./processor-time.ts";
import type { BenchRow } from "./row.ts";

const FILES = 500;
const LINES = 2000;
const RUNS = 3;
const MODES: object[] = [{}, { count_only_matches: true }, { group_by_file: true }, { summary_only: true }];

export default async function bench(): Promise<BenchRow[] | undefined> {
  if (!existsSync("/proc/self/status")) {
    console.error("search-memory: skipped, this system has no /proc");
    return undefined;
  }
  const root = mkdtempSync(join(tmpdir(), "jig-memory-"));
  const text = "a line that has needle in it\n".repeat(LINES);
  for (let at = 0; at < FILES; at++)
    writeFileSync(join(root, `${at}.txt`), at === 0 ? text.replaceAll("line", "pin") : text);
  const few: number[] = [];
  const many: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    few.push(await peak(root, "pin", 2000));
    many.push(await peak(root, "needle", FILES * LINES));
  }
  const more = median(many.map((value, index) => value - few[index]!));
  return [
    {
      what: "peak memory, 1,000,000 matches against 2,000",
      ours: `${median(many).toFixed(0)} MB`,
      yardstick: `${median(few).toFixed(0)} MB`,
      value: more,
      unit: "MB more",
      bar: 25,
      aim: 5,
      note: "jig's own process, all four row and count modes in one session",
    },
  ];
}

/** Megabytes at the highest point of a session that asks in every mode. */
async function peak(root: string, query: string, wanted: number): Promise<number> {
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({ command: JIG, args: ["mcp", "--root", root], env: environment() });
  await client.connect(transport);
  for (const mode of MODES) {
    const result = await client.callTool({ name: "search_content", arguments: { query, ...mode } });
    const answer = JSON.parse((result.content as [{ text: string }])[0].text);
    if (answer.total_matches !== wanted) throw new Error(`${answer.total_matches} matches instead of ${wanted}`);
  }
  const status = readFileSync(`/proc/${transport.pid}/status`, "utf8");
  await client.close();
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
