/**
 * Parses symbol paths leniently. It also accepts the forms that people copy from code or other tools, for example `void
 * Player.Move(int by)`, `Player::Move`, `Player#Move` and `Pool<T>`.
 */
import { type SymbolPlace, splitPlace } from "../../../core/host/plugin-api.ts";
import { splitTop } from "../text/split-top.ts";
import { readParameterTypes } from "./parameter-types.ts";

export interface PathSegment {
  name: string;
  /** The number of type parameters, if the path lists them. */
  arity: number | undefined;
  /** The parameters, or undefined if there is no parameter list. */
  parameters: readonly string[] | undefined;
}

/** A parsed symbol path, such as `Outer/Nested/Member`, `Game.Player/Move[1]` or `Pool\`1`. */
export interface ParsedPath {
  text: string;
  /** The segment of the declaration itself. */
  last: PathSegment;
  /** The outer segments, starting with the outermost one. */
  outer: readonly PathSegment[];
  /** True if the path starts at the outermost level. */
  rooted: boolean;
  overload: number | undefined;
  place: SymbolPlace | undefined;
}

const OPERATOR = /(?:^|[\s/.])((?:(?:implicit|explicit)\s+)?operator\b.*)$/s;
const SEPARATORS = new Set([".", "/", "\\", "+", "#", ":"]);
const LONGEST_SPECIAL = 100;
const SPECIAL = /^(?:\.c?ctor\b|<\w+>\$)/;

export function parseSymbolPath(written: string): ParsedPath {
  const { symbolPath, place } = splitPlace(written);
  let text = symbolPath.replace(/^global::/, "/");
  const rooted = text.startsWith("/");
  if (rooted) text = text.slice(1);
  let overload: number | undefined;
  text = text.replace(/\[(\d+)\]$/, (_, index: string) => {
    overload = Number(index);
    return "";
  });
  const operator = OPERATOR.exec(text)?.[1];
  const segments = new SegmentReader(operator === undefined ? text : text.slice(0, -operator.length)).read();
  const last = operator === undefined ? segments.pop() : operatorSegment(operator);
  return {
    text: written.trim(),
    last: last ?? { name: "", arity: undefined, parameters: undefined },
    outer: segments,
    rooted,
    overload,
    place,
  };
}

/** Parses an operator, for example `operator +(A,B)` or `implicit operator int(C)`. */
function operatorSegment(written: string): PathSegment {
  const open = /^(?:(?:implicit|explicit)\s+)?operator\s*(?:checked\s+)?\(?/.exec(written)?.[0].length ?? 0;
  const list = written.indexOf("(", open);
  const name = (list < 0 ? written : written.slice(0, list)).replace(/\s+/g, " ").trim();
  const parameters = list < 0 ? undefined : readParameterTypes(written.slice(list + 1).replace(/\)[^)]*$/s, ""));
  return { name: compactOperator(name), arity: undefined, parameters };
}

/** Returns the canonical form of a name like `operator +` or `implicit operator List<int>`. */
export function compactOperator(name: string): string {
  const [, head = "", what = name] = /^((?:(?:implicit|explicit) )?operator)\b\s*(.*)$/s.exec(name) ?? [];
  return `${head} ${what.startsWith("checked ") ? `checked ${what.slice(8).replace(/\s+/g, "")}` : what.replace(/\s+/g, "")}`;
}

class SegmentReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PathSegment[] {
    let segments: PathSegment[] = [];
    let segment = empty();
    const push = () => {
      if (segment.name !== "") segments.push(segment);
      segment = empty();
    };
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text.charAt(this.#at);
      const special = segment.name === "" ? this.#special() : undefined;
      if (special !== undefined) {
        segment.name = special;
        this.#at += special.length - 1;
      } else if (c === "<") {
        segment.arity = splitTop(this.#bracketed(">")).length;
      } else if (c === "`") {
        const digits = /\d*/y;
        digits.lastIndex = this.#at + 1;
        const [count = ""] = digits.exec(this.#text) ?? [];
        segment.arity = Number(count);
        this.#at += count.length;
      } else if (c === "(" || (c === "[" && segment.name === "this")) {
        segment.parameters = readParameterTypes(this.#bracketed(c === "(" ? ")" : "]"));
        // If the path was copied from code, there may be a body, constraints or a call of the base.
        if (!/^\s*[/.\\+#:]?[\w.@~<]/.test(this.#text.slice(this.#at + 1))) break;
      } else if (SEPARATORS.has(c)) push();
      else if (c === "-" && this.#text[this.#at + 1] === ">") {
        push();
        this.#at++;
      } else if (/\s/.test(c)) {
        if (segment.parameters) break;
        // There can be modifiers and types in front of the name.
        if (/^\s*[\w@~]/.test(this.#text.slice(this.#at))) {
          segments = [];
          segment = empty();
        }
      } else if (c !== "@") segment.name += c;
    }
    push();
    return segments;
  }

  #special(): string | undefined {
    return SPECIAL.exec(this.#text.slice(this.#at, this.#at + LONGEST_SPECIAL))?.[0];
  }

  #bracketed(close: string): string {
    const open = this.#text.charAt(this.#at);
    const start = this.#at + 1;
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at++) {
      const c = this.#text.charAt(this.#at);
      if (c === open) depth++;
      else if (c === close && --depth === 0) break;
    }
    return this.#text.slice(start, this.#at);
  }
}

function empty(): PathSegment {
  return { name: "", arity: undefined, parameters: undefined };
}
