/** Keeps the old process of a reloaded plugin until its calls are answered. */
import type { Runner } from "../contract/runner.ts";

/** We wait for calls this many milliseconds at most. */
const LONGEST_MS = 60_000;

export interface DrainableRunner extends Runner {
  /** Closes the runner after its last call. */
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
        // A later host will remove files that are left.
        runner.close().catch(() => {});
      };
      const timer = setTimeout(closing, longestMs);
      timer.unref();
      ended = closing;
    },
  };
}
