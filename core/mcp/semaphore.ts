/** Limits how many calls run at the same time. */
import process from "node:process";

/** Used for calls that start in the same tick. */
const BEGIN_MS = 4;

/**
 * A semaphore with a first-in first-out order. It also distributes the starts, which may take a few milliseconds within one
 * tick.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** Settles when the last one has started. */
  #begun: Promise<void> = Promise.resolve();
  /** The start of the current tick. */
  #turn = 0;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Returns a function that releases it. Aborting the signal ends the wait, but the release is still necessary. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else if (!(await this.#wait(signal))) return () => {};
    const before = this.#begun;
    this.#begun = before.then(() => this.#hasBegun());
    await before;
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  /**
   * Starting a call can take milliseconds (schema, thread, process), so many starts at once would delay a ping. But one per
   * tick is too slow on a busy server with long ticks, so there is a limit on the time.
   */
  #hasBegun(): Promise<void> {
    return new Promise((resolve) =>
      process.nextTick(() => {
        if (performance.now() - this.#turn < BEGIN_MS) return resolve();
        setImmediate(() => {
          this.#turn = performance.now();
          resolve();
        });
      }),
    );
  }

  /** Returns false if the signal was aborted first. */
  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const mine = () => {
        signal.removeEventListener("abort", leave);
        resolve(true);
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1);
        resolve(false);
      };
      this.#waiting.push(mine);
      signal.addEventListener("abort", leave, { once: true });
    });
  }
}
