/** Finds the names in a source line, which are stops for the cursor. */

export interface Name {
  text: string;
  /** The start in UTF-16 units, counted from 0. */
  start: number;
  end: number;
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer lines are skipped. */
const LONGEST = 20_000;

export function namesIn(line: string): Name[] {
  return [...line.slice(0, LONGEST).matchAll(NAME)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

export function nameAt(line: string, column: number): Name | undefined {
  return namesIn(line).find(({ start, end }) => start <= column && column < end);
}

/** Returns the name at the column, or the next one, or the last one. */
export function nameNear(line: string, column: number): Name | undefined {
  const names = namesIn(line);
  return names.find(({ end }) => column < end) ?? names.at(-1);
}
