/** A lexer that never fails: unknown text becomes a token `invalid`, an open string ends with its line. */
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

/** Operators by their first character, longest first. `>>` is left to the parser. */
const BY_FIRST: readonly (readonly [string, number][] | undefined)[] = Array.from({ length: 128 }, (_, first) => {
  const operators = Object.entries(Op).filter(([text]) => text.charCodeAt(0) === first);
  return operators.length === 0 ? undefined : operators.sort((a, b) => b[0].length - a[0].length);
});

/** Tokens of `text`. With `buffers` they hold only until the same buffers are filled again: for reading thousands of files. */
export function tokenize(text: string, names: Names, buffers = new TokenBuffers()): Tokens {
  return new Lexer(text, names, 0, text.length, buffers).run();
}

/** Tokens of `text` without the bodies of functions, of which only the braces remain; the words of bodies go into `words`. If a body has no end, all tokens: the parser then finds the missing brace. */
export function tokenizeDeclarations(text: string, names: Names, words: FileWords, buffers: TokenBuffers): Tokens {
  return (
    new Lexer(text, names, 0, text.length, buffers).skimmed(words) ??
    new Lexer(text, names, 0, text.length, buffers).run()
  );
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
    for (let at = this.#from; at < this.#to; ) at = this.#next(at);
    return this.#tokens();
  }

  /** `undefined` if a body has no end. */
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

  /** Returns true if the last `{` opens the body of a function: it follows `)`, or `) const override`. */
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
    // All branches of `#if` are read.
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
