/** Lets others have the main thread while an answer is made: a ping, a cancel or a second call must not wait for ten thousand rows. */
import type { Clock } from "../../../core/host/plugin-api.ts";

/** A piece of work holds the thread no longer than this, as nearly as its steps allow. */
const HOLD_MS = 3;

export class Turns {
  private readonly clock: Pick<Clock, "monotonic" | "sleep">;
  private since: number;

  constructor(clock: Pick<Clock, "monotonic" | "sleep">) {
    this.clock = clock;
    this.since = clock.monotonic();
  }

  /** True when it is time to `pass`. */
  get over(): boolean {
    return this.clock.monotonic() - this.since >= HOLD_MS;
  }

  /** Gives the turn to others, and begins a new one. */
  async pass(): Promise<void> {
    await this.clock.sleep(0);
    this.since = this.clock.monotonic();
  }
}

/** Items between two looks at the clock. */
const STEP = 256;

/** `make` of each item, in turns. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  turns: Turns,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at++) {
    if (at % STEP === STEP - 1 && turns.over) await turns.pass();
    made.push(make(items[at]!, at));
  }
  return made;
}

/** A sorted copy, by the UTF-16 units of `key`: the same in every locale. Short runs are sorted, then merged, in turns. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  turns: Turns,
  key: (item: Item) => string,
): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += STEP) {
    if (turns.over) await turns.pass();
    runs.push(items.slice(at, at + STEP).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at]!, runs[at + 1] ?? [], turns, key));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(left: Item[], right: Item[], turns: Turns, key: (item: Item) => string): Promise<Item[]> {
  const merged: Item[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    if (merged.length % STEP === 0 && turns.over) await turns.pass();
    merged.push(key(right[r]!) < key(left[l]!) ? right[r++]! : left[l++]!);
  }
  return merged.concat(left.slice(l), right.slice(r));
}
