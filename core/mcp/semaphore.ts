/** Limits concurrency. */
import process from "node:process";

/** For calls that start in the same tick. */
const BEGIN_MS = 4;

/** FIFO semaphore. Also spreads out the starts: within one tick, they may take a few milliseconds. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** Settles once the last one has started. */
  #begun: Promise<void> = Promise.resolve();
  /** Start of the current tick. */
  #turn = 0;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Returns a release function. Aborting the signal stops the wait, but you still have to release. */
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
   * Starting a call can take milliseconds (schema, thread, process), so starting many at once would delay a ping. But one per tick
   * is too slow on a busy server, where ticks are long. Hence the time budget.
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

  /** False if the signal was aborted first. */
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
