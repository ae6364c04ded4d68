/** How wide the columns of a table are: names and numbers whole, the rest gives way, and what matters least goes first. */
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

type Share = ColumnWish & ColumnWidth;

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
    const shares = staying.map((wish, index) => ({ ...wish, width: floorOf(wish, index) }));
    const goes = total(shares) <= free(staying) ? undefined : leastOf(staying);
    if (!goes) return shared(shares, free(staying));
    staying = staying.filter((wish) => wish !== goes);
  }
}

/** The first column is the name of the row; ids, names and numbers are worth nothing in part. */
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

/** Widens columns that have their minimum: the rest is shared equally among those that want more. */
function shared(columns: readonly Share[], free: number): ColumnWidth[] {
  // Even the floors do not fit: the widest give way, as far as anything can be read.
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
