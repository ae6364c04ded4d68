/** Formats scalars in the same way as Unity, including the choice of quotes, the escapes and the folding of lines. */

/** The column at which lines are folded. */
const WIDTH = 80;

export interface ScalarPlace {
  /** The column at which the value starts. */
  column: number;
  /** The indentation of continuation lines. */
  indent: number;
  /** True inside braces. */
  flow: boolean;
}

type Style = "plain" | "single" | "double";

export function formatScalar(text: string, place: ScalarPlace): string {
  const style = styleOf(text, place.flow);
  if (style === "plain") return folded(text, place, false);
  return style === "single"
    ? `'${folded(text, { ...place, column: place.column + 1 }, true)}'`
    : doubleQuoted(text, place);
}

/** Returns the first style that works. Unity tries plain first, then single quotes and then double quotes. */
export function styleOf(text: string, flow: boolean): Style {
  // In block style an empty text can be plain, but inside braces it needs quotes.
  if (text === "") return flow ? "single" : "plain";
  if (isEscaped(text) || /\n | \n/.test(text)) return "double";
  if (/^[ \n]|[ \n]$|\n/.test(text)) return "single";
  return hasIndicator(text, flow) ? "single" : "plain";
}

/** Unity uses double quotes if a character is not printable or not ASCII. */
function isEscaped(text: string): boolean {
  return /[^\n\x20-\x7e]/.test(text);
}

/** Checks whether the text contains anything that YAML would take for an indicator. */
function hasIndicator(text: string, flow: boolean): boolean {
  if (/^(?:---|\.\.\.)/.test(text)) return true;
  if (/^[#,[\]{}&*!|>'"%@`]/.test(text) || /^-(?:\s|$)/.test(text) || /^[?:](?:\s|$)/.test(text)) return true;
  if (/:(?:\s|$)/.test(text.slice(1)) || /\s#/.test(text)) return true;
  return flow && (/^[?:]/.test(text) || /[,?[\]{}:]/.test(text.slice(1)));
}

/** Folds the text at single spaces after the width. This only works for plain and single-quoted text. */
function folded(text: string, { column, indent }: ScalarPlace, isQuoted: boolean): string {
  let out = "";
  let at = column;
  const blank = `\n${" ".repeat(indent)}`;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? "";
    if (sign === "\n") {
      // In folded text, n line breaks are written as n + 1.
      if (text[index - 1] !== "\n") out += "\n";
      out += "\n";
      if (text[index + 1] !== "\n" && index + 1 < text.length) out += " ".repeat(indent);
      at = indent;
    } else if (sign === " " && at > WIDTH && isSingleBlank(text, index, isQuoted)) {
      out += blank;
      at = indent;
    } else {
      out += isQuoted && sign === "'" ? "''" : sign;
      at += isQuoted && sign === "'" ? 2 : 1;
    }
  }
  return out;
}

function isSingleBlank(text: string, index: number, isQuoted: boolean): boolean {
  if (isQuoted && (index === 0 || index === text.length - 1)) return false;
  return text[index - 1] !== " " && text[index + 1] !== " ";
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\0": "0",
  "\u0007": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\u001b": "e",
  '"': '"',
  "\\": "\\",
  "\u0085": "N",
  "\u00a0": "_",
  "\u2028": "L",
  "\u2029": "P",
};

function doubleQuoted(text: string, { column, indent }: ScalarPlace): string {
  let out = '"';
  let at = column + 1;
  let wasBlank = false;
  const signs = [...text];
  for (const [index, sign] of signs.entries()) {
    if (sign === " " && !wasBlank && at > WIDTH && index > 0 && index < signs.length - 1) {
      // Without a backslash, spaces at the start of a continuation line would be lost.
      const kept = signs[index + 1] === " " ? "\\" : "";
      out += `\n${" ".repeat(indent)}${kept}`;
      at = indent + kept.length;
      wasBlank = true;
      continue;
    }
    const written = escaped(sign);
    out += written;
    at += written.length;
    wasBlank = sign === " ";
  }
  return `${out}"`;
}

function escaped(sign: string): string {
  const short = ESCAPES[sign];
  if (short !== undefined) return `\\${short}`;
  if (/^[\x20-\x7e]$/.test(sign)) return sign;
  const code = sign.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
