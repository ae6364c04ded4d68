/** Skips the bodies of functions without creating tokens, because the index only needs their words. */
import {
  APOSTROPHE,
  CLOSE_BRACE,
  DOT,
  HASH,
  LETTER_F,
  LETTER_N,
  OPEN_BRACE,
  QUOTE,
  SLASH,
  STAR,
} from "./characters.ts";
import type { FileWords } from "./file-words.ts";
import { wordNumber } from "./file-words.ts";
import { step } from "./interned-names.ts";
import {
  CLASS,
  classOf,
  endOfBlockComment,
  endOfDirective,
  endOfLineComment,
  endOfNumber,
  endOfString,
} from "./scan.ts";

/** Words that start a declaration. If one occurs inside a body, a `}` is missing. */
export const DECLARATION_WORDS = [
  ...(["UFUNCTION", "UPROPERTY", "UCLASS", "USTRUCT", "UENUM"] as const),
  ...(["namespace", "class", "struct", "enum"] as const),
] as const;

const STOPS = DECLARATION_WORDS.map((word) => wordNumber(word) | 0);
/** A fast filter that uses the lowest byte of a word's hash. */
const MAY_STOP = Uint8Array.from({ length: 256 }, (_, low) => (STOPS.some((hash) => (hash & 255) === low) ? 1 : 0));

/**
 * Returns the offset after the closing `}`, or -1 if a brace seems to be missing. The words in `n"…"` and `f"…"` are also added
 * to `words`.
 */
export function skimBody(text: string, open: number, to: number, words: FileWords): number {
  let depth = 0;
  let at = open;
  while (at < to) {
    const code = text.charCodeAt(at);
    const group = code < 128 ? CLASS[code] : classOf(code);
    if (group === 3) at++;
    else if (group === 1) {
      const start = at;
      let hash = 0;
      for (; at < to; at++) {
        const next = text.charCodeAt(at);
        const kind = next < 128 ? CLASS[next] : classOf(next);
        if (kind !== 1 && kind !== 2) break;
        hash = step(hash, next);
      }
      const after = text.charCodeAt(at);
      if (at === start + 1 && (after === QUOTE || after === APOSTROPHE) && (code === LETTER_N || code === LETTER_F)) {
        const end = endOfString(text, at, to);
        words.addAll(text, at, end);
        at = end;
        continue;
      }
      if (MAY_STOP[hash & 255] === 1 && STOPS.includes(hash)) return -1;
      words.add(hash);
    } else if (group === 2) at = endOfNumber(text, at, to);
    else if (code === OPEN_BRACE) {
      depth++;
      at++;
    } else if (code === CLOSE_BRACE) {
      at++;
      if (--depth === 0) return at;
    } else if (code === SLASH && text.charCodeAt(at + 1) === SLASH) at = endOfLineComment(text, at, to);
    else if (code === SLASH && text.charCodeAt(at + 1) === STAR) at = endOfBlockComment(text, at, to);
    else if (code === HASH) at = endOfDirective(text, at, to);
    else if (code === QUOTE || code === APOSTROPHE) at = endOfString(text, at, to);
    else if (code === DOT && CLASS[text.charCodeAt(at + 1)] === 2) at = endOfNumber(text, at, to);
    else at++;
  }
  return -1;
}
