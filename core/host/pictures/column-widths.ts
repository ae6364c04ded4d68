/** How wide the columns of a table are: names and numbers whole, the rest gives way, and what matters least goes first. Pure. */
import type { ColumnShape } from "../contract/outcome.ts";

export interface ColumnWish {
  column: string;
  /** Width of the widest cell or the title. */
  natural: number;
  /** A path may lose its middle, text its end. */
  kind?: ColumnShape["kind"];
  /** The highest goes first; without one it stays. */
  drop?: number;
  numeric: boolean;
}

export interface ColumnWidth {
  column: string;
  width: number;
}

/** No column takes more unless there is width for all. */
const COMFORT = 48;
/** As far as a column gives way before another one goes. */
const FLOORS: Readonly<Record<string, number>> = { path: 30, code: 28, text: 14 };
const NARROWEST = 4;

/** The columns to keep, with their widths, `gap` apart. If dropping columns is not enough, the result is wider than `width`. */
export function columnWidths(wishes: readonly ColumnWish[], width: number, gap: number): ColumnWidth[] {
  const free = (columns: readonly ColumnWish[]) => width - gap * Math.max(0, columns.length - 1);
  let staying = [...wishes];
  while (true) {
    const floors = staying.map(floorOf);
    const goes = total(floors) <= free(staying) ? undefined : leastOf(staying);
    if (!goes) return shared(staying, floors, free(staying));
    staying = staying.filter((wish) => wish !== goes);
  }
}

/** The first column is the name of the row; ids, names and numbers are worth nothing in part. */
function floorOf({ kind, natural, numeric }: ColumnWish, index: number): number {
  const whole = numeric || (kind !== undefined && FLOORS[kind] === undefined) || (index === 0 && kind !== "path");
  return Math.min(natural, whole ? COMFORT : FLOORS[kind ?? "text"]!);
}

function leastOf(wishes: readonly ColumnWish[]): ColumnWish | undefined {
  return wishes
    .filter(({ drop }) => drop !== undefined)
    .reduce<ColumnWish | undefined>((least, wish) => (wish.drop! > (least?.drop ?? 0) ? wish : least), undefined);
}

/** Gives each column its minimum, and shares the rest equally among those that want more. */
function shared(wishes: readonly ColumnWish[], floors: readonly number[], free: number): ColumnWidth[] {
  const widths = [...floors];
  // Even the floors do not fit: the widest give way, as far as anything can be read.
  while (total(widths) > free) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= NARROWEST) break;
    widths[widest]!--;
  }
  for (let left = free - total(widths); left > 0; ) {
    const wanting = wishes.flatMap(({ natural }, at) => (widths[at]! < natural ? [at] : []));
    if (wanting.length === 0) break;
    for (const at of wanting) {
      if (left === 0) break;
      widths[at]!++;
      left--;
    }
  }
  return wishes.map(({ column }, at) => ({ column, width: widths[at]! }));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0);
}
