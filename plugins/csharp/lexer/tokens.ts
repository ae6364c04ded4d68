/** Returns the code tokens of a C# file. Comments and strings are left out, but the code in interpolation holes is included. */
import { startsLine } from "./conditional-groups.ts";
import { charEnd, commentEnd, lineEnd, MAX_NESTED, stringEnd } from "./literals.ts";

export const TOKEN = { word: 1, number: 2, string: 3, character: 4, directive: 5, comment: 6 } as const;

/** Called in the order of the text. `kind` is a `TOKEN`, or the code of a punctuation character. */
export type TokenVisitor = (kind: number, start: number, end: number) => void;

/**
 * Visits each token between two offsets. A string comes before the code in its holes. @param skip called with a directive's
 * offset, returns where to go on; use this for code that's disabled
 */
export function eachToken(
  text: string,
  visit: TokenVisitor,
  from = 0,
  to = text.length,
  skip: (offset: number) => number = (offset) => lineEnd(text, offset),
  nesting = 0,
): void {
  let at = from;
  while (at < to) {
    const c = text.charCodeAt(at);
    const start = at;
    if (c === 32 || (c >= 9 && c <= 13)) at++;
    else if (isWordStart(c)) {
      at++;
      while (isWordPart(text.charCodeAt(at))) at++;
      visit(TOKEN.word, start, at);
    } else if (c >= 48 && c <= 57) {
      at = numberEnd(text, at);
      visit(TOKEN.number, start, at);
    } else if (c === 34 || c === 36 || c === 64) at = string(text, at, visit, nesting);
    else if (c === 39) {
      at = charEnd(text, at);
      visit(TOKEN.character, start, at);
    } else if (c === 47 && commentEnd(text, at) > 0) {
      at = commentEnd(text, at);
      visit(TOKEN.comment, start, at);
    } else if (c === 35 && startsLine(text, at)) {
      at = skip(at);
      visit(TOKEN.directive, start, at);
    } else {
      at++;
      visit(c, start, at);
    }
  }
}

function string(text: string, start: number, visit: TokenVisitor, nesting: number): number {
  const parts = { holes: [] as number[] };
  const end = stringEnd(text, start, parts);
  if (end < 0) {
    if (text.charCodeAt(start) !== 64 || !isWordStart(text.charCodeAt(start + 1))) return start + 1;
    let at = start + 1;
    while (isWordPart(text.charCodeAt(at))) at++;
    visit(TOKEN.word, start, at);
    return at;
  }
  visit(TOKEN.string, start, end);
  if (nesting === MAX_NESTED) return end;
  for (const [from, to] of outermost(parts.holes)) eachToken(text, visit, from, to, undefined, nesting + 1);
  return end;
}

/** Returns the outermost holes in the order of the text. Reading their code finds the inner ones. */
export function outermost(holes: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let index = 0; index < holes.length; index += 2) pairs.push([holes[index]!, holes[index + 1]!]);
  pairs.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const outer: [number, number][] = [];
  for (const pair of pairs) if (pair[0] >= (outer.at(-1)?.[1] ?? 0)) outer.push(pair);
  return outer;
}

function numberEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const c = text.charCodeAt(at);
    if (isWordPart(c)) at++;
    else if (c === 46 && isDigit(text.charCodeAt(at + 1))) at++;
    else if ((c === 43 || c === 45) && /[eE]/.test(text[at - 1]!) && !/^0[xX]/.test(text.slice(start, start + 2))) at++;
    else return at;
  }
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function isWordStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || (c > 127 && isLetter(c)) || c === 92;
}

function isWordPart(c: number): boolean {
  return isWordStart(c) || isDigit(c);
}

function isLetter(c: number): boolean {
  return c !== 0xa0 && c !== 0xfeff && c !== 0x3000 && !(c >= 0x2000 && c <= 0x206f);
}
