/** Implements the deadline of a call together with its cancellation. Everything in this plugin that waits uses this class. */
import { type Clock, JigError } from "../../../core/host/plugin-api.ts";

/** The result of `race` if the time is over. */
export const LATE = Symbol("late");

export class Deadline {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly #end: number;

  constructor(clock: Clock, ms: number, signal: AbortSignal) {
    this.clock = clock;
    this.signal = signal;
    this.#end = clock.monotonic() + ms;
  }

  /** Returns a shorter deadline for one step, which never ends after this one. */
  within(ms: number): Deadline {
    return new Deadline(this.clock, Math.min(ms, this.remaining), this.signal);
  }

  get remaining(): number {
    return Math.max(0, this.#end - this.clock.monotonic());
  }

  /** Sleeps until the deadline at most. Throws CANCELLED. */
  async sleep(ms: number): Promise<void> {
    this.throwIfCancelled();
    await this.clock.sleep(Math.min(ms, this.remaining), this.signal);
  }

  /** Returns the value of the promise, or LATE at the deadline. The promise itself is not stopped. Throws CANCELLED. */
  async race<Value>(promise: Promise<Value>): Promise<Value | typeof LATE> {
    this.throwIfCancelled();
    const over = new AbortController();
    const cancelled = Promise.withResolvers<never>();
    const cancel = () => cancelled.reject(cancellation());
    this.signal.addEventListener("abort", cancel, { once: true });
    const late = this.clock.sleep(this.remaining, over.signal).then(
      () => LATE,
      () => LATE,
    );
    try {
      return await Promise.race([promise, late as Promise<typeof LATE>, cancelled.promise]);
    } finally {
      this.signal.removeEventListener("abort", cancel);
      over.abort();
    }
  }

  throwIfCancelled(): void {
    if (this.signal.aborted) throw cancellation();
  }
}

function cancellation(): JigError {
  return new JigError("CANCELLED", "The call was cancelled", {
    hint: "A command that had reached the Editor may still run there",
  });
}
