/** Stores the tokens of the current header in parallel columns for the classifier. */
import type { Header } from "./classify-header.ts";

/** Real C# has no header of this length, and scanning it at each comma would be slow. */
const LONGEST = 2000;

export class HeaderTokens implements Header {
  readonly kinds: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  extension = false;
  /** The number of tokens before the first name if the header declares several, or 0. */
  #typeLength = 0;

  push(kind: number, start: number, end: number): void {
    if (this.kinds.length >= LONGEST) this.clear();
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
  }

  /** Returns true if the last token is this word. */
  endsWith(text: string, word: string): boolean {
    const start = this.starts.at(-1) ?? 0;
    return this.ends.at(-1) === start + word.length && text.startsWith(word, start);
  }

  clear(): void {
    this.#cut(0);
    this.extension = false;
    this.#typeLength = 0;
  }

  /** Called before the next declarator. It keeps the tokens before the first name. */
  keepType(): void {
    if (this.#typeLength === 0) {
      let length = this.kinds.length;
      while (this.kinds[length - 1] === 91) length--;
      this.#typeLength = length - 1;
    }
    this.#cut(this.#typeLength);
  }

  #cut(length: number): void {
    this.kinds.length = length;
    this.starts.length = length;
    this.ends.length = length;
  }
}
