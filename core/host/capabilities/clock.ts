/** The clock capability. */
import type { Clock } from "../context.ts";
import { JigError } from "../errors.ts";

export function createClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((settle, fail) => {
        const timer = setTimeout(() => {
          signal?.removeEventListener("abort", cancelled);
          settle();
        }, ms);
        const cancelled = () => {
          clearTimeout(timer);
          fail(new JigError("CANCELLED", "The wait was cancelled"));
        };
        if (signal?.aborted) cancelled();
        else signal?.addEventListener("abort", cancelled, { once: true });
      }),
  };
}
