/** Formats a new body in the style of its file. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { indented } from "./indent-code.ts";

export interface BodyStyle {
  /** The declaration's indentation. */
  indent: string;
  unit: string;
  /** True if opening braces have their own line. */
  isOwnLine: boolean;
}

/**
 * Formats a new body.
 * @param code - `{ … }`, `=> …`, or statements without braces
 * @returns the text that goes after the header
 */
export function bodyText(code: string, { indent, unit, isOwnLine }: BodyStyle): string {
  const own = code.trim();
  if (own.startsWith("=>")) {
    const text = indented(own, indent, unit).trimStart();
    return ` ${text.endsWith(";") ? text : `${text};`}`;
  }
  const inner = withinBraces(own);
  if (inner !== undefined && !inner.includes("\n")) return ` ${own}`;
  const text = inner ?? code;
  const open = isOwnLine ? `\n${indent}{` : " {";
  return text.trim() === "" ? `${open}\n${indent}}` : `${open}\n${indented(text, indent + unit, unit)}\n${indent}}`;
}

/** Returns the code inside the outer braces. */
function withinBraces(code: string): string | undefined {
  if (!code.startsWith("{") || !code.endsWith("}")) return undefined;
  let depth = 0;
  let closed = -1;
  eachToken(code, (kind, start) => {
    if (kind === TOKEN.string || closed >= 0) return;
    if (kind === 123) depth++;
    else if (kind === 125 && --depth === 0) closed = start;
  });
  return closed === code.length - 1 ? code.slice(1, -1) : undefined;
}
