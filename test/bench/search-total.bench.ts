/** `search_content` total over MCP, warm, on 8,000 files, against ripgrep's own wall time for the same query. */
import { spawnSync } from "node:child_process";
import { corpus } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import { openSession } from "../search/session.ts";
import type { BenchRow } from "./row.ts";

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

export default async function bench(): Promise<BenchRow[] | undefined> {
  const root = corpus("UnityCsReference");
  if (!root) {
    console.error("search-total: skipped, UnityCsReference is not in JIG_CORPUS");
    return undefined;
  }
  return [await totalRow("total_only over MCP, warm, 8k files", root)];
}

/** Each question is asked once: a round adds an alternative that matches nothing more, so no answer was asked before. */
export async function totalRow(what: string, root: string): Promise<BenchRow> {
  const session = await openSession(root);
  const best = WORDS.map(() => ({ ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY }));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, word] of WORDS.entries()) {
      const query = `${word}|never${round}there`;
      const first = performance.now();
      const total = await session.call("search_content", { query, total_only: true });
      const second = performance.now();
      const args = ["--no-config", "--count-matches", "--smart-case", `--regexp=${query}`, "--", root];
      const { stdout } = spawnSync(RG, args, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 });
      const third = performance.now();
      const counts = stdout.toString().split("\n");
      const wanted = counts.reduce((sum, line) => sum + Number(line.split(":").at(-1) || 0), 0);
      if (total !== wanted) throw new Error(`${query}: ${JSON.stringify(total)} instead of ${wanted}`);
      // The first round warms the file cache and both programs.
      if (round === 0) continue;
      best[index]!.ours = Math.min(best[index]!.ours, second - first);
      best[index]!.theirs = Math.min(best[index]!.theirs, third - second);
    }
  }
  await session.close();
  return {
    what,
    ours: `${median(best.map(({ ours }) => ours)).toFixed(0)} ms`,
    yardstick: `rg ${median(best.map(({ theirs }) => theirs)).toFixed(0)} ms`,
    value: median(best.map(({ ours, theirs }) => ours / theirs)),
    unit: "× rg",
    bar: 1.15,
    aim: 1,
    note: `median over ${WORDS.length} queries, each the best of ${ROUNDS}`,
  };
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
