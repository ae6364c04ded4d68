/** Contains functions that both the lexer and the skimmer need for scanning. */
import { BACKSLASH, DOT, NEWLINE, QUOTE } from "./characters.ts";

/** The classes of ASCII characters are 1 for letters and `_`, 2 for digits, 3 for whitespace and 0 for all others. */
export const CLASS = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95) return 1;
  if (code >= 48 && code <= 57) return 2;
  return code <= 32 ? 3 : 0;
});

/** Every character above ASCII counts as a letter unless it is whitespace. */
export function classOf(code: number): number {
  return code < 128 ? (CLASS[code] as number) : isSpace(code) ? 3 : 1;
}

/** Whitespace outside of ASCII includes NBSP, U+2000 to U+200B, the line separator, the BOM and the ideographic space. */
function isSpace(code: number): boolean {
  return code === 0xa0 || code === 0xfeff || code === 0x3000 || (code >= 0x2000 && code <= 0x200b) || code === 0x2028;
}

/** Accepts `1.f`, `0x1F`, `1e-3` and `.5`. Letters at the end are part of the number. */
export function endOfNumber(text: string, start: number, to: number): number {
  let at = start;
  for (; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && (CLASS[code] === 1 || CLASS[code] === 2)) continue;
    if (code === DOT && CLASS[text.charCodeAt(at + 1)] !== 1) continue;
    if (code === DOT && /^\.(?:f(?![A-Za-z0-9_])|e[+-]?\d)/i.test(text.slice(at, at + 4))) continue;
    const signed = (code === 43 || code === 45) && /[eE]/.test(text[at - 1] ?? "");
    if (signed && !/^0[xX]/.test(text.slice(start, start + 2))) continue;
    break;
  }
  return at;
}

/** `quoteAt` is the opening quote. A string that isn't closed ends at the line break. */
export function endOfString(text: string, quoteAt: number, to: number): number {
  const quote = text.charCodeAt(quoteAt);
  if (quote === QUOTE && text.startsWith('"""', quoteAt)) {
    const close = text.indexOf('"""', quoteAt + 3);
    return close < 0 ? to : Math.min(close + 3, to);
  }
  for (let at = quoteAt + 1; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && text.charCodeAt(at + 1) !== NEWLINE) at++;
    else if (code === NEWLINE) return at;
    else if (code === quote) return at + 1;
  }
  return to;
}

export function endOfLineComment(text: string, start: number, to: number): number {
  const newline = text.indexOf("\n", start);
  return newline < 0 ? to : Math.min(newline, to);
}

export function endOfBlockComment(text: string, start: number, to: number): number {
  const close = text.indexOf("*/", start + 2);
  return close < 0 ? to : Math.min(close + 2, to);
}

/** A backslash at the end of a line continues the directive. */
export function endOfDirective(text: string, start: number, to: number): number {
  let newline = text.indexOf("\n", start);
  while (newline > 0 && text.charCodeAt(newline - 1) === BACKSLASH) newline = text.indexOf("\n", newline + 1);
  return newline < 0 ? to : Math.min(newline, to);
}
