/** Splits long work into slices of a few milliseconds, so that pings, cancellations and other calls don't have to wait for it. */
import type { Clock } from "./context.ts";

/** Slice length on a thread that serves clients. A ping may have to wait for two or three slices. */
const ANSWERING_MS = 2;
const STEPS = 64;

const REAL_CLOCK: Pick<Clock, "monotonic" | "sleep"> = {
  monotonic: () => performance.now(),
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};

export interface TimeSliceOptions {
  /** Approximate length of a slice. */
  ms?: number;
  /** The number of steps between clock readings. */
  steps?: number;
  clock?: Pick<Clock, "monotonic" | "sleep">;
  /** Checked after each pause. Throws the signal's reason. */
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

  /** Call this after every small step, and await the result if it is a promise. */
  step(): Promise<void> | undefined {
    return ++this.#taken % this.#steps === 0 ? this.check() : undefined;
  }

  /** Call this after a longer step. */
  check(): Promise<void> | undefined {
    return this.over ? this.pause() : undefined;
  }

  /** Lets other work run before the next slice begins. */
  async pause(): Promise<void> {
    await this.#clock.sleep(0);
    this.#signal?.throwIfAborted();
    this.#since = this.#clock.monotonic();
  }
}
