/** How long it takes to kill a memory or disk bomb with all of its processes, measured from outside via /proc. */
import { readFileSync } from "node:fs";
import { listNames } from "../../core/host/runtime/list-names.ts";
import { holdingsOf, proportionalBytes } from "../../core/host/sandbox/process-holdings.ts";
import { scratch, startJig } from "../jig.ts";
import { BOMBS, bombPlugin, MEMORY_MB, STORAGE_MB } from "../plugins/bombs.ts";
import type { Bench, BenchRow } from "./row.ts";

const RUNS = 20;
const POLL_MS = 2;
const MEGABYTE = 1024 * 1024;
const MEASURED = [
  "heap",
  "heap of a process that ignores signals",
  "shared memory that was released",
  "an unlinked file",
  "many small processes",
  "orphans in their own sessions",
  "buffers of sockets",
] as const satisfies (keyof typeof BOMBS)[];

const textOf = (path: string) => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
};
const isGone = (pid: number) => /^(?:|\d+ \(.*\) [ZX] .*)$/s.test(textOf(`/proc/${pid}/stat`));

/** A sparse file, which takes no disk space. */
const bombs = () =>
  listNames("/proc")
    .map(Number)
    .filter((pid) => pid && textOf(`/proc/${pid}/cmdline`).endsWith("python3\0bomb.py\0") && !isGone(pid));

/** Memory shared between forked processes counts once. */
function isOver(pids: readonly number[]): boolean {
  const { memoryBytes, unlinkedBytes } = holdingsOf(pids);
  if (unlinkedBytes > STORAGE_MB * MEGABYTE) return true;
  const limit = MEMORY_MB * MEGABYTE;
  return memoryBytes > limit && (pids.length === 1 || proportionalBytes(pids) > limit);
}

async function overshootMs(kind: (typeof MEASURED)[number]): Promise<number> {
  const folder = bombPlugin(BOMBS[kind]);
  const cwd = scratch();
  const child = startJig(["call", "bomb", "--plugins", folder], { cwd, env: { PATH: "/usr/bin:/bin" } });
  const ended = new Promise((settle) => child.once("close", settle));
  let over: number | undefined;
  let gone: number | undefined;
  let isDone = false;
  void ended.then(() => {
    isDone = true;
  });
  while (!isDone && gone === undefined) {
    const pids = bombs();
    const now = performance.now();
    if (over === undefined && isOver(pids)) over = now;
    if (over !== undefined && pids.length === 0) gone = now;
    await new Promise((settle) => setTimeout(settle, POLL_MS));
  }
  await ended;
  return over === undefined ? 0 : (gone ?? performance.now()) - over;
}

const bench: Bench = async () => {
  if (process.platform !== "linux") return undefined;
  const rows: BenchRow[] = [];
  for (const kind of MEASURED) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await overshootMs(kind));
    times.sort((a, b) => a - b);
    const longest = times[RUNS - 1]!;
    rows.push({
      what: `bomb: ${kind}: gone after its limit`,
      ours: `at most ${longest.toFixed(0)} ms of ${RUNS} runs`,
      yardstick: `median ${times[RUNS >> 1]!.toFixed(0)} ms`,
      value: longest,
      unit: "ms",
      bar: 300,
      aim: 100,
    });
  }
  return rows;
};

export default bench;
