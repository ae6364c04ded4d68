/** The lexer's output: parallel arrays, one entry per token, offsets in UTF-16 units. */
import type { Names } from "./interned-names.ts";

const OPERATORS = [
  ...(["{", "}", "(", ")", "[", "]", ";", ",", ".", ":", "::", "?", "~", "@", "\\", "$", "`"] as const),
  ...(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "**=", "++", "--", "!", "!="] as const),
  ...(["==", "<", "<=", "<<", ">", ">=", "+", "-", "*", "**", "/", "%", "&", "&&", "|", "||", "^", "^^"] as const),
] as const;

export type Operator = (typeof OPERATORS)[number];

/** Kinds of tokens: the classes below, then one kind for each operator. `>` is always a token of its own, so that `>>` can close two templates. */
export const Kind = { end: 0, name: 1, number: 2, string: 3, nameString: 4, formatString: 5, invalid: 6 } as const;
const FIRST_OPERATOR = 8;

/** `Op["::"]` is the kind of the token `::`. */
export const Op = Object.fromEntries(OPERATORS.map((text, index) => [text, FIRST_OPERATOR + index])) as Readonly<
  Record<Operator, number>
>;

export function operatorText(kind: number): string {
  return OPERATORS[kind - FIRST_OPERATOR] ?? "";
}

export interface Tokens {
  text: string;
  names: Names;
  /** Tokens without the final `Kind.end`, which is at index `count`. */
  count: number;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The interned name of a `Kind.name` token, else -1. */
  ids: Int32Array;
  /** Start and end of each comment, in order; `#` lines are not among them. */
  comments: number[];
}

/** The columns of a token list, to be filled again and again: one list at a time may use them. */
export class TokenBuffers {
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  ids: Int32Array;

  constructor(size = 1 << 12) {
    this.kinds = new Uint8Array(size);
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.ids = new Int32Array(size);
  }

  grow(): void {
    const size = this.kinds.length * 2;
    const longer = <Column extends Uint8Array | Int32Array>(old: Column, next: Column): Column => {
      next.set(old);
      return next;
    };
    this.kinds = longer(this.kinds, new Uint8Array(size));
    this.starts = longer(this.starts, new Int32Array(size));
    this.ends = longer(this.ends, new Int32Array(size));
    this.ids = longer(this.ids, new Int32Array(size));
  }
}
