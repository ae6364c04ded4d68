/** Moves through a list of tokens, and continues after errors. */
import { isReserved, type Names } from "../lexer/interned-names.ts";
import { Kind, Op, type Operator, operatorText, type Tokens } from "../lexer/tokens.ts";
import type { NameSyntax, SyntaxProblem } from "./syntax.ts";

/** The enclosing statement or declaration catches this and then skips some tokens. */
export class ParseError {
  readonly start: number;
  readonly end: number;
  readonly message: string;

  constructor(start: number, end: number, message: string) {
    this.start = start;
    this.end = end;
    this.message = message;
  }
}

/** The maximum depth of nesting, which prevents a stack overflow. Real code has about 20 levels. */
const DEEPEST = 120;
/** The maximum length of chains such as `a + b + …` and `a.b.…`, because they are nested in the tree. */
const TALLEST = 1000;
/** If a closing bracket is further away than this many tokens, we match all brackets of the file at once. */
const FAR = 500;

export class TokenCursor {
  readonly tokens: Tokens;
  readonly names: Names;
  readonly errors: SyntaxProblem[] = [];
  at: number;
  /** The exclusive end. */
  readonly limit: number;
  depth = 0;
  /** The height of the tree of the last expression. */
  height = 0;
  /** A cache for `skipTypeArguments` by the offset of the `<`. It only contains nested ones. */
  readonly typeArgumentEnds = new Map<number, number>();
  /** The index of the matching bracket, which is built on the first long search. */
  #partners: Int32Array | undefined;

  constructor(tokens: Tokens, at = 0, limit = tokens.count) {
    this.tokens = tokens;
    this.names = tokens.names;
    this.at = at;
    this.limit = limit;
  }

  get ended(): boolean {
    return this.at >= this.limit;
  }

  kind(ahead = 0): number {
    const index = this.at + ahead;
    return index < this.limit ? (this.tokens.kinds[index] as number) : Kind.end;
  }

  /** Returns the interned name of the current token, or -1. */
  id(ahead = 0): number {
    const index = this.at + ahead;
    return index < this.limit ? (this.tokens.ids[index] as number) : -1;
  }

  get start(): number {
    return this.tokens.starts[Math.min(this.at, this.tokens.count)] as number;
  }

  get end(): number {
    return this.tokens.ends[Math.min(this.at, this.tokens.count)] as number;
  }

  get lastEnd(): number {
    return this.at > 0 ? (this.tokens.ends[this.at - 1] as number) : 0;
  }

  is(operator: Operator): boolean {
    return this.kind() === Op[operator];
  }

  accept(operator: Operator): boolean {
    if (this.kind() !== Op[operator]) return false;
    this.at++;
    return true;
  }

  acceptWord(word: number): boolean {
    if (this.id() !== word) return false;
    this.at++;
    return true;
  }

  expect(operator: Operator): void {
    if (!this.accept(operator)) this.fail(`"${operator}" expected`);
  }

  /** Returns true for a name that isn't reserved. */
  isName(ahead = 0): boolean {
    const id = this.id(ahead);
    return id >= 0 && !isReserved(id);
  }

  takeName(): NameSyntax {
    if (this.id() < 0) this.fail("Name expected");
    const name = { name: this.names.text(this.id()), start: this.start };
    this.at++;
    return name;
  }

  /** Returns true if there is nothing between two tokens, which is how we recognize `>>`. */
  touches(ahead: number): boolean {
    const index = this.at + ahead;
    return index < this.limit && this.tokens.ends[index - 1] === this.tokens.starts[index];
  }

  fail(expected: string): never {
    throw new ParseError(this.start, this.end, `${expected}, found ${this.#found()}`);
  }

  #found(): string {
    if (this.ended) return "the end";
    const kind = this.kind();
    const spelled = kind === Kind.name ? this.names.text(this.id()) : operatorText(kind);
    return `"${(spelled || this.tokens.text.slice(this.start, this.end)).slice(0, 40)}"`;
  }

  /** This has no matching `finally`, because the error handlers restore the depth. */
  enter(): void {
    if (++this.depth > DEEPEST) this.fail("Less nesting expected");
  }

  leave(): void {
    this.depth--;
  }

  /** Adjusts the height when the last expression becomes part of a new one, next to a sibling. */
  grow(sibling = 0): void {
    this.height = Math.max(this.height, sibling) + 1;
    if (this.height > TALLEST) this.fail("Shorter expression expected");
  }

  /** Returns the index of the closing bracket, or -1. It doesn't check other kinds of brackets in between. */
  closing(open: number): number {
    const kinds = this.tokens.kinds;
    const opener = kinds[open] as number;
    const closer = opener + 1;
    let depth = 0;
    const near = Math.min(this.limit, open + FAR);
    for (let index = open; index < near; index++) {
      if (kinds[index] === opener) depth++;
      else if (kinds[index] === closer && --depth === 0) return index;
    }
    if (near === this.limit) return -1;
    this.#partners ??= this.#match();
    return this.#partners[open] as number;
  }

  #match(): Int32Array {
    const { kinds } = this.tokens;
    const partners = new Int32Array(this.limit).fill(-1);
    const open: Record<number, number[]> = { [Op["{"]]: [], [Op["("]]: [], [Op["["]]: [] };
    for (let index = 0; index < this.limit; index++) {
      const kind = kinds[index] as number;
      const opener = open[kind - 1]?.pop();
      if (opener !== undefined) partners[opener] = index;
      else open[kind]?.push(index);
    }
    return partners;
  }

  /** Skips to the end of the next `;` or block on this level, or to the closing `}`. */
  recover(error: unknown, from: number, depth: number): void {
    if (!(error instanceof ParseError)) throw error;
    this.depth = depth;
    this.errors.push({ start: error.start, end: error.end, message: error.message });
    this.at = Math.max(this.at, from);
    while (!this.ended && !this.is("}")) {
      if (this.accept(";")) return;
      if (this.is("{")) {
        const close = this.closing(this.at);
        this.at = close < 0 ? this.limit : close + 1;
        return;
      }
      this.at++;
    }
  }
}
