/** Reads the parameters and results of a Go function from its signature. */
import { betweenCommas } from "./between-commas.ts";

/** Returns the results of a function in the spelling of its signature. */
export function resultsOf(signature: string): string[] {
  const end = closing(signature, receiverEnd(signature));
  const results = signature.slice(end).trim();
  if (!results.startsWith("(")) return [results];
  return betweenCommas(results.slice(1, -1), ["([{", ")]}"]).map((each) => each.replace(/^\w+ (?=[\w*[])/, ""));
}

/** Returns the parameters of a function, with their names. */
export function parametersOf(signature: string): string[] {
  const from = receiverEnd(signature);
  const list = signature.slice(signature.indexOf("(", from) + 1, closing(signature, from) - 1).trim();
  return list === "" ? [] : betweenCommas(list, ["([{", ")]}"]);
}

function receiverEnd(signature: string): number {
  return signature.startsWith("func (") ? closing(signature, 0) : 0;
}

/** Returns the end of the first parentheses that open after `from`. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") open++;
    else if (text[at] === ")" && --open === 0) return at + 1;
  }
  return text.length;
}
