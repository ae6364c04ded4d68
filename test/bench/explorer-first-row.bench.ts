/**
 * Time to the first correct row in the explorer, compared with `rg --files | fzf`. Alternating runs in jig's own sources: from
 * program start, and from typing.
 */
import { spawnSync } from "node:child_process";
import { ExplorerTerminal, NO_PTY } from "../explorer/terminal.ts";
import { TOP } from "../jig.ts";
import type { Bench, BenchRow } from "./row.ts";

const ROUNDS = 7;
/** A query, and the file both should find first. */
const ASKED = "walkentries";
const FOUND = "walk-entries.ts";
const SIZE = { columns: 120, rows: 40, root: TOP, args: [] };
const FZF = ["sh", "-c", "rg --files | fzf"];

const firstRow: Bench = async () => {
  const missing = ["rg", "fzf"].find((name) => spawnSync(name, ["--version"]).error);
  if (NO_PTY || missing !== undefined) {
    process.stderr.write(`explorer-first-row: ${NO_PTY || `${missing} is not installed`}\n`);
    return undefined;
  }
  const times: Record<"jig" | "fzf", { start: number[]; word: number[] }> = {
    jig: { start: [], word: [] },
    fzf: { start: [], word: [] },
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ["jig", "fzf"] as const) {
      const command = name === "fzf" ? { command: FZF } : {};
      times[name].start.push(await timed(command, true));
      times[name].word.push(await timed(command, false));
    }
  }
  const row = (of: "start" | "word", what: string): BenchRow => {
    const [ours, theirs] = [Math.min(...times.jig[of]), Math.min(...times.fzf[of])];
    return {
      what: `explorer: first row of the home, ${what}`,
      ours: `${Math.round(ours)} ms`,
      yardstick: `rg --files | fzf ${Math.round(theirs)} ms`,
      value: ours / theirs,
      unit: "×",
      bar: 1.2,
      aim: 1,
      note: `the best of ${ROUNDS} alternating runs`,
    };
  };
  return [row("start", "from the start"), row("word", "from the word")];
};

/** Ms until the row is on screen. With `ahead`, typing happens before startup and counts from the start of the program. */
async function timed(options: { command?: string[] }, ahead: boolean): Promise<number> {
  let from = performance.now();
  const terminal = new ExplorerTerminal({ ...SIZE, ...options });
  try {
    if (!ahead) {
      await terminal.until((screen) => /Where you are[\s\S]*\.ts|\d+\/\d+/.test(screen), 30_000, "a prompt");
      await terminal.rests(300);
      from = performance.now();
    }
    // Don't include the pause.
    void terminal.press(ASKED);
    while (!terminal.screen().includes(FOUND)) {
      if (performance.now() - from > 30_000) throw new Error(`no row after 30 s:\n${terminal.screen()}`);
      await Bun.sleep(1);
    }
    return performance.now() - from;
  } finally {
    await terminal.close();
  }
}

export default firstRow;
