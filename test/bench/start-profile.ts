/**
 * Profiles one-shot calls: processor time by thread, plus child processes. `bun test/bench/start-profile.ts ROOT TOOL
 * '{"JSON":"input"}' [FOLDER]` prints the mean of five calls, each without FOLDER below the cache (`csharp`). Linux only.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, JIG } from "../jig.ts";

const ROUNDS = 5;
/** The clock tick of /proc/pid/stat in ms, and the index of the times of child processes after the name. */
const [TICK_MS, ENDED] = [10, 13];

const [root = ".", tool = "list_files", input = "{}", folder = "csharp"] = process.argv.slice(2);
const cache = mkdtempSync(join(tmpdir(), "jig-start-profile-"));
const sums = new Map<string, number>();

function read(pid: number, times: Map<string, [name: string, ms: number]>): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const path = `/proc/${pid}/task/${thread}`;
      const ms = Number(readFileSync(`${path}/schedstat`, "utf8").split(" ")[0]) / 1e6;
      const name = Number(thread) === pid ? "main thread" : readFileSync(`${path}/comm`, "utf8").trim();
      times.set(thread, [name, ms]);
    }
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    times.set("ended", ["programs that ended", (Number(fields[ENDED]) + Number(fields[ENDED + 1])) * TICK_MS]);
  } catch {
    // It ended while we were reading.
  }
}

async function profile(isCounted: boolean): Promise<void> {
  rmSync(join(cache, "jig/v1", folder), { recursive: true, force: true });
  const env = environment({ XDG_CACHE_HOME: cache });
  const child = spawn(JIG, ["call", tool, "--root", root, "--input", input], { cwd: root, env, stdio: "ignore" });
  let isRunning = true;
  child.once("exit", () => {
    isRunning = false;
  });
  const times = new Map<string, [name: string, ms: number]>();
  while (isRunning) {
    if (child.pid !== undefined) read(child.pid, times);
    await Bun.sleep(2);
  }
  if (isCounted) for (const [name, ms] of times.values()) sums.set(name, (sums.get(name) ?? 0) + ms);
}

try {
  for (let round = 0; round <= ROUNDS; round++) await profile(round > 0);
} finally {
  rmSync(cache, { recursive: true, force: true });
}
console.log(`${tool} ${input}: ms a call, mean of ${ROUNDS}`);
for (const [name, ms] of sums) if (ms >= ROUNDS) console.log(`  ${name.padEnd(22)} ${(ms / ROUNDS).toFixed(0)}`);
