/**
 * Divides long computations into slices of a few milliseconds, so that pings, cancellations and other calls can be handled in
 * between.
 */
import type { Clock } from "./context.ts";

/** The length of a slice on threads that serve clients. In practice, a ping waits for two or three slices. */
const ANSWERING_MS = 2;
const STEPS = 64;

const REAL_CLOCK: Pick<Clock, "monotonic" | "sleep"> = {
  monotonic: () => performance.now(),
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};

export interface TimeSliceOptions {
  /** The approximate length of a slice. */
  ms?: number;
  /** The number of steps after which the time is checked. */
  steps?: number;
  clock?: Pick<Clock, "monotonic" | "sleep">;
  /** Checked after every pause. If it is aborted, its reason is thrown. */
  signal?: AbortSignal;
}

export class TimeSlice {
  readonly #ms: number;
  readonly #steps: number;
  readonly #clock: Pick<Clock, "monotonic" | "sleep">;
  readonly #signal: AbortSignal | undefined;
  #since: number;
  #taken = 0;

  constructor({ ms = ANSWERING_MS, steps = STEPS, clock = REAL_CLOCK, signal }: TimeSliceOptions = {}) {
    this.#ms = ms;
    this.#steps = steps;
    this.#clock = clock;
    this.#signal = signal;
    this.#since = clock.monotonic();
  }

  /** True when it is time to `pause`. */
  get over(): boolean {
    return this.#clock.monotonic() - this.#since >= this.#ms;
  }

  /** Called after each small step. If it returns a promise, the caller has to await it. */
  step(): Promise<void> | undefined {
    return ++this.#taken % this.#steps === 0 ? this.check() : undefined;
  }

  /** Called after a longer step. */
  check(): Promise<void> | undefined {
    return this.over ? this.pause() : undefined;
  }

  /** Lets other work run and then starts a new slice. */
  async pause(): Promise<void> {
    await this.#clock.sleep(0);
    this.#signal?.throwIfAborted();
    this.#since = this.#clock.monotonic();
  }
}
