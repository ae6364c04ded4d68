/** Splits long work into slices of a few milliseconds: a ping, a cancel or a second call must not wait for ten thousand rows. */

/** On a thread that answers clients; a ping may wait for two or three slices. */
const ANSWERING_MS = 2;
/** Small steps between two readings of the clock. */
const STEPS = 64;

export interface TimeSliceOptions {
  /** Length of a slice, as nearly as the steps allow. */
  ms?: number;
  /** Checked after each pause, which throws its reason. */
  signal?: AbortSignal;
}

export class TimeSlice {
  readonly #ms: number;
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();
  #steps = 0;

  constructor({ ms = ANSWERING_MS, signal }: TimeSliceOptions = {}) {
    this.#ms = ms;
    this.#signal = signal;
  }

  /** True when it is time to `pause`. */
  get over(): boolean {
    return performance.now() - this.#since >= this.#ms;
  }

  /** Call it after each small step, and await what it returns, if anything. */
  step(): Promise<void> | undefined {
    return ++this.#steps % STEPS === 0 ? this.check() : undefined;
  }

  /** The same after a step that is not small. */
  check(): Promise<void> | undefined {
    return this.over ? this.pause() : undefined;
  }

  /** Lets other work run, then begins the next slice. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
