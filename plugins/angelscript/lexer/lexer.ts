/** A lexer that never fails: what it does not know becomes a token `invalid`, an open string ends with its line. */
import { type Names, step } from "./names.ts";
import { Kind, Op, TokenBuffers, type Tokens } from "./tokens.ts";

const NEWLINE = 10;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const STAR = 42;
const DOT = 46;
const SLASH = 47;
const BACKSLASH = 92;

/** Character classes of ASCII: 1 letter or `_`, 2 digit, 3 blank, 0 other. */
const CLASS = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95) return 1;
  if (code >= 48 && code <= 57) return 2;
  return code <= 32 ? 3 : 0;
});

/** Operators by their first character, longest first. `>>` is left to the parser. */
const BY_FIRST: readonly (readonly [string, number][] | undefined)[] = Array.from({ length: 128 }, (_, first) => {
  const operators = Object.entries(Op).filter(([text]) => text.charCodeAt(0) === first);
  return operators.length === 0 ? undefined : operators.sort((a, b) => b[0].length - a[0].length);
});

/** Tokens of `text`. With `buffers` they hold only until the same buffers are filled again: for reading thousands of files. */
export function tokenize(text: string, names: Names, buffers = new TokenBuffers()): Tokens {
  return new Lexer(text, names, 0, text.length, buffers).run();
}

/** Tokens of the stretch from `start` to `end`; offsets stay those of the whole text. */
export function tokenizePart(text: string, names: Names, start: number, end: number): Tokens {
  return new Lexer(text, names, start, end, new TokenBuffers(64)).run();
}

class Lexer {
  readonly #text: string;
  readonly #names: Names;
  readonly #from: number;
  readonly #to: number;
  readonly #buffers: TokenBuffers;
  #count = 0;
  readonly #comments: number[] = [];

  constructor(text: string, names: Names, from: number, to: number, buffers: TokenBuffers) {
    this.#text = text;
    this.#names = names;
    this.#from = from;
    this.#to = to;
    this.#buffers = buffers;
  }

  run(): Tokens {
    const text = this.#text;
    const length = this.#to;
    let at = this.#from;
    while (at < length) {
      const code = text.charCodeAt(at);
      const group = code < 128 ? CLASS[code] : isSpace(code) ? 3 : 1;
      if (group === 3) at++;
      else if (group === 1) at = this.#name(at);
      else if (group === 2) at = this.#number(at);
      else if (code === SLASH && text.charCodeAt(at + 1) === SLASH) at = this.#lineComment(at);
      else if (code === SLASH && text.charCodeAt(at + 1) === STAR) at = this.#blockComment(at);
      else if (code === HASH) at = this.#directive(at);
      else if (code === QUOTE || code === APOSTROPHE) at = this.#string(at, at, Kind.string);
      else if (code === DOT && CLASS[text.charCodeAt(at + 1)] === 2) at = this.#number(at);
      else at = this.#operator(at, code);
    }
    const count = this.#count;
    this.#push(Kind.end, length, length, -1);
    return {
      text,
      names: this.#names,
      count,
      kinds: this.#buffers.kinds,
      starts: this.#buffers.starts,
      ends: this.#buffers.ends,
      ids: this.#buffers.ids,
      comments: this.#comments,
    };
  }

  #push(kind: number, start: number, end: number, id: number): number {
    const index = this.#count++;
    const buffers = this.#buffers;
    if (index >= buffers.kinds.length) buffers.grow();
    buffers.kinds[index] = kind;
    buffers.starts[index] = start;
    buffers.ends[index] = end;
    buffers.ids[index] = id;
    return end;
  }

  #name(start: number): number {
    const text = this.#text;
    let at = start;
    let hash = 0;
    for (; at < this.#to; at++) {
      const code = text.charCodeAt(at);
      const group = code < 128 ? (CLASS[code] as number) : isSpace(code) ? 3 : 1;
      if (group !== 1 && group !== 2) break;
      hash = step(hash, code);
    }
    if (at === start + 1 && (text.charCodeAt(at) === QUOTE || text.charCodeAt(at) === APOSTROPHE)) {
      if (text[start] === "n") return this.#string(start, at, Kind.nameString);
      if (text[start] === "f") return this.#string(start, at, Kind.formatString);
    }
    return this.#push(Kind.name, start, at, this.#names.intern(text, start, at, hash));
  }

  /** Takes `1.f`, `0x1F`, `1e-3` and `.5` whole; whatever letters follow belong to it. */
  #number(start: number): number {
    const text = this.#text;
    let at = start;
    for (; at < this.#to; at++) {
      const code = text.charCodeAt(at);
      if (code < 128 && (CLASS[code] === 1 || CLASS[code] === 2)) continue;
      if (code === DOT && CLASS[text.charCodeAt(at + 1)] !== 1) continue;
      if (code === DOT && /^\.f(?![A-Za-z0-9_])/.test(text.slice(at, at + 3))) continue;
      const signed = (code === 43 || code === 45) && /[eE]/.test(text[at - 1] ?? "");
      if (signed && !/^0[xX]/.test(text.slice(start, start + 2))) continue;
      break;
    }
    return this.#push(Kind.number, start, at, -1);
  }

  #string(start: number, quoteAt: number, kind: number): number {
    const text = this.#text;
    const quote = text.charCodeAt(quoteAt);
    if (quote === QUOTE && text.startsWith('"""', quoteAt)) {
      const close = text.indexOf('"""', quoteAt + 3);
      return this.#push(kind, start, close < 0 ? this.#to : Math.min(close + 3, this.#to), -1);
    }
    for (let at = quoteAt + 1; at < this.#to; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH && text.charCodeAt(at + 1) !== NEWLINE) at++;
      else if (code === NEWLINE) return this.#push(kind, start, at, -1);
      else if (code === quote) return this.#push(kind, start, at + 1, -1);
    }
    return this.#push(kind, start, this.#to, -1);
  }

  #lineComment(start: number): number {
    const newline = this.#text.indexOf("\n", start);
    const end = newline < 0 ? this.#to : Math.min(newline, this.#to);
    this.#comments.push(start, end);
    return end;
  }

  #blockComment(start: number): number {
    const close = this.#text.indexOf("*/", start + 2);
    const end = close < 0 ? this.#to : Math.min(close + 2, this.#to);
    this.#comments.push(start, end);
    return end;
  }

  /** A `#` line is skipped: all branches of `#if` are read. */
  #directive(start: number): number {
    let newline = this.#text.indexOf("\n", start);
    while (newline > 0 && this.#text.charCodeAt(newline - 1) === BACKSLASH)
      newline = this.#text.indexOf("\n", newline + 1);
    return newline < 0 ? this.#to : Math.min(newline, this.#to);
  }

  #operator(at: number, code: number): number {
    for (const [text, kind] of BY_FIRST[code] ?? [])
      if (text.length === 1 || this.#text.startsWith(text, at)) return this.#push(kind, at, at + text.length, -1);
    return this.#push(Kind.invalid, at, at + 1, -1);
  }
}

/** Blanks beyond ASCII: no-break space, line and paragraph separators, BOM, ideographic space, and the general punctuation spaces. */
function isSpace(code: number): boolean {
  return code === 0xa0 || code === 0xfeff || code === 0x3000 || (code >= 0x2000 && code <= 0x200b) || code === 0x2028;
}
