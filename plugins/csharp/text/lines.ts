/**
 * Converts between offsets and lines. Lines end with LF or CRLF and are numbered from 1. Columns are in UTF-16 code
 * units and start at 1.
 */

export class Lines {
  readonly text: string;
  readonly #starts: number[];

  constructor(text: string) {
    this.text = text;
    this.#starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** A final line break does not start another line. */
  get count(): number {
    const last = this.#starts.length;
    return last > 1 && this.#starts[last - 1] === this.text.length ? last - 1 : last;
  }

  /** Returns the line that contains an offset. */
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

  /** Returns a line without its line break. */
  line(line: number): string {
    return this.slice(line, line);
  }

  /** Returns whole lines, including the last one, but without the final line break. */
  slice(first: number, last: number): string {
    const end = last < this.#starts.length ? this.start(last + 1) - 1 : this.text.length;
    const text = this.text.slice(this.start(first), end);
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  }
}
