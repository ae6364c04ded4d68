/** A row of the benchmark table: our result relative to a baseline from the same run. */
export interface BenchRow {
  what: string;
  /** Medians with units: `41 ms`, `ctags 2.1 s`. */
  ours: string;
  yardstick: string;
  /** Ratio or value that target and limit refer to. */
  value: number;
  unit: string;
  bar: number;
  aim: number;
  note?: string;
}

/** Default export of `test/bench/<name>.bench.ts`. Returns undefined (and prints a message) without its corpus. */
export type Bench = (jig: string) => Promise<BenchRow[] | undefined>;
