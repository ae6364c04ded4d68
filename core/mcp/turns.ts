/** At most so many at once; the rest wait for their turn, first come, first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves when it is one's turn, to what ends it. An aborted signal ends the waiting, not the need to end the turn. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else if (!(await this.#wait(signal))) return () => {};
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
