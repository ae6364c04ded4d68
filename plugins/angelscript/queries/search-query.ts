/** Implements the rules of `labelQuery`, which are ordered fragments, `|` for alternatives, and the literals `.` and `::`. */
import type { SearchEntry } from "./search-index.ts";

/** In lower case. The fragments must occur in this order. */
type Fragments = readonly Fragment[];

export interface Alternative {
  name: Fragments;
  /** The fragments after `(`, which are compared with the parameters of a function. */
  parameters: Fragments;
}

interface Fragment {
  text: string;
  /** True if it must match at the start of a word, like `Ladder::`. */
  wholeWord: boolean;
}

/** Returns an empty list if there is nothing to search for. */
export function parseQuery(query: string): Alternative[] {
  return query
    .toLowerCase()
    .split("|")
    .map((text) => {
      const [name = "", ...rest] = text.split("(");
      return { name: parseFragments(name), parameters: parseFragments(rest.join(" ")) };
    })
    .filter(({ name }) => name.length > 0);
}

/** A separator belongs to the word next to it, and the next word can be anywhere after that. `AThing/Fire` is a symbol path. */
function parseFragments(written: string): Fragments {
  const text = written.replace(/(?<=[\p{L}\p{N}_])\/(?=[\p{L}\p{N}_])/gu, ".");
  const fragments: Fragment[] = [];
  let touches = false;
  for (const token of text.matchAll(/\s+|::|\.|[\p{L}\p{N}_]+/gu)) {
    const [word] = token;
    const separator = word === "." || word === "::";
    const last = fragments.at(-1);
    if (/^\s/.test(word)) touches = false;
    else if (separator && touches && last) {
      last.text += word;
      last.wholeWord = word === "::";
      touches = false;
    } else {
      fragments.push({ text: word, wholeWord: false });
      touches = !separator;
    }
  }
  return fragments;
}

/** Returns the words of each alternative, which are parts of identifiers. */
export function wordsOf(alternatives: readonly Alternative[]): string[][] {
  return alternatives.map(({ name }) => name.flatMap(({ text }) => text.split(/[.:]+/).filter((word) => word !== "")));
}

/** Tells whether the symbol's own name matches or only its owner. */
export type QueryMatch = "own" | "owner" | undefined;

export function matchEntry(
  alternatives: readonly Alternative[],
  entry: SearchEntry,
  parametersOf: () => string = () => "",
): QueryMatch {
  let best: QueryMatch;
  for (const { name, parameters } of alternatives) {
    const whole = { text: entry.folded, from: 0 };
    if (!inOrder(name, whole) && !inOrder(name, spelledOtherwise(entry))) continue;
    if (parameters.length > 0 && !inOrder(parameters, { text: parametersOf().toLowerCase(), from: 0 })) continue;
    if (inOrder(name, { text: entry.folded, from: entry.ownAt })) return "own";
    // For `Owner.Name`, the last fragment must be part of the symbol's own name.
    const last = name.at(-1);
    const named = last && name.length > 1 && !/[.:]$/.test(last.text);
    if (named && entry.folded.indexOf(last.text, entry.ownAt) >= 0) return "own";
    best = "owner";
  }
  return best;
}

/** Enum values are written with `::` but are in the index with `.`. Types can be written like an owner, with `.` at the end. */
function spelledOtherwise(entry: SearchEntry): { text: string; from: number } {
  if (entry.isType) return { text: `${entry.folded}.`, from: 0 };
  if (!entry.isEnumValue) return { text: "", from: 0 };
  return { text: `${entry.folded.slice(0, entry.ownAt - 1)}::${entry.folded.slice(entry.ownAt)}`, from: 0 };
}

function inOrder(fragments: Fragments, { text, from }: { text: string; from: number }): boolean {
  let at = from;
  for (const fragment of fragments) {
    let found = text.indexOf(fragment.text, at);
    while (found > 0 && fragment.wholeWord && /\w/.test(text[found - 1] as string))
      found = text.indexOf(fragment.text, found + 1);
    if (found < 0) return false;
    at = found + fragment.text.length;
  }
  return true;
}

/** A higher number is better. The order is the exact name, a prefix, a word, a part of a word, and anything else. */
export function relevance(query: string, entry: SearchEntry): number {
  const wanted = query.trim().toLowerCase().replace(/\(.*$/s, "");
  const own = entry.folded.slice(entry.ownAt).replace(/\(\)(?: <ctor>)?$/, "");
  if (own === wanted || entry.folded.replace(/\(\)$/, "") === wanted) return 1000;
  if (own.startsWith(wanted)) return 900;
  if (!/\s/.test(wanted) && startsWord(entry.label, wanted)) return 850;
  if (entry.folded.includes(wanted)) return 700;
  return 650;
}

/** Returns true if a camel-case word starts with the text. */
function startsWord(label: string, wanted: string): boolean {
  const folded = label.toLowerCase();
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1))
    if (at === 0 || /[A-Z]/.test(label[at] as string) || /\W/.test(label[at - 1] as string)) return true;
  return false;
}
