/**
 * A lexer that tolerates errors. Unknown text becomes an `invalid` token, and a string that isn't closed ends at the line
 * break.
 */
import { APOSTROPHE, DOT, HASH, OPEN_BRACE, QUOTE, SLASH, STAR } from "./characters.ts";
import type { FileWords } from "./file-words.ts";
import { type Names, step, Word } from "./interned-names.ts";
import {
  CLASS,
  classOf,
  endOfBlockComment,
  endOfDirective,
  endOfLineComment,
  endOfNumber,
  endOfString,
} from "./scan.ts";
import { skimBody } from "./skim.ts";
import { Kind, Op, TokenBuffers, type Tokens } from "./tokens.ts";

/** The operators are grouped by their first character, with the longest first. The parser handles `>>`. */
const BY_FIRST: readonly (readonly [string, number][] | undefined)[] = Array.from({ length: 128 }, (_, first) => {
  const operators = Object.entries(Op).filter(([text]) => text.charCodeAt(0) === first);
  return operators.length === 0 ? undefined : operators.sort((a, b) => b[0].length - a[0].length);
});

/** The number of tokens that new buffers have room for. Longer texts make them grow. */
const ROOM = 1 << 12;

/**
 * If `buffers` are passed, the tokens are only valid until the next call with the same buffers. New ones are no larger than the
 * text can need, since the members of the engine are a hundred thousand short texts.
 */
export function tokenize(
  text: string,
  names: Names,
  buffers = new TokenBuffers(Math.min(text.length + 1, ROOM)),
): Tokens {
  return new Lexer(text, names, 0, text.length, buffers).run();
}

/**
 * Tokenizes everything except function bodies, which are reduced to their braces. Words inside go into `words`. If a body isn't
 * closed, we fall back to all tokens so that the parser can report the missing brace.
 */
export function tokenizeDeclarations(text: string, names: Names, words: FileWords, buffers: TokenBuffers): Tokens {
  return (
    new Lexer(text, names, 0, text.length, buffers).skimmed(words) ??
    new Lexer(text, names, 0, text.length, buffers).run()
  );
}

/** Tokenizes a part of the text. The offsets are relative to the whole text. */
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
    for (let at = this.#from; at < this.#to; ) at = this.#next(at);
    return this.#tokens();
  }

  /** Returns undefined if a body isn't closed. */
  skimmed(words: FileWords): Tokens | undefined {
    for (let at = this.#from; at < this.#to; ) {
      const from = at;
      at = this.#next(at);
      if (this.#text.charCodeAt(from) !== OPEN_BRACE || !this.#opensBody()) continue;
      at = skimBody(this.#text, from, this.#to, words);
      if (at < 0) return undefined;
      this.#push(Op["}"], at - 1, at, -1);
    }
    return this.#tokens();
  }

  /** Returns true if the last `{` follows `)` or `) const override`, which means that it opens the body of a function. */
  #opensBody(): boolean {
    const { kinds, ids } = this.#buffers;
    let at = this.#count - 2;
    for (; at >= 0 && kinds[at] === Kind.name; at--) {
      const id = ids[at] as number;
      const isScope = id === Word.class || id === Word.struct || id === Word.enum || id === Word.namespace;
      if (isScope || id === Word.asset || id === Word.of) return false;
    }
    return at >= 0 && kinds[at] === Op[")"];
  }

  #next(at: number): number {
    const text = this.#text;
    const code = text.charCodeAt(at);
    const group = code < 128 ? CLASS[code] : classOf(code);
    if (group === 3) return at + 1;
    if (group === 1) return this.#name(at);
    if (group === 2) return this.#number(at);
    if (code === SLASH && text.charCodeAt(at + 1) === SLASH) return this.#comment(at, endOfLineComment);
    if (code === SLASH && text.charCodeAt(at + 1) === STAR) return this.#comment(at, endOfBlockComment);
    // The code of all `#if` branches is kept. Only the directives are skipped.
    if (code === HASH) return endOfDirective(text, at, this.#to);
    if (code === QUOTE || code === APOSTROPHE) return this.#string(at, at, Kind.string);
    if (code === DOT && CLASS[text.charCodeAt(at + 1)] === 2) return this.#number(at);
    return this.#operator(at, code);
  }

  #tokens(): Tokens {
    const count = this.#count;
    const length = this.#to;
    this.#push(Kind.end, length, length, -1);
    return {
      text: this.#text,
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
      const group = code < 128 ? (CLASS[code] as number) : classOf(code);
      if (group !== 1 && group !== 2) break;
      hash = step(hash, code);
    }
    if (at === start + 1 && (text.charCodeAt(at) === QUOTE || text.charCodeAt(at) === APOSTROPHE)) {
      if (text[start] === "n") return this.#string(start, at, Kind.nameString);
      if (text[start] === "f") return this.#string(start, at, Kind.formatString);
    }
    return this.#push(Kind.name, start, at, this.#names.intern(text, start, at, hash));
  }

  #number(start: number): number {
    return this.#push(Kind.number, start, endOfNumber(this.#text, start, this.#to), -1);
  }

  #string(start: number, quoteAt: number, kind: number): number {
    return this.#push(kind, start, endOfString(this.#text, quoteAt, this.#to), -1);
  }

  #comment(start: number, endOf: typeof endOfLineComment): number {
    const end = endOf(this.#text, start, this.#to);
    this.#comments.push(start, end);
    return end;
  }

  #operator(at: number, code: number): number {
    for (const [text, kind] of BY_FIRST[code] ?? [])
      if (text.length === 1 || this.#text.startsWith(text, at)) return this.#push(kind, at, at + text.length, -1);
    return this.#push(Kind.invalid, at, at + 1, -1);
  }
}
