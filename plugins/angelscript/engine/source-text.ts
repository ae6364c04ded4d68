/** Decodes script files. They can be UTF-8 with or without a BOM, or UTF-16 with a BOM. */

const UTF8 = new TextDecoder();

export function decodeSource(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return UTF8.decode(bytes);
}

/** Converts between offsets and 1-based lines and columns, which count UTF-16 code units. */
export class LineMap {
  readonly #starts: number[] = [0];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  get lines(): number {
    return this.#starts.length;
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  columnAt(offset: number): number {
    return offset - (this.#starts[this.lineAt(offset) - 1] as number) + 1;
  }

  /** Returns undefined if the position is outside of the file. */
  offsetAt(line: number, column: number): number | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    const offset = start + column - 1;
    return offset <= start + this.line(line).length ? offset : undefined;
  }

  line(line: number): string {
    const start = this.#starts[line - 1];
    if (start === undefined) return "";
    const next = this.#starts[line];
    return this.#text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, "");
  }

  text(start: number, end: number): string {
    return this.#text.slice(start, end);
  }

  slice(startLine: number, endLine: number): string[] {
    const lines: string[] = [];
    for (let line = startLine; line <= Math.min(endLine, this.lines); line++) lines.push(this.line(line));
    return lines;
  }
}
