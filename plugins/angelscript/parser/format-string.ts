/** Finds the expressions in f-strings such as `f"text {Expr} {Expr =} {Expr :.2} {{not this}}"`. */
import { tokenizePart } from "../lexer/lexer.ts";
import type { Tokens } from "../lexer/tokens.ts";
import type { Expression } from "./syntax.ts";
import { ParseError, TokenCursor } from "./token-cursor.ts";

type Parse = (cursor: TokenCursor) => Expression;

/** `start` and `end` are those of the token. Parts that can't be parsed are treated as text. */
export function parseFormatString(tokens: Tokens, start: number, end: number, parse: Parse): Expression[] {
  const parts: Expression[] = [];
  // The searches below must not see the rest of the file.
  const text = tokens.text.slice(0, end);
  let at = start + 2;
  while (at < end) {
    const open = text.indexOf("{", at);
    if (open < 0) break;
    if (text[open + 1] === "{") {
      at = open + 2;
      continue;
    }
    const close = expressionEnd(text, open + 1, end);
    const part = parsePart(tokens, open + 1, close, parse);
    if (part) parts.push(part);
    const brace = text.indexOf("}", close);
    at = brace < 0 ? end : brace + 1;
  }
  return parts;
}

function parsePart(tokens: Tokens, start: number, end: number, parse: Parse): Expression | undefined {
  const cursor = new TokenCursor(tokenizePart(tokens.text, tokens.names, start, end));
  try {
    return cursor.ended ? undefined : parse(cursor);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** An expression ends at `}`, at the `:` of a format, or at the `=` of `{Expr =}`. */
function expressionEnd(text: string, from: number, end: number): number {
  let depth = 0;
  let conditions = 0;
  for (let at = from; at < end; at++) {
    const char = text[at];
    if (char === "(" || char === "[" || char === "{") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "}" && --depth < 0) return at;
    else if (depth > 0) continue;
    else if (char === "?") conditions++;
    else if (char === ":" && text[at + 1] === ":") at++;
    else if (char === ":" && conditions-- <= 0) return at;
    else if (char === "=" && /^\s*[}:]/.test(text.slice(at + 1, at + 8)) && !/[=!<>]/.test(text[at - 1] ?? ""))
      return at;
  }
  return end;
}
