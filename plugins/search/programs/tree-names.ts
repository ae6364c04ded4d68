/** Prints names as tree does: characters that a terminal can't show are octal numbers, unless flags choose another form. */
import { bytesOfText, hasRawBytes } from "../../../core/host/plugin-api.ts";

/** `raw` is -N, `marks` is -q, and `quotes` is -Q. */
export type NameStyle = Readonly<Record<"raw" | "marks" | "quotes", boolean>>;

const UNPRINTABLE = /[\p{Cc}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Letters for the bytes 7 to 13. tree uses them only for names that aren't UTF-8. */
const LETTERS = "abtnvfr";

export function treeName(name: string, { raw, marks, quotes }: NameStyle): string {
  const shown = raw ? name : hasRawBytes(name) ? (marks ? name : byBytes(name, quotes)) : byCharacters(name, marks);
  return quotes ? `"${shown}"` : shown;
}

function byCharacters(name: string, marks: boolean): string {
  let shown = "";
  for (const character of name) {
    if (UNPRINTABLE.test(character)) shown += marks ? "?" : octal(character.codePointAt(0) ?? 0);
    else shown += character;
  }
  return shown;
}

function byBytes(name: string, quotes: boolean): string {
  let shown = "";
  for (const byte of bytesOfText(name)) {
    const character = String.fromCharCode(byte);
    if (byte >= 7 && byte <= 13) shown += `\\${LETTERS[byte - 7]}`;
    else if (character === "\\" || character === (quotes ? '"' : " ")) shown += `\\${character}`;
    else shown += byte >= 0x20 && byte < 0x7f ? character : octal(byte);
  }
  return shown;
}

function octal(code: number): string {
  return `\\${code.toString(8).padStart(3, "0")}`;
}
