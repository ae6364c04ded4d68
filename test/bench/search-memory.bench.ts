/** Peak memory of `jig mcp` with 1,000,000 matches compared with 1,000. Reads /proc, so Linux only. */
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
const MODES: object[] = [
  {},
  { count_only_matches: true },
  { group_by_file: true },
  { summary_only: true },
  { total_only: true },
];

export default async function bench(): Promise<BenchRow[] | undefined> {
  if (!existsSync("/proc/self/status")) {
    console.error("search-memory: skipped, this system has no /proc");
    return undefined;
  }
  const root = mkdtempSync(join(tmpdir(), "jig-memory-"));
  const text = "a line that has needle in it\n".repeat(LINES);
  for (let at = 0; at < FILES; at++)
    writeFileSync(join(root, `${at}.txt`), at === 0 ? text.replaceAll("line", "pin") : text);
  const files = Array.from({ length: FILES }, (_, at) => `${at}.txt`);
  return [
    await memoryRow(root, "peak memory, 1,000,000 matches against 2,000, by roots", {}),
    await memoryRow(root, "the same, by files", { files }),
  ];
}

async function memoryRow(root: string, what: string, places: object): Promise<BenchRow> {
  const few: number[] = [];
  const many: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    few.push(await peak(root, places, "pin", 2000));
    many.push(await peak(root, places, "needle", FILES * LINES));
  }
  return {
    what,
    ours: `${median(many).toFixed(0)} MB`,
    yardstick: `${median(few).toFixed(0)} MB`,
    value: median(many.map((value, index) => value - few[index]!)),
    unit: "MB more",
    bar: 20,
    aim: 5,
    note: "jig's own process, all modes with rows, counts and totals in one session",
  };
}

/** Peak in MB of a session that searches in all modes. */
async function peak(root: string, places: object, query: string, wanted: number): Promise<number> {
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({ command: JIG, args: ["mcp", "--root", root], env: environment() });
  await client.connect(transport);
  for (const mode of MODES) {
    const result = await client.callTool({ name: "search_content", arguments: { query, ...places, ...mode } });
    const answer = JSON.parse((result.content as [{ text: string }])[0].text);
    const total = typeof answer === "number" ? answer : answer.total_matches;
    if (total !== wanted) throw new Error(`${total} matches instead of ${wanted}`);
  }
  const status = readFileSync(`/proc/${transport.pid}/status`, "utf8");
  await client.close();
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
