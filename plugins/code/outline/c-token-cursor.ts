/** Reads and hides the tokens of a C or C++ text by their index. */
import { pairsOf, type Token } from "./c-tokens.ts";

/** The maximum number of tokens to search for the beginning of a template list. */
const MAX_TOKENS = 400;

export class TokenCursor {
  protected readonly tokens: Token[];
  /** Maps the index of each bracket to its matching bracket. */
  protected readonly pairs: Int32Array;
  /** The index at which to continue after a hidden token. */
  readonly #skips: Int32Array;

  constructor(tokens: Token[], pairs = pairsOf(tokens)) {
    this.tokens = tokens;
    this.pairs = pairs;
    this.#skips = Int32Array.from({ length: tokens.length + 1 }, (_, at) => at + 1);
  }

  protected text(at: number): string {
    return this.tokens[at]?.text ?? "";
  }

  protected kind(at: number): string {
    return this.tokens[at]?.kind ?? "";
  }

  protected hide(from: number, to = from, instead = ""): void {
    for (let at = from; at <= to; at++) {
      const token = this.tokens[at];
      if (!token || token.kind === "directive") continue;
      token.shown = "";
      if (at > from || instead === "" || token.text.length < instead.length) continue;
      Object.assign(token, { shown: instead, text: instead, kind: "word" });
    }
  }

  protected next(at: number): number {
    let index = at + 1;
    while (this.tokens[index]?.shown === "") {
      const on = this.#skips[index] ?? index + 1;
      // A long hidden run is walked only once.
      if (this.tokens[on]?.shown === "") this.#skips[index] = this.#skips[on] ?? on + 1;
      index = on;
    }
    return index;
  }

  /** Returns the index of the bracket that closes the one at `open`. */
  protected closing(open: number): number {
    const pair = this.pairs[open] ?? -1;
    return pair > open ? pair : this.tokens.length - 1;
  }

  /** Returns the index of the bracket that the one at `close` closes. */
  protected opening(close: number): number {
    const pair = this.pairs[close] ?? -1;
    return pair < close ? pair : -1;
  }

  /** Returns the last token of a macro's use, which is its name or the end of its arguments. */
  protected end(at: number): number {
    return this.text(at + 1) === "(" ? this.closing(at + 1) : at;
  }

  /** Returns true between the angle brackets after `template`. */
  protected isTemplate(at: number): boolean {
    let depth = 1;
    for (let index = at; index >= 0 && at - index < MAX_TOKENS; index--) {
      const text = this.text(index);
      if (text === ">") depth++;
      else if (text === "<" && --depth === 0) return this.text(index - 1) === "template";
      else if (text === ";" || text === "{" || text === "}") return false;
      if (text === "<" && this.text(index - 1) === "template") return true;
    }
    return false;
  }
}
