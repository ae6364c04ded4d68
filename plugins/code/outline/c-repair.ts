/** Replaces the parts of a C or C++ text that its grammar cannot read with spaces of the same length. */
import { hideConditions } from "./c-conditions.ts";
import { MacroHider } from "./c-macros.ts";
import { type Token, tokensOf } from "./c-tokens.ts";

export function repairC(text: string, isCpp: boolean): string {
  const tokens = tokensOf(text, isCpp);
  hideDirectives(tokens);
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
