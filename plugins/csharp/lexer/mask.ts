/** Replaces comments and strings by spaces for `codeOnly` searches, without changing any offset. */
import { eachToken, TOKEN } from "./tokens.ts";

/** Line breaks are kept so that lines and columns don't change, and so is code in interpolation holes. */
export function maskCode(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let blankUntil = 0;
  const blank = (to: number): void => {
    if (to <= done) return;
    parts.push(blanked(text, done, to));
    done = to;
  };
  const keep = (to: number): void => {
    if (to <= done) return;
    parts.push(text.slice(done, to));
    done = to;
  };
  eachToken(text, (kind, start, end) => {
    if (start >= blankUntil) {
      blank(blankUntil);
      keep(start);
    } else blank(start);
    if (kind === TOKEN.comment || kind === TOKEN.string || kind === TOKEN.character) {
      blankUntil = Math.max(blankUntil, end);
    } else keep(end);
  });
  blank(blankUntil);
  keep(text.length);
  return parts.join("");
}

function blanked(text: string, from: number, to: number): string {
  const part = text.slice(from, to);
  return part.includes("\n") || part.includes("\r") ? part.replace(/[^\r\n]/g, " ") : " ".repeat(part.length);
}
