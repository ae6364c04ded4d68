/** Works around `a?.b = c` (C# 14), which the grammar does not know. We replace the `?` in front of an assignment by a space. */

/** In front of a `=`, these make a comparison. We have to look at two characters to distinguish `<<=` and `>>=`. */
const COMPARES = new Set(["=", "!", "<", ">"]);

/** Finds conditional assignments. This must be given all tokens of a file, in order. */
export class ConditionalAssignments {
  readonly #text: string;
  /** The offsets of `?.` in the current expression, for each open bracket. */
  #open: number[][] = [[]];

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes the next token. Returns the offsets of the `?` that have to be replaced. */
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
