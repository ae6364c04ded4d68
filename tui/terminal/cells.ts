/**
 * Converts painted lines to rows of cells, in which each cell has one whole character. A wide character takes two cells, and
 * the second one is empty.
 */
import stringWidth from "string-width";
import { isNarrow } from "../text/line.ts";
import type { CellStyle, Styles } from "./styles.ts";

export interface CellRow {
  texts: string[];
  styles: CellStyle[];
  /** True if terminals disagree about the width of some character. */
  disputed: boolean;
}

/** Characters whose width depends on the terminal. */
const DISPUTED = /^(?:\p{Extended_Pictographic}|..)/su;

export function isDisputed(text: string): boolean {
  return text.length > 1 && DISPUTED.test(text);
}

export function blankRow(columns: number, styles: Styles): CellRow {
  return {
    texts: Array<string>(columns).fill(" "),
    styles: Array<CellStyle>(columns).fill(styles.plain),
    disputed: false,
  };
}

export function parseLine(painted: string, styles: Styles): CellRow {
  const row: CellRow = { texts: [], styles: [], disputed: false };
  // Matches `CSI … m` and OSC 8 (links), because nothing else affects cells.
  const sequence = /\u001b(?:\[([\d;:]*)m|\]8;([^\u0007\u001b]*)(?:\u0007|\u001b\\)|\[[^@-~]*[@-~]|.)/y;
  let style = styles.plain;
  let at = 0;
  while (at < painted.length) {
    if (painted.charCodeAt(at) === 27) {
      sequence.lastIndex = at;
      const match = sequence.exec(painted);
      if (match?.[1] !== undefined) style = styles.after(style, match[1]);
      else if (match?.[2] !== undefined) style = styles.linked(style, match[2] === ";" ? "" : match[2]);
      at += match?.[0].length ?? 1;
      continue;
    }
    const end = painted.indexOf("\u001b", at);
    const text = painted.slice(at, end < 0 ? undefined : end);
    if (isNarrow(text)) for (const character of text) push(row, character, style);
    else for (const { segment } of styles.graphemes(text)) put(row, segment, style);
    at += text.length;
  }
  return row;
}

function push(row: CellRow, character: string, style: CellStyle): void {
  row.texts.push(character);
  row.styles.push(character === " " ? style.blank : style);
}

function put(row: CellRow, segment: string, style: CellStyle): void {
  const width = stringWidth(segment);
  if (isDisputed(segment)) row.disputed = true;
  if (width > 0) {
    push(row, segment, style);
    for (let more = 1; more < width; more++) push(row, "", style);
    return;
  }
  // Combining marks are added to the previous character.
  const last = row.texts.length - 1;
  if (/^\p{Mn}+$/u.test(segment) && last >= 0 && row.texts[last] !== "") {
    row.texts[last] += segment;
    row.disputed = true;
  }
}

/** Copies cells into a row and clips them at the edges. Half of a wide character becomes a blank. */
export function overlay(row: CellRow, x: number, cells: CellRow): void {
  const { texts, styles } = row;
  const end = Math.min(texts.length, x + cells.texts.length);
  if (x >= end) return;
  if (cells.disputed) row.disputed = true;
  const blank = (at: number) => {
    texts[at] = " ";
    styles[at] = styles[at]!.blank;
  };
  for (let at = x; at > 0 && texts[at] === ""; at--) blank(at - 1);
  for (let at = Math.max(0, x); at < end; at++) {
    texts[at] = cells.texts[at - x]!;
    styles[at] = cells.styles[at - x]!;
  }
  for (let at = end; at < texts.length && texts[at] === ""; at++) blank(at);
  if (x + cells.texts.length <= end) return;
  // This would cut a wide character in half.
  let wide = end - x;
  while (wide > 0 && cells.texts[wide] === "") blank(--wide + x);
}
