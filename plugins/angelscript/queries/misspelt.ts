/** Finds names that differ by one or two letters, but not only by a number or suffix. */
import { distance } from "fastest-levenshtein";

/** A shorter name is similar to too many others. */
const SHORTEST = 4;
/** Names from this length on may have two wrong letters. */
const LONG = 10;

/** Returns undefined if no name is similar or if two are equally similar. */
export function misspelt(written: string, names: Iterable<string>): string | undefined {
  if (written.length < SHORTEST) return undefined;
  const allowed = written.length >= LONG ? 2 : 1;
  let nearest: string | undefined;
  let lowest = allowed + 1;
  let isTie = false;
  const lower = written.toLowerCase();
  for (const name of names) {
    if (name === nearest || Math.abs(name.length - written.length) > allowed || isVariant(written, name)) continue;
    const other = name.toLowerCase();
    const cost = other === lower ? 0 : isSwapped(lower, other) ? 1 : distance(lower, other);
    if (cost > lowest || cost > allowed) continue;
    isTie = cost === lowest;
    nearest = name;
    lowest = cost;
  }
  return isTie && lowest > 0 ? undefined : nearest;
}

/** Leaves out pairs that usually exist next to each other, such as `GetX`/`SetX`, `OffsetX`/`OffsetY` and `Item1`/`Item2`. */
function isVariant(a: string, b: string): boolean {
  if (a === b) return true;
  const [lower, other] = [a.toLowerCase(), b.toLowerCase()];
  if (lower === other || isSwapped(lower, other) || isDoubled(lower, other)) return false;
  if (plain(lower) === plain(other) || lower.slice(1) === other || other.slice(1) === lower) return true;
  const [words, others] = [wordsOf(a), wordsOf(b)];
  const first = firstDifference(words, others);
  const same = first + sameFromEnd(words, others, first);
  const [left, right] = [
    words.slice(first, words.length - same + first),
    others.slice(first, others.length - same + first),
  ];
  // If two short words have different lengths, a letter is missing or was added.
  if (left.length === 1 && right.length === 1 && left[0]?.length !== right[0]?.length) return false;
  return [...left, ...right].every((word) => word.length <= SHORT_WORD);
}

/** Short words like `Get` and `Set`, or `In` and `On`, are all similar to each other. */
const SHORT_WORD = 3;

function plain(name: string): string {
  return name
    .replace(/\d+/g, "")
    .replace(/s$/, "")
    .replace(/^f(?=.)/, "");
}

/** Splits `GetHTTPPort` into `Get`, `HTTP` and `Port`. */
function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name];
}

function firstDifference(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((word, index) => word !== b[index]);
  return at < 0 ? a.length : at;
}

function sameFromEnd(a: readonly string[], b: readonly string[], front: number): number {
  const most = Math.min(a.length, b.length) - front;
  let same = 0;
  while (same < most && a.at(-1 - same) === b.at(-1 - same)) same++;
  return same;
}

/** Returns true if one of them has a doubled letter. */
function isDoubled(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length !== short.length + 1) return false;
  let at = 0;
  while (short[at] === long[at]) at++;
  return at > 0 && long[at] === long[at - 1] && short.slice(at) === long.slice(at + 1);
}

/** Returns true if two adjacent letters are swapped. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
