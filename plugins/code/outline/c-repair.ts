/** Replaces the parts of a C or C++ text that its grammar cannot read with spaces of the same length. */
import { hideConditions } from "./c-conditions.ts";
import { MacroHider } from "./c-macros.ts";
import { type Token, tokensOf } from "./c-tokens.ts";

export function repairC(text: string, isCpp: boolean): string {
  const tokens = tokensOf(text, isCpp);
  hideDirectives(tokens);
  if (isCpp) hideTypenames(tokens);
  new MacroHider(tokens).hideAll();
  hideConditions(tokens);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, shown } of tokens) {
    if (shown === undefined) continue;
    parts.push(text.slice(at, start), shown, text.slice(start + shown.length, end).replace(/[^\r\n]/g, " "));
    at = end;
  }
  return at === 0 ? text : parts.join("") + text.slice(at);
}

/** The outline only depends on the conditions, and not on the terms in them. */
function hideDirectives(tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.kind !== "directive") continue;
    const [all, word] = /^#\s*(\w*)/.exec(token.text) ?? [];
    if (word === "if" || word === "elif") {
      if (!/^#\s*if\s+0\s*$/.test(token.text)) token.shown = `${all} 1`.slice(0, token.text.length);
    } else if (!/^(?:ifn?def|elifn?def|else|endif)$/.test(word ?? "")) token.shown = "";
  }
}

/** The maximum number of tokens in a type after `typename`. */
const LONGEST_TYPE = 60;

/** The grammar does not support `typename` in an expression, as in `f(typename T::value_type(1))`. */
function hideTypenames(tokens: readonly Token[]): void {
  for (const [start, token] of tokens.entries()) {
    if (token.text !== "typename" || token.kind !== "word") continue;
    let depth = 0;
    let isQualified = false;
    for (let at = start + 1; at < start + LONGEST_TYPE; at++) {
      const { kind = "", text = "" } = tokens[at] ?? {};
      if (depth === 0 && isQualified && /^[({]$/.test(text)) token.shown = "";
      if (text === "<") depth++;
      else if (text === ">") depth--;
      else if (text === ":" && depth === 0) isQualified = true;
      else if (depth === 0 && (kind !== "name" || tokens[at - 1]?.kind === "name")) break;
      if (depth < 0 || text === ";") break;
    }
  }
}
