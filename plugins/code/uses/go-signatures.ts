/** Reads the results of a Go function from its signature. */
import { betweenCommas } from "./between-commas.ts";

/** The results of a function, from its signature. */
export function resultsOf(signature: string): string[] {
  const end = closing(signature, signature.startsWith("func (") ? closing(signature, 0) : 0);
  const results = signature.slice(end).trim();
  if (!results.startsWith("(")) return [results];
  return betweenCommas(results.slice(1, -1), ["([{", ")]}"]).map((each) => each.replace(/^\w+ (?=[\w*[])/, ""));
}

/** The end of the parentheses that open first after `from`. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") open++;
    else if (text[at] === ")" && --open === 0) return at + 1;
  }
  return text.length;
}
