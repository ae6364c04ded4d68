/** Finds the names in a line of source, for moving the cursor. */

export interface Name {
  text: string;
  /** In UTF-16 units, starting at 0. */
  start: number;
  end: number;
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Maximum length of a line to search for names. */
const LONGEST = 20_000;

export function namesIn(line: string): Name[] {
  return [...line.slice(0, LONGEST).matchAll(NAME)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

/** Returns the name at a column. */
export function nameAt(line: string, column: number): Name | undefined {
  return namesIn(line).find(({ start, end }) => start <= column && column < end);
}

/** Returns the name at a column, or else the next one, or else the last one. */
export function nameNear(line: string, column: number): Name | undefined {
  const names = namesIn(line);
  return names.find(({ end }) => column < end) ?? names.at(-1);
}
