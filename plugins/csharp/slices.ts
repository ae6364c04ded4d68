/** Long work in slices: others have the thread in between, and a cancel is noticed. */
import type { Clock } from "../../core/host/plugin-api.ts";

/** How long a slice takes, as nearly as its steps allow: where clients are answered, and on a thread of our own. */
const ANSWERING_MS = 2;
const WORKING_MS = 40;
/** Quick steps between two looks at the clock. */
const QUICK_STEPS = 128;

export class Slices {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #ms: number;
  #since: number;

  constructor({ clock, signal }: { clock: Clock; signal?: AbortSignal }, where: "answering" | "working") {
    this.#clock = clock;
    this.#signal = signal;
    this.#ms = where === "answering" ? ANSWERING_MS : WORKING_MS;
    this.#since = clock.monotonic();
  }

  /** The items with their indices, some at a time. */
  async *parts<Item>(items: readonly Item[]): AsyncGenerator<[number, Item][]> {
    for (let at = 0; at < items.length; at += QUICK_STEPS) {
      await this.step();
      yield items.slice(at, at + QUICK_STEPS).map((item, index) => [at + index, item]);
    }
  }

  async step(): Promise<void> {
    if (this.#clock.monotonic() - this.#since < this.#ms) return;
    await this.#clock.sleep(0);
    this.#signal?.throwIfAborted();
    this.#since = this.#clock.monotonic();
  }
}
