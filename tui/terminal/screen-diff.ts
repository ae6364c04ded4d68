/**
 * Computes the terminal output that turns one screen into another. We only send the cells that differ. If a block of lines has
 * moved, for example because a list was scrolled, and moving it saves enough, we first let the terminal move those lines and
 * send the remaining differences afterwards. If the previous content isn't known, the screen is cleared and sent in full.
 */
import { blankRow, type CellRow, isDisputed } from "./cells.ts";
import type { CellStyle, Styles } from "./styles.ts";

const ESC = "\u001b[";
/**
 * If at most this many cells between two changes are unchanged, we send them as well, because moving the cursor isn't any
 * shorter.
 */
const NEAR = 4;
/** The number of cells that a scroll must save to be worthwhile. */
const WORTH = 40;
/** From this many blanks on, an erase sequence is shorter. Note that it doesn't move the cursor. */
const BLANKS = 10;
const FARTHEST = 3;

/** The cursor (if it is known) and the current style. */
interface Pen {
  row: number;
  column: number | undefined;
  style: CellStyle;
}

/**
 * Computes the output. If `before` is undefined, the content of the screen is unknown. Both screens must have the same size.
 * `moves` means that scrolling is allowed.
 */
export function screenChange(
  before: CellRow[] | undefined,
  after: readonly CellRow[],
  styles: Styles,
  moves: boolean,
): string {
  const pen: Pen = { row: -1, column: undefined, style: styles.plain };
  const columns = after[0]?.texts.length ?? 0;
  let sent = "";
  let shown: CellRow[];
  if (before) {
    shown = [...before];
    const move = moves ? bestMove(before, after) : undefined;
    if (move) sent += scrolled(shown, move, columns, styles);
  } else {
    sent += `${ESC}m${ESC}H${ESC}2J`;
    shown = after.map(() => blankRow(columns, styles));
  }
  for (let row = 0; row < after.length; row++) {
    if (shown[row] !== after[row]) sent += rowChange(shown[row]!, after[row]!, row, pen, styles);
  }
  return sent + styles.change(pen.style, styles.plain);
}

function rowChange(old: CellRow, after: CellRow, row: number, pen: Pen, styles: Styles): string {
  const columns = after.texts.length;
  // If the width of a character is uncertain, it may overlap its neighbors, so we draw such lines completely.
  const anew = old.disputed || after.disputed;
  const before = anew ? blankRow(columns, styles) : old;
  const differs = (at: number) => before.texts[at] !== after.texts[at] || before.styles[at] !== after.styles[at];
  let sent = "";
  let last = columns - 1;
  while (last >= 0 && !differs(last)) last--;
  if (last < 0 && !anew) return "";
  // There are only blanks from here on, so we can erase them at once.
  let blankFrom = columns;
  while (blankFrom > 0 && after.texts[blankFrom - 1] === " " && after.styles[blankFrom - 1] === styles.plain)
    blankFrom--;
  const erases = last - blankFrom > 2;
  if (erases) last = blankFrom - 1;

  const paint = (style: CellStyle) => {
    sent += styles.change(pen.style, style);
    pen.style = style;
  };
  const put = (at: number) => {
    const text = after.texts[at]!;
    // The foreground of a blank doesn't matter.
    if (text !== " " || pen.style.blank !== after.styles[at]) paint(after.styles[at]!);
    const width = after.texts[at + 1] === "" ? 2 : 1;
    sent += text;
    pen.column = isDisputed(text) || at + width >= columns ? undefined : at + width;
  };
  /** Counts the blanks from a changed cell up to the last changed one in the run. */
  const blanksToErase = (from: number, to: number) => {
    let count = 0;
    for (let at = from; at <= to && after.texts[at] === " " && after.styles[at] === styles.plain; at++) {
      if (differs(at)) count = at - from + 1;
    }
    return count;
  };
  const moveTo = (at: number) => {
    if (pen.row === row && pen.column === at) return;
    const near = pen.row === row && pen.column !== undefined && pen.column < at && at - pen.column <= NEAR;
    if (near && plainly(after, pen.column!, at, pen.style)) {
      sent += after.texts.slice(pen.column, at).join("");
    } else if (pen.row === row && pen.column !== undefined && pen.column < at) {
      sent += `${ESC}${at - pen.column === 1 ? "" : at - pen.column}C`;
    } else if (pen.row === row) {
      sent += `${ESC}${at === 0 ? "" : at + 1}G`;
    } else if (pen.row === row - 1 && pen.column !== undefined && row > 8 && at > 8) {
      // This is one byte shorter than absolute addressing.
      sent += `\r\n${ESC}${at}C`;
    } else {
      sent += at === 0 ? `${ESC}${row === 0 ? "" : row + 1}H` : `${ESC}${row === 0 ? "" : row + 1};${at + 1}H`;
    }
    pen.row = row;
    pen.column = at;
  };

  if (anew) {
    moveTo(0);
    paint(styles.plain);
    sent += `${ESC}K`;
  }
  for (let at = 0; at <= last; at++) {
    if (!differs(at)) continue;
    // We can't write half of a wide character, so we go back to its first column.
    const from = after.texts[at] === "" ? at - 1 : at;
    if (from < at && differs(from)) continue;
    moveTo(from);
    const blanks = blanksToErase(at, last);
    if (blanks < BLANKS) {
      put(from);
      continue;
    }
    paint(styles.plain);
    sent += `${ESC}${blanks}X`;
    at += blanks - 1;
  }
  if (erases) {
    moveTo(blankFrom);
    paint(styles.plain);
    sent += `${ESC}K`;
  }
  return sent;
}

/** Returns true if the cells are narrow and already have the style of the pen. */
function plainly({ texts, styles }: CellRow, from: number, to: number, style: CellStyle): boolean {
  for (let at = from; at < to; at++) {
    const text = texts[at]!;
    if (text.length !== 1 || styles[at] !== (text === " " ? style.blank : style)) return false;
  }
  return true;
}

interface Move {
  first: number;
  last: number;
  /** The distance upwards, which is negative if the lines move down. */
  by: number;
}

/** Returns undefined if a move doesn't save enough. */
function bestMove(before: readonly CellRow[], after: readonly CellRow[]): Move | undefined {
  const changed = after.filter((row, index) => row !== before[index]).length;
  if (changed < 4) return undefined;
  const stays = after.map((row, index) => equalCells(before[index]!, row));
  let best: Move | undefined;
  let most = WORTH;
  for (let distance = 1; distance <= FARTHEST; distance++) {
    for (const by of [distance, -distance]) {
      // We look for the run of lines that saves the most, which is the maximum subarray.
      let sum = 0;
      let first = 0;
      for (let row = 0; row < after.length; row++) {
        const from = before[row + by];
        const gain = from ? equalCells(from, after[row]!) - stays[row]! : 0;
        if (sum <= 0 || !from) {
          sum = 0;
          first = row;
        }
        sum += gain;
        if (sum <= most) continue;
        most = sum;
        best = { first: Math.min(first, first + by), last: Math.max(row, row + by), by };
      }
    }
  }
  return best;
}

function equalCells(a: CellRow, b: CellRow): number {
  if (a === b) return a.texts.length;
  let count = 0;
  for (let at = 0; at < b.texts.length; at++) if (a.texts[at] === b.texts[at] && a.styles[at] === b.styles[at]) count++;
  return count;
}

/** Scrolls, and also updates `shown`. Line feed and reverse line feed work on every terminal. */
function scrolled(shown: CellRow[], { first, last, by }: Move, columns: number, styles: Styles): string {
  const part = shown.slice(first, last + 1);
  const blanks = Array.from({ length: Math.abs(by) }, () => blankRow(columns, styles));
  const moved = by > 0 ? [...part.slice(by), ...blanks] : [...blanks, ...part.slice(0, by)];
  shown.splice(first, moved.length, ...moved);
  const steps = by > 0 ? `${ESC}${last + 1}H${"\n".repeat(by)}` : `${ESC}${first + 1}H${"\u001bM".repeat(-by)}`;
  return `${ESC}${first + 1};${last + 1}r${steps}${ESC}r`;
}
