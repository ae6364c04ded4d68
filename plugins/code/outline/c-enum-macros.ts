/** Hides parts of enums that the grammar cannot read, such as macros, attributes and some base types. */
import { isMacroName } from "./c-defines.ts";
import { TokenCursor } from "./c-token-cursor.ts";

export class EnumHider extends TokenCursor {
  /** The tokens in the bodies of enums. */
  readonly enumerated = new Set<number>();

  hideAll(): void {
    for (let at = 0; at < this.tokens.length; at++) {
      const text = this.text(at);
      if (text === "enum" && !this.enumerated.has(at)) this.#hideIn(at);
      else if (/^(?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)$/.test(text)) this.#objcEnum(at);
    }
  }

  #hideIn(at: number): void {
    const open = this.#head(at);
    if (open === undefined) return;
    const end = this.closing(open);
    for (let inside = open; inside < end; inside++) this.enumerated.add(inside);
    let isStart = true;
    for (let item = open + 1; item < end; item++) {
      if (/^[({[]$/.test(this.text(item))) item = this.closing(item);
      else if (this.text(item) === "," || this.kind(item) === "directive") isStart = true;
      else {
        const last: number = isStart && this.kind(item) === "name" ? this.#item(item) : item;
        isStart = last > item;
        item = last;
      }
    }
  }

  /** Returns the index of the brace after `enum name : type`, without the macros before it. */
  #head(at: number): number | undefined {
    let open = at + 1;
    // The grammar does not support a base type for an enum without a name.
    const base = this.text(open) === ":" ? open : -1;
    for (; /^(?:name|word|text)$/.test(this.kind(open)) || this.text(open) === ":"; open++) {
      // enum type BASE(unsigned char) {
      const last = this.end(open);
      if (last === open) continue;
      if (!isMacroName(this.text(open))) return undefined;
      this.hide(open, last);
      open = last;
    }
    if (this.text(open) !== "{") return undefined;
    if (base > 0) this.hide(base, open - 1);
    return open;
  }

  /**
   * In `NAME DEPRECATED("x") = 1` and `OPTION(NAME, type, 1)`, the enumerator is NAME. Returns the last token that was
   * read.
   */
  #item(item: number): number {
    const last = this.end(item);
    if (last === item) {
      if (this.kind(item + 1) === "name") this.hide(item + 1, this.end(item + 1));
      return item;
    }
    const isNamed = this.kind(item + 2) === "name" && /^[,)]$/.test(this.text(item + 3));
    this.hide(item, isNamed ? item + 1 : last);
    if (!isNamed) return last;
    this.hide(item + 3, last);
    // In `X(a) X(b)`, the macro contains the comma.
    if (this.kind(last + 1) === "name") this.hide(last, last, ",");
    return last;
  }

  /** Treats `typedef NS_ENUM(NSInteger, Kind) {` as an enum. */
  #objcEnum(at: number): void {
    const end = this.end(at);
    if (this.kind(end - 1) !== "name" || this.text(end - 2) !== "," || this.text(end + 1) !== "{") return;
    this.hide(at, end - 2, "enum");
    this.hide(end);
    if (this.text(at - 1) === "typedef") this.hide(at - 1);
  }
}
