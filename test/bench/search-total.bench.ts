/** Warm `search_content` totals over MCP with 8,000 files, compared with ripgrep: processor time, alternating runs. */
import { spawnSync } from "node:child_process";
import { corpus } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import { LightClient } from "./light-client.ts";
import { hasProcessorTimes, median, timeOfRun, timeOfServer } from "./processor-time.ts";
import type { Bench, BenchRow } from "./row.ts";

const WORDS = [
  "class",
  "return null",
  "\\bpublic\\s+static",
  "Internal\\w+Attribute",
  "GetComponent",
  "foreach \\(",
  "zzqq",
];
const ROUNDS = 5;

const searchTotal: Bench = async (jig) => {
  const root = corpus("UnityCsReference");
  if (!root) {
    console.error("search-total: skipped, UnityCsReference is not in JIG_CORPUS");
    return undefined;
  }
  if (hasProcessorTimes) return [await totalRow(jig, "total_only over MCP, warm, 8k files, processor time", root)];
  return [await totalWallRow(jig, "total_only over MCP, warm, 8k files", root)];
};

export default searchTotal;

/** ripgrep flags that affect the total. */
export function countCommand(query: string): string[] {
  return [RG, "--no-config", "--count-matches", "--smart-case", "--crlf", `--regexp=${query}`, "."];
}

/** To avoid cached answers, each round adds an alternative that doesn't match. */
const questions = (round: number) => WORDS.map((word) => `${word}|never${round}there`);

/** Sum of all queries, as the time of children has a resolution of 10 ms. */
export async function totalRow(jig: string, what: string, root: string): Promise<BenchRow> {
  const ratios: number[] = [];
  const all: { ours: number; theirs: number }[] = [];
  await withServer(jig, root, async (server) => {
    for (let round = 0; round <= ROUNDS; round++) {
      const before = timeOfServer(server.pid);
      let theirs = 0;
      for (const query of questions(round)) {
        const total = await server.text("search_content", { query, total_only: true });
        if (round === 0) check(query, Number(total), root);
        theirs += timeOfRun(countCommand(query), root);
      }
      const ours = timeOfServer(server.pid) - before;
      // The first round is a warm-up.
      if (round === 0) continue;
      ratios.push(ours / theirs);
      all.push({ ours: ours / WORDS.length, theirs: theirs / WORDS.length });
    }
  });
  return {
    what,
    ours: `${median(all.map(({ ours }) => ours)).toFixed(0)} ms`,
    yardstick: `rg ${median(all.map(({ theirs }) => theirs)).toFixed(0)} ms`,
    value: median(ratios),
    unit: "× rg",
    bar: 1.15,
    aim: 1.05,
    note: `mean of ${WORDS.length} queries, median of ${ROUNDS} rounds`,
  };
}

/** Wall time, best of all rounds per query. */
export async function totalWallRow(jig: string, what: string, root: string): Promise<BenchRow> {
  const best = WORDS.map(() => ({ ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY }));
  await withServer(jig, root, async (server) => {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, query] of questions(round).entries()) {
        const first = performance.now();
        await server.text("search_content", { query, total_only: true });
        const second = performance.now();
        timeOfRun(countCommand(query), root);
        const third = performance.now();
        if (round === 0) continue;
        best[index]!.ours = Math.min(best[index]!.ours, second - first);
        best[index]!.theirs = Math.min(best[index]!.theirs, third - second);
      }
    }
  });
  return {
    what,
    ours: `${median(best.map(({ ours }) => ours)).toFixed(0)} ms`,
    yardstick: `rg ${median(best.map(({ theirs }) => theirs)).toFixed(0)} ms`,
    value: median(best.map(({ ours, theirs }) => ours / theirs)),
    unit: "× rg",
    bar: 1.15,
    aim: 1.05,
    note: `median over ${WORDS.length} queries, each the best of ${ROUNDS}`,
  };
}

export async function withServer<Made>(
  jig: string,
  root: string,
  act: (server: LightClient) => Promise<Made>,
): Promise<Made> {
  const server = new LightClient(jig, ["mcp", "--root", root]);
  await server.connect();
  try {
    return await act(server);
  } finally {
    await server.close();
  }
}

function check(query: string, total: number, root: string): void {
  const [command, ...args] = countCommand(query);
  const { stdout } = spawnSync(command!, args, { cwd: root, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 });
  const counts = stdout.toString().split("\n");
  const wanted = counts.reduce((sum, line) => sum + Number(line.split(":").at(-1) || 0), 0);
  if (total !== wanted) throw new Error(`${query}: ${total} instead of ${wanted}`);
}
