/** Parses queries in the style of fzf's extended search, for example `ser gui !test ^src .go$ 'exact *.toml a|b`. */

/** An alternative of a word in a query. A word without a bar has only one. */
export interface Term {
  /**
   * `letters` means these characters in this order, and `exact` a substring. `glob` is a glob that was converted to a regular
   * expression.
   */
  kind: "letters" | "exact" | "prefix" | "suffix" | "whole" | "glob";
  /** Compared in lower case, unless `caseSensitive` is set. */
  text: string;
  /** True if the word has an upper-case letter. */
  caseSensitive: boolean;
  /** True for `!word`, which excludes everything that matches. */
  negated: boolean;
  /** Set for a glob. */
  pattern?: RegExp;
}

/** Every group must match, for which one of its terms is sufficient. */
export type MatchQuery = readonly (readonly Term[])[];

export function parseMatchQuery(typed: string): MatchQuery {
  const words = wordsOf(typed);
  const groups: Term[][] = [];
  let joins = false;
  for (const word of words) {
    if (word === "|") {
      joins = groups.length > 0;
      continue;
    }
    const terms = alternativesOf(word).flatMap((each) => termOf(each) ?? []);
    if (terms.length === 0) continue;
    const last = joins ? groups.at(-1) : undefined;
    if (last) last.push(...terms);
    else groups.push(terms);
    joins = false;
  }
  return groups;
}

/** Splits at spaces, except for `\ `, which is a space within a word. */
function wordsOf(typed: string): string[] {
  return typed
    .replaceAll("\\ ", "\0")
    .split(/\s+/u)
    .map((word) => word.replaceAll("\0", " "))
    .filter((word) => word !== "");
}

/** Splits a word such as `a|b` into alternatives. A bar at either end of the word is just a character. */
function alternativesOf(word: string): string[] {
  const parts = word.split("|");
  return word === "|" || parts.includes("") ? [word] : parts;
}

function termOf(word: string): Term | undefined {
  const negated = word.length > 1 && word.startsWith("!");
  const rest = negated ? word.slice(1) : word;
  const make = (kind: Term["kind"], raw: string): Term | undefined => {
    if (raw === "") return undefined;
    const caseSensitive = raw !== raw.toLowerCase();
    return { kind, text: caseSensitive ? raw : sameLengthLower(raw), caseSensitive, negated };
  };
  if (/[*?]/.test(rest) && rest.length > 1) {
    const term = make("glob", rest);
    return term && { ...term, pattern: regexOfGlob(rest, term.caseSensitive) };
  }
  if (rest.length > 1 && rest.startsWith("'")) return make("exact", rest.slice(1));
  const head = rest.length > 1 && rest.startsWith("^");
  const tail = rest.length > 1 && rest.endsWith("$");
  if (head && tail && rest.length > 2) return make("whole", rest.slice(1, -1));
  if (head) return make("prefix", rest.slice(1));
  if (tail) return make("suffix", rest.slice(0, -1));
  return make(negated ? "exact" : "letters", rest);
}

/** Characters with a special meaning in a regular expression. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g;

/** `*` and `?` don't match across folders, while `**` does. `{a,b}` and `[a-z]` work as in a shell. */
function regexOfGlob(glob: string, caseSensitive: boolean): RegExp {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const letter = glob.charAt(at);
    const set = letter === "[" ? /^\[[!^]?[^\]/]+\]/.exec(glob.slice(at))?.[0] : undefined;
    if (letter === "*" && glob[at + 1] === "*") {
      const slash = glob[at + 2] === "/";
      source += slash ? "(?:.*/)?" : ".*";
      at += slash ? 2 : 1;
    } else if (letter === "*") source += "[^/]*";
    else if (letter === "?") source += "[^/]";
    else if (set) {
      source += `[${set[1] === "!" || set[1] === "^" ? "^" : ""}${set.slice(/^\[[!^]/.test(set) ? 2 : 1, -1).replace(/[\\[\]^]/g, "\\$&")}]`;
      at += set.length - 1;
    } else if (letter === "{" && glob.indexOf("}", at) > at) {
      source += "(?:";
      depth++;
    } else if (letter === "}" && depth > 0) {
      source += ")";
      depth--;
    } else if (letter === "," && depth > 0) source += "|";
    else source += letter.replace(SIGNS, "\\$&");
  }
  // A reversed range is taken literally.
  source += ")".repeat(depth);
  const flags = caseSensitive ? "u" : "iu";
  try {
    return new RegExp(`^${source}$`, flags);
  } catch {
    return new RegExp(`^${glob.replace(SIGNS, "\\$&")}$`, flags);
  }
}

/**
 * Converts text to lower case without changing its length, because positions in the result are used as positions in the text. A
 * few letters, such as İ, have a lower-case form of two characters, so they are not changed.
 */
export function sameLengthLower(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const letter = text.charAt(at).toLowerCase();
    return letter.length === 1 ? letter : text.charAt(at);
  }).join("");
}
