/** A tree of 100,000 files: the ratio of the 8,000 holds, and memory stays flat. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { environment, JIG } from "../jig.ts";
import type { BenchRow } from "./row.ts";
import { totalRow } from "./search-total.bench.ts";

const DIRECTORIES = 1000;
const FILES_EACH = 100;

export default async function bench(): Promise<BenchRow[] | undefined> {
  const root = mkdtempSync(join(tmpdir(), "jig-many-"));
  try {
    const small = join(root, "few");
    mkdirSync(small);
    writeFileSync(join(small, "one.cs"), source(0));
    for (let directory = 0; directory < DIRECTORIES; directory++) {
      const folder = join(root, `d${directory}`);
      mkdirSync(folder);
      for (let at = 0; at < FILES_EACH; at++)
        writeFileSync(join(folder, `f${at}.cs`), source(directory * FILES_EACH + at));
    }
    const rows = [await totalRow("total_only over MCP, warm, 100k files", root)];
    if (existsSync("/proc/self/status")) rows.push(await memoryRow(root, small));
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function source(number: number): string {
  return `public static class File${number}\n{\n    int GetComponent() { return null; } // ${number % 7 === 0 ? "InternalOneAttribute" : ""}\n}\n`;
}

async function memoryRow(root: string, small: string): Promise<BenchRow> {
  const few = await peak(root, small);
  const many = await peak(root, root);
  return {
    what: "peak memory, total of 100,000 files against 1",
    ours: `${many.toFixed(0)} MB`,
    yardstick: `${few.toFixed(0)} MB`,
    value: many - few,
    unit: "MB more",
    bar: 60,
    aim: 30,
    note: "the count of each of 100,000 files is held",
  };
}

async function peak(root: string, searched: string): Promise<number> {
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({ command: JIG, args: ["mcp", "--root", root], env: environment() });
  await client.connect(transport);
  for (const word of ["class", "static", "return"]) {
    await client.callTool({ name: "search_content", arguments: { query: word, roots: [searched], total_only: true } });
  }
  const status = readFileSync(`/proc/${transport.pid}/status`, "utf8");
  await client.close();
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
