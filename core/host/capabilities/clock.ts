/** Implements `clock`. */
import type { Clock } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";

export function createClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((settle, fail) => {
        const done = () => {
          signal?.removeEventListener("abort", cancelled);
          settle();
        };
        // Even for 0, setTimeout takes a millisecond, so an immediate is used just to yield.
        const immediate = ms <= 0 ? setImmediate(done) : undefined;
        const timer = immediate ? undefined : setTimeout(done, ms);
        const cancelled = () => {
          clearTimeout(timer);
          if (immediate) clearImmediate(immediate);
          fail(new JigError("CANCELLED", "The wait was cancelled"));
        };
        if (signal?.aborted) cancelled();
        else signal?.addEventListener("abort", cancelled, { once: true });
      }),
  };
}
