/** The same searches with all cores busy, as during a Unity import. */
import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { corpus } from "../jig.ts";
import type { BenchRow } from "./row.ts";
import { totalWallRow } from "./search-total.bench.ts";

const SETTLE_MS = 500;

export default async function bench(jig: string): Promise<BenchRow[] | undefined> {
  const root = corpus("UnityCsReference");
  if (!root) {
    console.error("search-busy: skipped, UnityCsReference is not in JIG_CORPUS");
    return undefined;
  }
  const neighbours = Array.from({ length: availableParallelism() }, busy);
  try {
    await sleep(SETTLE_MS);
    const row = await totalWallRow(
      jig,
      `total_only over MCP, warm, 8k files, ${neighbours.length} busy neighbours`,
      root,
    );
    return [{ ...row, bar: 1.5, aim: 1.2, note: `rg beside the same neighbours; ${row.note}` }];
  } finally {
    for (const neighbour of neighbours) neighbour.kill("SIGKILL");
  }
}

/** In our own session, so that the scheduler treats it like the search threads. */
function busy(): ChildProcess {
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}
