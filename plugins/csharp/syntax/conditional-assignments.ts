/** The grammar does not know `a?.b = c` (C# 14). We blank out the `?` in front of an assignment. */

/** With `=`, these make a comparison. To tell `<<=` and `>>=`, look at two characters. */
const COMPARES = new Set(["=", "!", "<", ">"]);

/** Finds conditional assignments. This must be given all tokens of a file, in order. */
export class ConditionalAssignments {
  readonly #text: string;
  /** Offsets of `?.` in the current expression, by open bracket */
  #open: number[][] = [[]];

  constructor(text: string) {
    this.#text = text;
  }

  /** Next token. Returns offsets of `?` to blank out. */
  next(token: string, start: number): readonly number[] {
    const text = this.#text;
    switch (token) {
      case ";":
      case "{":
      case "}":
        this.#open = [[]];
        return [];
      case ",":
        this.#open[this.#open.length - 1] = [];
        return [];
      case "(":
      case "[":
        this.#open.push([]);
        return [];
      case ")":
      case "]":
        if (this.#open.length > 1) this.#open.pop();
        return [];
      case "?":
        if (text[start + 1] === "." && !/\d/.test(text[start + 2] ?? "")) this.#open.at(-1)?.push(start);
        return [];
      case "=":
        return this.#isAssignment(start) ? this.#open.splice(-1, 1, []).flat() : [];
      default:
        return [];
    }
  }

  #isAssignment(start: number): boolean {
    const text = this.#text;
    const before = text[start - 1] ?? "";
    if (text[start + 1] === "=" || text[start + 1] === ">") return false;
    return !COMPARES.has(before) || /^(?:<<|>>)$/.test(text.slice(start - 2, start));
  }
}
