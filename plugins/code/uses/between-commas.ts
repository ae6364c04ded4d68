/** Splits a list of types or parameters at its commas. */

/** Returns the parts between commas outside brackets, trimmed. `brackets` holds the opening ones, then the closing ones, in the same order. */
export function betweenCommas(text: string, brackets: readonly [opening: string, closing: string]): string[] {
  const [opening, closing] = brackets;
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (opening.includes(letter)) depth++;
    if (closing.includes(letter)) depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
