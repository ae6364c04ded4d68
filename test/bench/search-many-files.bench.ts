/** Searching 100,000 files: same ratio as for 8,000, constant memory. */
import { readFileSync } from "node:fs";
import { withManyFiles } from "./many-files.ts";
import { hasProcessorTimes } from "./processor-time.ts";
import type { Bench, BenchRow } from "./row.ts";
import { totalRow, totalWallRow, withServer } from "./search-total.bench.ts";

const searchManyFiles: Bench = async (jig) =>
  await withManyFiles(async ({ root, small }) => {
    const what = "total_only over MCP, warm, 100k files";
    if (!hasProcessorTimes) return [await totalWallRow(jig, what, root)];
    return [await totalRow(jig, `${what}, processor time`, root), await memoryRow(jig, root, small)];
  });

export default searchManyFiles;

async function memoryRow(jig: string, root: string, small: string): Promise<BenchRow> {
  const few = await peak(jig, root, small);
  const many = await peak(jig, root, root);
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

async function peak(jig: string, root: string, searched: string): Promise<number> {
  return await withServer(jig, root, async (server) => {
    for (const word of ["class", "static", "return"]) {
      await server.call("search_content", { query: word, roots: [searched], total_only: true });
    }
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))![1]) / 1024;
  });
}
