/** Maps and sorts long lists without blocking the thread. */
import { TimeSlice, type TimeSliceOptions } from "../../../core/host/plugin-api.ts";

const SLICE_MS = 3;
/** The number of items to process before we look at the clock again. It is also the length of the runs that we sort first. */
const STEPS = 256;

export function searchSlice(clock: NonNullable<TimeSliceOptions["clock"]>): TimeSlice {
  return new TimeSlice({ ms: SLICE_MS, steps: STEPS, clock });
}

export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  slice: TimeSlice,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at++) {
    const pause = slice.step();
    if (pause) await pause;
    made.push(make(items[at]!, at));
  }
  return made;
}

/**
 * Sorts a copy by the UTF-16 units of `key`, so that the locale does not matter. This is a merge sort that sorts short runs
 * first and merges them in time slices.
 */
export async function sortInSlices<Item>(
  items: readonly Item[],
  slice: TimeSlice,
  key: (item: Item) => string,
): Promise<Item[]> {
  if (await isSorted(items, slice, key)) return [...items];
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += STEPS) {
    await slice.check();
    runs.push(items.slice(at, at + STEPS).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at]!, runs[at + 1] ?? [], slice, key));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function isSorted<Item>(items: readonly Item[], slice: TimeSlice, key: (item: Item) => string): Promise<boolean> {
  for (let at = 1; at < items.length; at++) {
    const pause = slice.step();
    if (pause) await pause;
    if (key(items[at]!) < key(items[at - 1]!)) return false;
  }
  return true;
}

async function merge<Item>(
  left: Item[],
  right: Item[],
  slice: TimeSlice,
  key: (item: Item) => string,
): Promise<Item[]> {
  const merged: Item[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    const pause = slice.step();
    if (pause) await pause;
    merged.push(key(right[r]!) < key(left[l]!) ? right[r++]! : left[l++]!);
  }
  return merged.concat(left.slice(l), right.slice(r));
}
