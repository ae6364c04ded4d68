/** Converts offsets to lines and back. Lines end with LF or CRLF. Lines and columns start at 1, and columns count UTF-16 units. */

export class Lines {
  readonly text: string;
  readonly #starts: number[];

  constructor(text: string) {
    this.text = text;
    this.#starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** A newline at the end does not add a line. */
  get count(): number {
    const last = this.#starts.length;
    return last > 1 && this.#starts[last - 1] === this.text.length ? last - 1 : last;
  }

  at(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  start(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  column(offset: number): number {
    return offset - this.start(this.at(offset)) + 1;
  }

  /** Returns a line without its newline. */
  line(line: number): string {
    return this.slice(line, line);
  }

  /** Returns whole lines up to and including `last`, without the final newline. */
  slice(first: number, last: number): string {
    const end = last < this.#starts.length ? this.start(last + 1) - 1 : this.text.length;
    const text = this.text.slice(this.start(first), end);
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  }
}
