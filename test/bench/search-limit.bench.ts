/** `search_content` with a small `limit`: cost of the rows on top of counting, on the main thread and in total. */
import { corpus } from "../jig.ts";
import { hasProcessorTimes, median, timeOfMainThread, timeOfRun, timeOfServer } from "./processor-time.ts";
import type { Bench } from "./row.ts";
import { countCommand, withServer } from "./search-total.bench.ts";

/** Each has nearly 200,000 matches in UnityCsReference. */
const QUERIES = ["public|never", "int|never", "return|never", "static|never"];
const ROUNDS = 5;
const LIMIT = 100;

const searchLimit: Bench = async (jig) => {
  const root = corpus("UnityCsReference");
  if (!root || !hasProcessorTimes) {
    console.error("search-limit: skipped, UnityCsReference is not in JIG_CORPUS or this system has no /proc");
    return undefined;
  }
  const beyond: number[] = [];
  const ratios: number[] = [];
  const whole: number[] = [];
  const counted: number[] = [];
  let matches = 0;
  await withServer(jig, root, async (server) => {
    for (let round = 0; round <= ROUNDS; round++) {
      const [main, all] = [
        [0, 0],
        [0, 0],
      ] as [number[], number[]];
      let theirs = 0;
      for (const query of QUERIES.map((word) => `${word}${round}there`)) {
        for (const [index, form] of [{ total_only: true }, { limit: LIMIT }].entries()) {
          const before = [timeOfMainThread(server.pid), timeOfServer(server.pid)];
          const text = await server.text("search_content", { query: index ? `${query}s` : query, ...form });
          if (index) matches = Math.max(matches, JSON.parse(text).total_matches);
          main[index]! += timeOfMainThread(server.pid) - before[0]!;
          all[index]! += timeOfServer(server.pid) - before[1]!;
        }
        theirs += timeOfRun(countCommand(query), root);
      }
      if (round === 0) continue;
      beyond.push((main[1]! - main[0]!) / QUERIES.length);
      ratios.push(all[1]! / theirs);
      whole.push(all[1]! / QUERIES.length);
      counted.push(theirs / QUERIES.length);
    }
  });
  const note = `mean of ${QUERIES.length} queries, median of ${ROUNDS} rounds`;
  const what = `limit ${LIMIT} of up to ${matches.toLocaleString("en")} matches`;
  return [
    {
      what: `${what}: main thread, beyond total_only`,
      ours: `${median(beyond).toFixed(1)} ms`,
      yardstick: "total_only",
      value: median(beyond),
      unit: "ms",
      bar: 60,
      aim: 30,
      note,
    },
    {
      what: `${what}: whole, processor time`,
      ours: `${median(whole).toFixed(0)} ms`,
      yardstick: `rg --count-matches ${median(counted).toFixed(0)} ms`,
      value: median(ratios),
      unit: "× rg",
      bar: 1.15,
      aim: 1,
      note,
    },
  ];
};

export default searchLimit;
