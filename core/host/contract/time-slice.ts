/** Lets others have the thread while a long answer is made: a ping or a second call must not wait for ten thousand rows. */

/** A piece of work holds the thread no longer than this, as nearly as its steps allow; a ping may wait for two or three of them. */
const HOLD_MS = 2;
/** Steps between two looks at the clock. */
const STEP = 64;

export class Turns {
  private since = performance.now();
  private steps = 0;

  /** Call it after each small step, and await what it gives, if anything. */
  step(): Promise<void> | undefined {
    if (++this.steps % STEP !== 0) return undefined;
    return this.look();
  }

  /** The same after a step that is not small. */
  look(): Promise<void> | undefined {
    return performance.now() - this.since < HOLD_MS ? undefined : this.pass();
  }

  /** Where others held the thread for nobody knows how long. */
  pass(): Promise<void> {
    return new Promise((resolve) =>
      setImmediate(() => {
        this.since = performance.now();
        resolve();
      }),
    );
  }
}
