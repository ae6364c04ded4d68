/** Processor time of one CLI call in a small tree, compared with ripgrep. */
import { scratch } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import { hasProcessorTimes, median, timeOfRun } from "./processor-time.ts";
import type { Bench } from "./row.ts";

const RUNS = 21;

const COMMANDS: readonly (readonly [words: readonly string[], bar: number, aim: number])[] = [
  [["grep", "needle"], 60, 40],
  [["cat", "f1.ts"], 60, 40],
  [["outline", "f1.ts"], 60, 40],
  [["refs", "needle1"], 60, 40],
];

const cliStart: Bench = async (jig) => {
  if (!hasProcessorTimes) {
    console.error("cli-start: skipped, this system has no /proc");
    return undefined;
  }
  const line = (_: unknown, at: number) => [`f${at}.ts`, `export const needle${at} = ${at}; // needle\n`];
  const root = scratch(Object.fromEntries(Array.from({ length: 5 }, line)));
  const measured = COMMANDS.map(() => ({ ours: [] as number[], theirs: [] as number[] }));
  for (let run = 0; run <= RUNS; run++) {
    for (const [index, [words]] of COMMANDS.entries()) {
      const ours = timeOfRun([jig, ...words], root);
      const theirs = timeOfRun([RG, "--no-config", "needle", "."], root);
      if (run === 0) continue; // The first run unpacks ripgrep and warms the file cache.
      measured[index]!.ours.push(ours);
      measured[index]!.theirs.push(theirs);
    }
  }
  return COMMANDS.map(([words, bar, aim], index) => ({
    what: `one-shot jig ${words[0]}, small tree, processor time`,
    ours: `${median(measured[index]!.ours).toFixed(1)} ms`,
    yardstick: `rg ${median(measured[index]!.theirs).toFixed(1)} ms`,
    value: median(measured[index]!.ours),
    unit: "ms",
    bar,
    aim,
    note: `median of ${RUNS}; bar and aim were set where rg takes 9 ms`,
  }));
};

export default cliStart;
