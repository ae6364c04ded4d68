/** At most so many at once; the rest wait for their turn, first come, first served. No two begin in the same turn of the event loop. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** Settles when the latest beginning has had its turn of the loop. */
  #begun: Promise<void> = Promise.resolve();

  constructor(permits: number) {
    this.#free = permits;
  }

  /** Resolves to the function that releases it. An aborted signal ends the waiting, not the need to release. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else if (!(await this.#wait(signal))) return () => {};
    // Beginning costs milliseconds (a schema, a thread, a process): ten at once would hold up a ping for all of them.
    const before = this.#begun;
    this.#begun = before.then(() => new Promise((resolve) => setImmediate(resolve)));
    await before;
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  /** False where the signal came first. */
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
