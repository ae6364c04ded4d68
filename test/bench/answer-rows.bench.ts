/** Answers with 1,000, 10,000 and 100,000 rows: constant cost per row, and the thread is never blocked for long. */
import { readFileSync } from "node:fs";
import type { Json, JsonObject } from "../../core/host/frontend-api.ts";
import { createTestHost } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { scratch } from "../jig.ts";
import type { Bench } from "./row.ts";

const SIZES = [1_000, 10_000, 100_000];
const RUNS = 5;
/** A frontend's default budget. */
const ROOM = { maxChars: 40_000 };

/** Processor time in ms, which other processes don't affect. On Linux it also excludes our other threads (GC, JIT). */
function processorTime(): number {
  if (process.platform === "linux") {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Duration in ms, and the longest time without a timer running. */
async function timed(work: () => Promise<unknown>): Promise<{ took: number; longest: number }> {
  let longest = 0;
  let last = processorTime();
  const started = last;
  const timer = setInterval(() => {
    const now = processorTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  const took = processorTime() - started;
  // Yield, as nothing may have done so.
  await new Promise((settle) => setTimeout(settle, 2));
  clearInterval(timer);
  return { took, longest };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const answerRows: Bench = async () => {
  const root = scratch({ "one.txt": "a line that says needle once\n".repeat(1000) });
  const host = await createTestHost({ builtIns: BUILT_INS, roots: [root] });
  try {
    const perRow: number[] = [];
    let longest = 0;
    const input = { query: "needle", max_count: 1000 };
    const { value } = (await host.invoke("search_content", input)) as { value: { results: Json[] } & JsonObject };
    for (const size of SIZES) {
      const rows = Array.from({ length: size / 1000 }, () => value.results).flat();
      const outcome = { value: { ...value, results: rows, total_matches: size } };
      const times: number[] = [];
      for (const as of ["json", "toon", "text"] as const) {
        const turns: number[] = [];
        for (let run = 0; run < RUNS; run++) {
          const time = await timed(() => host.present("search_content", outcome, input, { ...ROOM, as }));
          times.push(time.took);
          turns.push(time.longest);
        }
        longest = Math.max(longest, median(turns));
      }
      perRow.push((median(times) / size) * 1000);
    }
    const [first, , last] = perRow as [number, number, number];
    return [
      {
        what: "presenting 100,000 rows: time per row, compared with 1,000 rows",
        ours: `${perRow.map((cost) => cost.toFixed(1)).join(" · ")} µs per row`,
        yardstick: "1,000 · 10,000 · 100,000 rows",
        value: last / first,
        unit: "×",
        bar: 1.5,
        aim: 1,
        note: "json, toon and text, cut to 40,000 characters and kept whole; a ratio above 1 would be more than linear",
      },
      {
        what: "longest turn of the event loop while presenting them",
        ours: `${longest.toFixed(1)} ms`,
        yardstick: "none",
        value: longest,
        unit: "ms",
        bar: 25,
        aim: 10,
        note: "processor time of the main thread; the median of five runs, since now and then a full collection takes 20 to 70 ms",
      },
    ];
  } finally {
    await host.close();
  }
};

export default answerRows;
