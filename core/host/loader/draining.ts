/** Keeps a reloaded plugin's old process around until its calls are answered. */
import type { Runner } from "../contract/runner.ts";

/** Do not wait for calls any longer than this (ms). */
const LONGEST_MS = 60_000;

export interface DrainableRunner extends Runner {
  /** Close it after its last call. */
  drain(): Promise<void>;
}

export function drainable(runner: Runner, longestMs = LONGEST_MS): DrainableRunner {
  let calls = 0;
  let ended: (() => void) | undefined;
  return {
    ...runner,
    async call(...args) {
      calls++;
      try {
        return await runner.call(...args);
      } finally {
        calls--;
        if (calls === 0) ended?.();
      }
    },
    async drain() {
      if (calls === 0) return await runner.close();
      const closing = () => {
        clearTimeout(timer);
        ended = undefined;
        // leftover files will be removed by a later host
        runner.close().catch(() => {});
      };
      const timer = setTimeout(closing, longestMs);
      timer.unref();
      ended = closing;
    },
  };
}
