/** Who runs when, of many that want to. */
import process from "node:process";

/** For what begins in one turn of the event loop. */
const BEGIN_MS = 4;

/** At most so many at once; the rest wait, first come, first served. Those that begin in one turn of the event loop take a few milliseconds. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** Settles when the latest has begun. */
  #begun: Promise<void> = Promise.resolve();
  /** When the current turn of the loop began. */
  #turn = 0;

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Resolves to the function that releases it. An aborted signal ends the waiting, not the need to release. */
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
   * Beginning can cost milliseconds (a schema, a thread, a process): many at once would hold up a ping. On a server whose turns are long,
   * one a turn would hold up all calls. A tick comes after all that follows from the latest at once.
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

  /** False if the signal came first. */
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
