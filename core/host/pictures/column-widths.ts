/** Column widths for tables. We never shorten names or numbers. Other columns shrink, and finally the least important ones are dropped. */
import type { ColumnShape } from "../contract/outcome.ts";

export interface ColumnWish {
  column: string;
  /** Widest cell, or title */
  natural: number;
  /** Decides which end to truncate: paths lose their middle, the rest their end. */
  kind?: ColumnShape["kind"];
  /** Highest number goes first. Without a number, a column is never dropped. */
  drop?: number;
  numeric: boolean;
}

export interface ColumnWidth {
  column: string;
  width: number;
}

type Share = ColumnWish & ColumnWidth;

/** No column gets wider than this, unless all of them fit. */
const COMFORT = 48;
/** Rather than go below these, drop another column. */
const FLOORS: Readonly<Record<string, number>> = { path: 30, code: 28, text: 14 };
const NARROWEST = 4;

/**
 * Decide which columns to keep and how wide, with `gap` in between. Be prepared for a result wider than `width`: dropping
 * columns can't always make it fit.
 */
export function columnWidths(wishes: readonly ColumnWish[], width: number, gap: number): ColumnWidth[] {
  const free = (columns: readonly ColumnWish[]) => width - gap * Math.max(0, columns.length - 1);
  let staying = [...wishes];
  while (true) {
    const shares = staying.map((wish, index) => ({ ...wish, width: floorOf(wish, index) }));
    const goes = total(shares) <= free(staying) ? undefined : leastOf(staying);
    if (!goes) return shared(shares, free(staying));
    staying = staying.filter((wish) => wish !== goes);
  }
}

/** Minimum width. Truncated ids, names or numbers are useless, and the first column names the row. */
function floorOf({ kind, natural, numeric }: ColumnWish, index: number): number {
  const floor = FLOORS[kind ?? "text"];
  const whole = numeric || floor === undefined || (index === 0 && kind !== "path");
  return Math.min(natural, whole ? COMFORT : floor);
}

function leastOf(wishes: readonly ColumnWish[]): ColumnWish | undefined {
  return wishes.reduce<ColumnWish | undefined>(
    (least, wish) => ((wish.drop ?? 0) > (least?.drop ?? 0) ? wish : least),
    undefined,
  );
}

/** Spread free space evenly over the columns that want more than their minimum. */
function shared(columns: readonly Share[], free: number): ColumnWidth[] {
  // not even the minimum fits, so take from the widest
  while (total(columns) > free) {
    const most = Math.max(...columns.map(({ width }) => width));
    const widest = columns.find(({ width }) => width === most);
    if (!widest || most <= NARROWEST) break;
    widest.width--;
  }
  for (let left = free - total(columns); left > 0; ) {
    const wanting = columns.filter(({ width, natural }) => width < natural);
    if (wanting.length === 0) break;
    for (const each of wanting) {
      if (left === 0) break;
      each.width++;
      left--;
    }
  }
  return columns.map(({ column, width }) => ({ column, width }));
}

function total(columns: readonly Share[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
