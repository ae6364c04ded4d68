/**
 * Computes the widths of the columns in a table. Names and numbers are never shortened. Other columns become narrower, and
 * finally the least important ones are removed.
 */
import type { ColumnShape } from "../contract/outcome.ts";

export interface ColumnWish {
  column: string;
  /** The width of the widest cell or of the title. */
  natural: number;
  /** Decides which end is cut. Paths lose their middle, and all others their end. */
  kind?: ColumnShape["kind"];
  /** The highest number is removed first. A column without a number is never removed. */
  drop?: number;
  numeric: boolean;
}

export interface ColumnWidth {
  column: string;
  width: number;
}

type Share = ColumnWish & ColumnWidth;

/** No column becomes wider than this, unless all of them fit. */
const COMFORT = 48;
/** If a column would become narrower than this, another one is removed instead. */
const FLOORS: Readonly<Record<string, number>> = { path: 30, code: 28, text: 14 };
const NARROWEST = 4;

/**
 * Decides which columns to keep and how wide they are, with `gap` in between. The result can be wider than `width`, because
 * removing columns doesn't always make it fit.
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

/** Returns the minimum width. Ids, names and numbers are useless if they are cut, and the first column names the row. */
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

/** Divides free space evenly among the columns that need more than their minimum. */
function shared(columns: readonly Share[], free: number): ColumnWidth[] {
  // Even the minimum doesn't fit, so the widest columns are reduced.
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
