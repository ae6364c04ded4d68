/** Splits a list of types or parameters at its commas. */

/**
 * Returns the trimmed parts between the commas that are outside brackets. `brackets` contains the opening brackets and
 * the closing brackets in the same order.
 */
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
