/** Splits the lists in types and headers. */

/** Splits a string, but only at separators outside of all brackets. */
export function splitTop(text: string, separator: RegExp = /,/y): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === "<" || c === "(" || c === "[") depth++;
    else if (c === ">" || c === ")" || c === "]") depth--;
    else if (depth === 0) {
      separator.lastIndex = at;
      const found = separator.exec(text);
      if (!found) continue;
      parts.push(text.slice(start, at));
      start = at + found[0].length;
      at = start - 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
