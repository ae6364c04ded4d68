/** One line of the benchmark table: a figure of ours as a ratio to a yardstick measured in the same run. */
export interface BenchRow {
  what: string;
  /** Ours and the yardstick, medians, with units: `41 ms`, `ctags 2.1 s`. */
  ours: string;
  yardstick: string;
  /** The ratio or the value that bar and aim speak of. */
  value: number;
  unit: string;
  bar: number;
  aim: number;
  note?: string;
}

/** A file `test/bench/<name>.bench.ts` exports one as default. `undefined` where its corpus is absent (and says so on stderr). */
export type Bench = (jig: string) => Promise<BenchRow[] | undefined>;
