/** Converts offsets to lines. */

export class LineTable {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Returns the line and column of an offset, both starting at 1. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** Returns a line by its number, without its line end. Returns "" after the last line. */
  line(number: number): string {
    const start = this.#starts[number - 1];
    if (start === undefined) return "";
    const end = this.#starts[number];
    return this.text.slice(start, end === undefined ? undefined : end - 1).replace(/\r$/, "");
  }

  offset(line: number, column: number): number {
    return (this.#starts[line - 1] ?? this.text.length) + column - 1;
  }
}
