/**
 * Implements fnmatch(3) as used by find and ls, where `*` and `?` also match slashes. The worst case is O(pattern ×
 * text).
 */

/** Compiles a pattern, which must match the whole string. */
export function fnmatch(pattern: string, { ignoreCase = false } = {}): (text: string) => boolean {
  const parts = partsOf(charactersOf(ignoreCase ? pattern.toLowerCase() : pattern));
  return (text) => matches(parts, charactersOf(ignoreCase ? text.toLowerCase() : text));
}

/** Some characters are two units of a string. */
function charactersOf(text: string): string | string[] {
  return /[\ud800-\udfff]/.test(text) ? [...text] : text;
}

type Part = "star" | ((char: string) => boolean);

function partsOf(pattern: string | string[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "*") {
      if (parts.at(-1) !== "star") parts.push("star");
    } else if (char === "?") parts.push(() => true);
    else if (char === "[") {
      const end = pattern.indexOf("]", at + (/[!^]/.test(pattern[at + 1] ?? "") ? 3 : 2));
      if (end < 0) parts.push((each) => each === "[");
      else {
        parts.push(setOf(pattern.slice(at + 1, end)));
        at = end;
      }
    } else {
      const wanted = char === "\\" && at + 1 < pattern.length ? (pattern[++at] ?? "") : char;
      parts.push((each) => each === wanted);
    }
  }
  return parts;
}

function setOf(body: string | string[]): (char: string) => boolean {
  const not = /^[!^]/.test(body[0] ?? "");
  const inside = not ? body.slice(1) : body;
  return (char) => {
    for (let at = 0; at < inside.length; at++) {
      const low = inside[at] ?? "";
      const high = inside[at + 1] === "-" && at + 2 < inside.length ? (inside[at + 2] ?? "") : low;
      if (char >= low && char <= high) return !not;
      if (high !== low) at += 2;
    }
    return not;
  };
}

/** We only have to go back to the last star, because earlier ones do not have to change. */
function matches(parts: readonly Part[], text: string | readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let taken = 0;
  for (let place = 0; place < text.length; ) {
    const part = parts[at];
    if (part === "star") {
      star = at++;
      taken = place;
    } else if (part?.(text[place] ?? "")) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++taken;
    } else return false;
  }
  while (parts[at] === "star") at++;
  return at === parts.length;
}
