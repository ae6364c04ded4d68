/** The index of `code`: processor time of a cold one against parsing the same files, ctags beside it. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { corpus, environment } from "../jig.ts";
import { hasProcessorTimes, median, timeOfRun } from "./processor-time.ts";
import type { BenchRow } from "./row.ts";

const ROUNDS = 5;
const REPOSITORIES = ["tokio", "gson"];

export default async function bench(jig: string): Promise<BenchRow[] | undefined> {
  const roots = REPOSITORIES.flatMap((name) => {
    const root = corpus(name);
    return root ? [{ name, root }] : [];
  });
  if (roots.length === 0 || !hasProcessorTimes) {
    console.error("code-index: needs tokio or gson in JIG_CORPUS, and Linux");
    return undefined;
  }
  return roots.map(({ name, root }) => measure(jig, name, root));
}

function measure(jig: string, name: string, root: string): BenchRow {
  const question = ["call", "code_symbol_find", "--root", root, "--input", '{"name":"main"}'];
  const parse = [process.execPath, join(import.meta.dirname, "parse-alone.ts"), root];
  const ctags = ["ctags", "-R", "-f", "/dev/null", "."];
  const cache = join(environment().XDG_CACHE_HOME ?? "", "jig/v1/code");
  const [ours, alone, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= ROUNDS; round++) {
    rmSync(cache, { recursive: true, force: true });
    const times = [timeOfRun([jig, ...question], root), timeOfRun(parse, root)];
    if (round === 0) continue;
    ours.push(times[0]!);
    alone.push(times[1]!);
    if (spawnSync("ctags", ["--version"]).error === undefined) theirs.push(timeOfRun(ctags, root));
  }
  const milliseconds = (values: number[]) => `${Math.round(median(values))} ms`;
  return {
    what: `code cold index, ${name}, processor time, spawn to answer`,
    ours: milliseconds(ours),
    yardstick: `parsing ${milliseconds(alone)}`,
    value: median(ours) / median(alone),
    unit: "× parsing",
    bar: 1.3,
    aim: 1.1,
    ...(theirs.length > 0 ? { note: `ctags ${milliseconds(theirs)}` } : {}),
  };
}
