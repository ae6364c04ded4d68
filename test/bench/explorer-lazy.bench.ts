/** Startup cost of the explorer if you don't use it: `jig --version` compared with a binary without the explorer. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "../../build/compile.ts";
import { environment } from "../jig.ts";
import type { Bench } from "./row.ts";

const RUNS = 31;

const explorerLazy: Bench = async (jig) => {
  const folder = mkdtempSync(join(tmpdir(), "jig-without-"));
  const without = join(folder, "jig");
  await compile({ outfile: without, without: ["./tui/mod.ts"] });
  const times: Record<string, number[]> = { [jig]: [], [without]: [] };
  for (let run = 0; run < RUNS; run++) {
    for (const binary of [jig, without]) {
      const start = performance.now();
      spawnSync(binary, ["--version"], { env: environment() });
      // The first run warms the file cache.
      if (run > 0) times[binary]!.push(performance.now() - start);
    }
  }
  rmSync(folder, { recursive: true });
  // Use the fastest quarter, as the rest mostly shows other load on the machine.
  const [ours, bare] = [jig, without].map((binary) => times[binary]!.sort((a, b) => a - b)[RUNS >> 2]!);
  return [
    {
      what: "explorer: start of jig --version, with and without it",
      ours: `${ours!.toFixed(1)} ms`,
      yardstick: `without ${bare!.toFixed(1)} ms`,
      value: ours! / bare!,
      unit: "×",
      bar: 1.1,
      aim: 1,
    },
  ];
};

export default explorerLazy;
