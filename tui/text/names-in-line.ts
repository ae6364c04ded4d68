/** Names in a source line, as cursor stops. */

export interface Name {
  text: string;
  /** 0-based, UTF-16 units. */
  start: number;
  end: number;
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Skip longer lines. */
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

/** At the column, or the next one, or the last. */
export function nameNear(line: string, column: number): Name | undefined {
  const names = namesIn(line);
  return names.find(({ end }) => column < end) ?? names.at(-1);
}
