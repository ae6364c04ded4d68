/** A clock that only moves when told to. */
import { type Clock, JigError } from "../../../core/host/plugin-api.ts";

export class ManualClock implements Clock {
  /** Requested sleep durations in ms. */
  readonly sleeps: number[] = [];
  #elapsed = 5_000;
  #sleeping: { until: number; wake(): void }[] = [];

  now(): number {
    return 1_795_204_267_906 + this.#elapsed - 5_000;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  /** Number of active sleeps. */
  get sleeping(): number {
    return this.#sleeping.length;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    return new Promise((wake, fail) => {
      const sleeper = { until: this.#elapsed + ms, wake };
      const cancel = () => {
        this.#sleeping = this.#sleeping.filter((each) => each !== sleeper);
        fail(new JigError("CANCELLED", "The wait was cancelled"));
      };
      this.#sleeping.push(sleeper);
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel, { once: true });
      if (ms <= 0) this.advance(0);
    });
  }

  advance(ms: number): void {
    this.#elapsed += ms;
    const awake = this.#sleeping.filter(({ until }) => until <= this.#elapsed);
    this.#sleeping = this.#sleeping.filter((each) => !awake.includes(each));
    for (const { wake } of awake) wake();
  }
}
