/**
 * Finds the ends of comments and literals, which everything that looks for braces or names has to skip. The functions take the
 * text and the offset of the first character, and return the offset after the last one. Literals that aren't closed end with
 * their line. Block comments and multi-line raw strings that aren't closed continue to the end of the text.
 */

const NEWLINE = 10;
const QUOTE = 34;
const DOLLAR = 36;
const APOSTROPHE = 39;
const SLASH = 47;
const STAR = 42;
const AT = 64;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The maximum nesting of interpolated strings. Real code never reaches it, and the stack is large enough for it. */
export const MAX_NESTED = 100;

/** The parts of a literal, for callers that need more than just its end. */
export interface LiteralParts {
  /** The code in interpolation holes, as `[start, end, start, end, …]`. Nested strings are included. */
  holes: number[];
}

export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

/**
 * Returns the end of a comment.
 * @param offset - Offset of a `/`
 * @returns -1 if it isn't a comment but a division
 */
export function commentEnd(text: string, offset: number): number {
  const next = text.charCodeAt(offset + 1);
  if (next === SLASH) return lineEnd(text, offset);
  if (next !== STAR) return -1;
  const end = text.indexOf("*/", offset + 2);
  return end < 0 ? text.length : end + 2;
}

/** Returns the kind of a comment or literal that isn't closed, or "" if it is complete. */
export function unclosed(text: string, start: number, end: number): "" | "string" | "character" | "comment" {
  const first = text.charCodeAt(start);
  if (first === SLASH) {
    const isBlock = text.charCodeAt(start + 1) === STAR;
    return isBlock && !(end - start >= 4 && text.startsWith("*/", end - 2)) ? "comment" : "";
  }
  if (first === APOSTROPHE) return end === start + 1 ? "character" : "";
  let quote = start;
  while (text.charCodeAt(quote) !== QUOTE) quote++;
  if (text.charCodeAt(end - 1) !== QUOTE || end - 1 === quote) return "string";
  const isVerbatim = text.slice(start, quote).includes("@");
  let quotes = 0;
  while (!isVerbatim && text.charCodeAt(quote + quotes) === QUOTE) quotes++;
  if (quotes > 2) {
    let closing = 0;
    while (text.charCodeAt(end - 1 - closing) === QUOTE) closing++;
    return closing >= quotes && end - quotes >= quote + quotes ? "" : "string";
  }
  let escapes = 0;
  while (text.charCodeAt(end - 2 - escapes) === BACKSLASH) escapes++;
  return !isVerbatim && escapes % 2 === 1 ? "string" : "";
}

/** Starts at a `'`. Such a literal never continues on the next line. */
export function charEnd(text: string, offset: number): number {
  let at = offset + 1;
  if (text.charCodeAt(at) === BACKSLASH) at += 2;
  else if (text.charCodeAt(at + 1) === APOSTROPHE) return at + 2;
  for (; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === APOSTROPHE) return at + 1;
    if (c === NEWLINE) break;
  }
  return offset + 1;
}

/** Returns the end of the string that starts at this `"`, `$` or `@`. If it isn't a string, as in `@class`, it returns -1. */
export function stringEnd(text: string, offset: number, parts?: LiteralParts, nesting = 0): number {
  const first = text.charCodeAt(offset);
  if (first === QUOTE) {
    if (text.charCodeAt(offset + 1) !== QUOTE) return plainEnd(text, offset);
    return text.charCodeAt(offset + 2) === QUOTE ? rawEnd(text, offset, 0, parts, nesting) : offset + 2;
  }
  let at = offset;
  let dollars = 0;
  let verbatim = false;
  for (; ; at++) {
    const c = text.charCodeAt(at);
    if (c === DOLLAR) dollars++;
    else if (c === AT && !verbatim) verbatim = true;
    else break;
  }
  if (text.charCodeAt(at) !== QUOTE) return -1;
  if (dollars === 0) return verbatimEnd(text, at);
  if (!verbatim && text.startsWith('"""', at)) return rawEnd(text, at, dollars, parts, nesting);
  return interpolatedEnd(text, at, verbatim, parts, nesting);
}

function plainEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) return at + 1;
    if (c === BACKSLASH) at++;
    else if (c === NEWLINE) return at;
  }
  return text.length;
}

function verbatimEnd(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) !== QUOTE) return at + 1;
  }
  return text.length;
}

function interpolatedEnd(
  text: string,
  quote: number,
  verbatim: boolean,
  parts: LiteralParts | undefined,
  nesting: number,
): number {
  for (let at = quote + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) {
      if (!verbatim || text.charCodeAt(at + 1) !== QUOTE) return at + 1;
      at++;
    } else if (c === BACKSLASH && !verbatim) at++;
    else if (c === NEWLINE && !verbatim) return at;
    else if (c === OPEN_BRACE) {
      if (text.charCodeAt(at + 1) === OPEN_BRACE) at++;
      else at = holeEnd(text, at + 1, 1, verbatim, parts, nesting) - 1;
    }
  }
  return text.length;
}

function rawEnd(
  text: string,
  quote: number,
  dollars: number,
  parts: LiteralParts | undefined,
  nesting: number,
): number {
  let quotes = 0;
  while (text.charCodeAt(quote + quotes) === QUOTE) quotes++;
  const body = quote + quotes;
  const firstLine = lineEnd(text, body);
  const multiline = /^[ \t\r]*$/.test(text.slice(body, firstLine));
  const limit = multiline ? text.length : firstLine;
  for (let at = body; at < limit; at++) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) {
      let run = 1;
      while (text.charCodeAt(at + run) === QUOTE) run++;
      if (run >= quotes) return at + run;
      at += run - 1;
    } else if (c === OPEN_BRACE && dollars > 0) {
      let run = 1;
      while (text.charCodeAt(at + run) === OPEN_BRACE) run++;
      // If there are more braces, the innermost ones open the hole, although `$"""{{{x}}}"""` is an error anyway.
      if (run >= dollars) at = holeEnd(text, at + run, dollars, true, parts, nesting) - 1;
      else at += run - 1;
    }
  }
  return limit;
}

/** Reads from after the opening braces of a hole to after the closing ones. A format (after `:`) is text and not code. */
function holeEnd(
  text: string,
  start: number,
  braces: number,
  multiline: boolean,
  parts: LiteralParts | undefined,
  nesting: number,
): number {
  let depth = 0;
  let conditionals = 0;
  let at = start;
  for (; at < text.length; ) {
    const c = text.charCodeAt(at);
    if (c === NEWLINE && !multiline && depth === 0) {
      // Line breaks in holes are allowed since C# 11. In older code, the string isn't closed. In both cases the next line
      // contains code.
      at++;
    } else if (c === CLOSE_BRACE && depth === 0) {
      parts?.holes.push(start, at);
      return Math.min(at + braces, text.length);
    } else if (c === QUOTE || c === DOLLAR || c === AT) {
      const end = nesting < MAX_NESTED ? stringEnd(text, at, parts, nesting + 1) : -1;
      at = end < 0 ? at + 1 : end;
    } else if (c === APOSTROPHE) at = charEnd(text, at);
    else if (c === SLASH) {
      const end = commentEnd(text, at);
      at = end < 0 ? at + 1 : end;
    } else if (c === 58 && depth === 0 && text.charCodeAt(at + 1) !== 58 && text.charCodeAt(at - 1) !== 58) {
      if (conditionals > 0) {
        conditionals--;
        at++;
        continue;
      }
      parts?.holes.push(start, at);
      return formatEnd(text, at + 1, braces, multiline);
    } else {
      if (c === 40 || c === 91 || c === OPEN_BRACE) depth++;
      else if (c === 41 || c === 93 || c === CLOSE_BRACE) depth--;
      else if (c === 63 && depth === 0) conditionals += isConditional(text, at) ? 1 : 0;
      at++;
    }
  }
  parts?.holes.push(start, at);
  return at;
}

/** Returns true if the `?` is a conditional operator, as opposed to `?.`, `??` or `?[`. */
function isConditional(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return next !== 46 && next !== 63 && next !== 91 && text.charCodeAt(at - 1) !== 63;
}

/** Returns the end of a format. Quotes inside it are escaped in the same way as in the string around it. */
function formatEnd(text: string, start: number, braces: number, multiline: boolean): number {
  for (let at = start; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === CLOSE_BRACE) return at + braces;
    if (c === BACKSLASH && !multiline) at++;
    else if (c === QUOTE && multiline && text.charCodeAt(at + 1) === QUOTE) at++;
    else if (c === QUOTE || c === NEWLINE) return at;
  }
  return text.length;
}
