/** Chooses column widths. Names and numbers are kept whole, other columns shrink, and the least important ones are dropped first. */
import type { ColumnShape } from "../contract/outcome.ts";

export interface ColumnWish {
  column: string;
  /** Width of the widest cell or of the title. */
  natural: number;
  /** A path may lose its middle, other text its end. */
  kind?: ColumnShape["kind"];
  /** Columns with the highest number are dropped first. A column without a number is never dropped. */
  drop?: number;
  numeric: boolean;
}

export interface ColumnWidth {
  column: string;
  width: number;
}

type Share = ColumnWish & ColumnWidth;

/** Columns are limited to this width unless all of them fit. */
const COMFORT = 48;
/** The minimum width of a column before another one is dropped. */
const FLOORS: Readonly<Record<string, number>> = { path: 30, code: 28, text: 14 };
const NARROWEST = 4;

/**
 * Returns the columns to keep and their widths, with `gap` between them. If dropping columns does not help enough, the result is
 * wider than `width`.
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

/** The first column has the name of the row. Truncated ids, names and numbers are useless. */
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

/** Distributes the remaining width equally among columns that need more than the minimum. */
function shared(columns: readonly Share[], free: number): ColumnWidth[] {
  // If even the minimum widths don't fit, shrink the widest columns.
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
