/** The explorer with 10,000 rows: latency of a single keypress, and idle cost. */
import { readFileSync } from "node:fs";
import { openTool, withTerminal } from "../explorer/open-tool.ts";
import { type ExplorerTerminal, NO_PTY } from "../explorer/terminal.ts";
import type { Bench, BenchRow } from "./row.ts";

/** Pause between keys in ms, so that they're single presses. */
const REST = 200;
const KEYS = ["down", "pagedown", "up", "pagedown", "down", "pageup"];
const PRESSES = 60;
const REST_SECONDS = 5;
const IDLE_SECONDS = 10;

const explorerKeys: Bench = async () => {
  if (NO_PTY) {
    process.stderr.write(`explorer-keys: ${NO_PTY}\n`);
    return undefined;
  }
  const rows: BenchRow[] = [];
  await withTerminal({ columns: 120, rows: 40 }, async (terminal) => {
    await openTool(terminal, "Plum heap");
    await terminal.press("ctrl+r");
    await terminal.shows("10,000 rows");
    await terminal.rests(500);
    const times: number[] = [];
    const sizes: number[] = [];
    for (let index = 0; index < PRESSES; index++) {
      await Bun.sleep(REST);
      const before = terminal.output.length;
      const time = await terminal.frameAfter(KEYS[index % KEYS.length]!);
      await terminal.rests(40);
      sizes.push(Buffer.byteLength(terminal.output.slice(before)));
      if (time !== undefined) times.push(time);
    }
    sizes.sort((a, b) => a - b);
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)]!;
    rows.push({
      what: "explorer: keypress to frame, 10,000 rows",
      ours: `${median.toFixed(1)} ms`,
      yardstick: "one frame at 60 Hz, 16 ms",
      value: median,
      unit: "ms",
      bar: 8,
      aim: 4,
      note: `best ${times[0]!.toFixed(1)} ms, 90 % within ${times[Math.floor(times.length * 0.9)]!.toFixed(1)} ms`,
    });
    const bytes = sizes[Math.floor(sizes.length / 2)]!;
    rows.push({
      what: "explorer: bytes to the terminal per keypress, 10,000 rows",
      ours: `${bytes} bytes`,
      yardstick: "a screen of 120×40, 4,800 cells",
      value: bytes,
      unit: "bytes",
      bar: 2048,
      aim: 512,
      note: `at most ${sizes.at(-1)}`,
    });
    // Let garbage from the keypresses be collected first.
    await Bun.sleep(REST_SECONDS * 1000);
    const idle = await idleShare(terminal);
    if (idle !== undefined) {
      rows.push({
        what: "explorer: CPU when idle",
        ours: `${idle.toFixed(2)} %`,
        yardstick: "one core",
        value: idle,
        unit: "%",
        bar: 1,
        aim: 0.3,
      });
    }
  });
  return rows;
};

export default explorerKeys;

/** Share of one core over a few seconds. Undefined without /proc. */
async function idleShare({ pid }: ExplorerTerminal): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  // User and system time in ticks of 10 ms.
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await Bun.sleep(IDLE_SECONDS * 1000);
  return ((ticks() - before) * 10) / (IDLE_SECONDS * 10);
}
