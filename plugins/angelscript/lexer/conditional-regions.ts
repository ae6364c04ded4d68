/** Keeps track of `#if` branches, because each of them can declare the same name. */

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b/gm;

/** The text is parsed when it is first needed. */
export class ConditionalRegions {
  readonly #text: string;
  #starts: number[] | undefined;
  readonly #branches: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns a string that identifies the enclosing branches. Equal strings mean the same branches. */
  at(offset: number): string {
    this.#starts ??= this.#read();
    const starts = this.#starts;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return this.#branches[low - 1] ?? "";
  }

  #read(): number[] {
    const starts: number[] = [];
    const open: string[] = [];
    for (const at of this.#text.matchAll(DIRECTIVE)) {
      if (at[1] === "endif") open.pop();
      else if (at[1] === "else" || at[1] === "elif") open[Math.max(0, open.length - 1)] = `${at.index}`;
      else open.push(`${at.index}`);
      starts.push(at.index);
      this.#branches.push(open.join("/"));
    }
    return starts;
  }
}
