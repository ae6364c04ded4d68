/** Keeps the process of a reloaded plugin until its calls are answered. */
import type { Runner } from "../contract/runner.ts";

/** Maximum wait for calls in ms, after which the process is ended. */
const LONGEST_MS = 60_000;

export interface DrainableRunner extends Runner {
  /** Arranges for it to be closed after its calls. */
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
        // A later host removes leftover files.
        runner.close().catch(() => {});
      };
      const timer = setTimeout(closing, longestMs);
      timer.unref();
      ended = closing;
    },
  };
}
