/** Kills jig after increasing delays, a few dozen times. More with `JIG_CRASHES=1000 bun test test/soak/crash`. */
import { setTimeout as sleep } from "node:timers/promises";
import { startJig } from "../jig.ts";

const KILLS = Number(process.env.JIG_CRASHES ?? 8);
export const TIMEOUT = { timeout: 60_000 + KILLS * 5000 };

/** Kills after an increasing delay, so that some kills happen during a write. */
export async function killAfter(
  ms: number,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<void> {
  const child = startJig(args, options);
  const ended = new Promise((resolve) => child.on("close", resolve));
  await sleep(ms);
  child.kill("SIGKILL");
  await ended;
}

export const delays = Array.from({ length: KILLS }, (_, index) => Math.round(15 + (index * 160) / KILLS));
