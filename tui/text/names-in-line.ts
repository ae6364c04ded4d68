/** The names in a line of source, for the cursor. */

export interface Name {
  text: string;
  /** In UTF-16 units from 0. */
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

/** The name at a column. */
export function nameAt(line: string, column: number): Name | undefined {
  return namesIn(line).find(({ start, end }) => start <= column && column < end);
}

/** The name at a column, else the next one, else the last. */
export function nameNear(line: string, column: number): Name | undefined {
  const names = namesIn(line);
  return names.find(({ end }) => column < end) ?? names.at(-1);
}
