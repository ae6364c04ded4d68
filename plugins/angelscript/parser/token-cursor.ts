/** Cursor over a token list, with error recovery. */
import { isReserved, type Names } from "../lexer/interned-names.ts";
import { Kind, Op, type Operator, operatorText, type Tokens } from "../lexer/tokens.ts";
import type { NameSyntax, SyntaxProblem } from "./syntax.ts";

/** Caught by the enclosing statement or declaration, which then skips ahead. */
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

/** Nesting limit, to avoid a stack overflow. Real code has about 20 levels. */
const DEEPEST = 120;
/** Limit for chains (`a + b + …`, `a.b.…`), as they nest in the tree. */
const TALLEST = 1000;
/** After scanning this many tokens for a closing bracket we match all brackets of the file instead. */
const FAR = 500;

export class TokenCursor {
  readonly tokens: Tokens;
  readonly names: Names;
  readonly errors: SyntaxProblem[] = [];
  at: number;
  /** Exclusive end. */
  readonly limit: number;
  depth = 0;
  /** Tree height of the last expression. */
  height = 0;
  /** Cache for `skipTypeArguments`, by the offset of the `<`. Only has nested ones. */
  readonly typeArgumentEnds = new Map<number, number>();
  /** Index of the matching bracket, built on the first long search. */
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

  /** Interned name of the current token, or -1. */
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

  /** True for a name that isn't reserved. */
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

  /** True if there's nothing between two tokens. That's how we recognize `>>`. */
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

  /** There's no matching `finally`: error handlers restore the depth. */
  enter(): void {
    if (++this.depth > DEEPEST) this.fail("Less nesting expected");
  }

  leave(): void {
    this.depth--;
  }

  /** Accounts for nesting the last expression in a new one, next to a sibling. */
  grow(sibling = 0): void {
    this.height = Math.max(this.height, sibling) + 1;
    if (this.height > TALLEST) this.fail("Shorter expression expected");
  }

  /** Index of the closing bracket, or -1. Doesn't check other kinds of brackets in between. */
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

  /** Skips past the next `;` or block of this level, or up to the closing `}`. */
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
