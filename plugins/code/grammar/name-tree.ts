/** Builds a tree from the names in a file that a third-party plugin has found. */
import { NAME_KINDS } from "../../../core/host/plugin-api.ts";
import { CELLS, type FlatTree } from "./light-tree.ts";

const ROOT = "file";
const TYPES = [ROOT, ...NAME_KINDS];

/** Builds the tree. A node contains the names inside its range. `names` has three numbers for each name. */
export function nameTree(names: readonly number[], length: number): FlatTree {
  const count = Math.floor(names.length / 3);
  const cells = new Uint32Array((count + 1) * CELLS);
  const open: number[] = [0];
  cells[2] = length;
  const close = (until: number, next: number) => {
    while (open.length > 1 && (cells[(open.at(-1) ?? 0) * CELLS + 2] ?? 0) < until)
      cells[(open.pop() ?? 0) * CELLS + 3] = next;
  };
  let number = 0;
  let last = 0;
  for (let at = 0; at < count; at++) {
    const [kind = 0, start = 0, end = 0] = names.slice(at * 3, at * 3 + 3);
    // A plugin may return anything, so only ranges inside the text that are in order count as names.
    if (!(kind in NAME_KINDS) || start < last || end <= start || end > length) continue;
    last = start;
    number++;
    close(end, number);
    cells.set([kind + 1, start, end], number * CELLS);
    open.push(number);
  }
  const total = number + 1;
  for (const each of open) cells[each * CELLS + 3] = total;
  return { cells: cells.slice(0, total * CELLS), types: TYPES, fields: [""] };
}
