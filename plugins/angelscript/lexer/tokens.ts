/** Stores tokens in parallel arrays. Offsets are UTF-16 code units. */
import type { Names } from "./interned-names.ts";

const OPERATORS = [
  ...(["{", "}", "(", ")", "[", "]", ";", ",", ".", ":", "::", "?", "~", "@", "\\", "$", "`"] as const),
  ...(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "**=", "++", "--", "!", "!="] as const),
  ...(["==", "<", "<=", "<<", ">", ">=", "+", "-", "*", "**", "/", "%", "&", "&&", "|", "||", "^", "^^"] as const),
] as const;

export type Operator = (typeof OPERATORS)[number];

/** The kinds of tokens, of which each operator has its own. `>` is always a single token, so that `>>` can close two templates. */
export const Kind = { end: 0, name: 1, number: 2, string: 3, nameString: 4, formatString: 5, invalid: 6 } as const;
const FIRST_OPERATOR = 8;

/** The kinds of operators, such as `Op["::"]`. */
export const Op = Object.fromEntries(OPERATORS.map((text, index) => [text, FIRST_OPERATOR + index])) as Readonly<
  Record<Operator, number>
>;

export function operatorText(kind: number): string {
  return OPERATORS[kind - FIRST_OPERATOR] ?? "";
}

export interface Tokens {
  text: string;
  names: Names;
  /** This doesn't include the final `Kind.end`. */
  count: number;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** The interned name, or -1 for other tokens. */
  ids: Int32Array;
  /** The start and end of each comment. Directives are not included. */
  comments: number[];
}

/** Buffers that can be used again, but only for one list of tokens at a time. */
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
