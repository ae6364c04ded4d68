/** Implements fuzzy matching of names for the explorer's home screen, palette and pickers, and for `jig pick`. */
import { type MatchQuery, parseMatchQuery, sameLengthLower, type Term } from "./match-query.ts";
import { type Candidate, scoreTerm } from "./score-term.ts";

export interface MatchText {
  text: string;
  /** The name within the text, as `[start, end)`. The default is everything after the last slash. */
  name?: readonly [number, number];
}

export interface Match<Item> {
  item: Item;
  /** From 1,000 on, the query is the name itself (see `score-term.ts`). Scores of different matchers can be compared. */
  score: number;
  /** The matching characters as `[start, end)` in the text. */
  marks: [number, number][];
}

export interface Matches<Item> {
  /** The number of matches. */
  total: number;
  /** The best matches, with the best one first. Equal ones keep their order. */
  best: Match<Item>[];
}

export interface MatchOptions<Item> {
  limit?: number;
  /** The minimum score. */
  least?: number;
  /** A number from 0 to 1 (most recent), which orders rows with equal scores. */
  recency?: (item: Item) => number;
}

export interface Matcher<Item> {
  readonly size: number;
  /** An empty query matches everything in the original order. */
  match(typed: string, options?: MatchOptions<Item>): Matches<Item>;
}

const MAX_RECENCY_BONUS = 40;
const SCORES = 1200;
/** If the score is lower than this, the letters of a word are scattered over the text. */
const SCATTERED = 250;

interface Entry<Item> {
  item: Item;
  candidate: Candidate;
  /** A set of bits for the letters and digits that occur in the text. */
  letters: number;
}

interface Scored<Item> {
  entry: Entry<Item>;
  score: number;
}

export function createMatcher<Item>(items: readonly Item[], textOf: (item: Item) => MatchText): Matcher<Item> {
  const entries = items.map((item): Entry<Item> => {
    const candidate = candidateOf(textOf(item));
    return { item, candidate, letters: lettersOf(candidate.lower) };
  });
  // Everything that matches a longer query also matches a shorter one.
  let last: { query: MatchQuery; fitting: readonly Entry<Item>[] } | undefined;

  return {
    size: items.length,
    match(typed, { limit = Number.POSITIVE_INFINITY, least = 0, recency } = {}) {
      const query = parseMatchQuery(typed);
      if (query.length === 0) {
        last = undefined;
        const best = items.slice(0, limit).map((item): Match<Item> => ({ item, score: 0, marks: [] }));
        return { total: items.length, best };
      }
      const wanted = query.reduce((all, group) => all | requiredLetters(group), 0);
      const among = last && narrows(last.query, query) ? last.fitting : entries;
      const fitting: Entry<Item>[] = [];
      const scored: Scored<Item>[] = [];
      const joined = joinedWords(query);
      for (const entry of among) {
        if ((entry.letters & wanted) !== wanted) continue;
        const score = scoreOf(query, joined, entry.candidate, []);
        if (score === 0) continue;
        fitting.push(entry);
        if (score < least) continue;
        scored.push({ entry, score: score + (recency ? MAX_RECENCY_BONUS * recency(entry.item) : 0) });
      }
      last = { query, fitting };
      const best = bestOf(scored, limit).map(({ entry: { item, candidate }, score }): Match<Item> => {
        const places: number[] = [];
        scoreOf(query, joined, candidate, places);
        return { item, score, marks: spansOf(places) };
      });
      return { total: scored.length, best };
    },
  };
}

/** Scores one name for a parsed query. */
export function scoreOfName(query: MatchQuery, text: MatchText): number {
  return scoreOf(query, joinedWords(query), candidateOf(text), []);
}

function candidateOf({ text, name }: MatchText): Candidate {
  const [nameStart, nameEnd] = name ?? [text.lastIndexOf("/") + 1, text.length];
  return { text, lower: sameLengthLower(text), nameStart, nameEnd };
}

/** Returns the mean of the words' scores, so that queries with different numbers of words can be compared. */
function scoreOf(query: MatchQuery, joined: string | undefined, candidate: Candidate, places: number[]): number {
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let counted = 0;
  for (const group of query) {
    const score = groupScore(group, candidate, places);
    if (score === 0) return 0;
    if (group.every(({ negated }) => negated)) continue;
    sum += score;
    least = Math.min(least, score);
    counted++;
  }
  // The words together are the name, for example "player controller" for PlayerController.cs.
  if (joined !== undefined && isSpelledBy(candidate, joined)) return 1000 - counted;
  if (counted === 0) return 1;
  // A good word doesn't make up for a scattered one.
  return Math.max(1, least < SCATTERED ? least : sum / counted);
}

function groupScore(group: readonly Term[], candidate: Candidate, places: number[]): number {
  let best = 0;
  let bestPlaces: number[] = [];
  for (const term of group) {
    const own: number[] = [];
    const found = scoreTerm(term, candidate, own);
    const score = term.negated ? (found === 0 ? 1 : 0) : found;
    if (score <= best) continue;
    best = score;
    bestPlaces = term.negated ? [] : own;
  }
  places.push(...bestPlaces);
  return best;
}

function joinedWords(query: MatchQuery): string | undefined {
  const words = query.map(([term, other]) => (other || term?.kind !== "letters" ? undefined : term.text));
  return words.length > 1 && words.every((word) => word !== undefined) ? words.join("").toLowerCase() : undefined;
}

function isSpelledBy({ lower, nameStart, nameEnd }: Candidate, joined: string): boolean {
  if (nameEnd - nameStart < joined.length) return false;
  const name = lower.slice(nameStart, nameEnd);
  const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  return bare(name) === joined || bare(name.replace(/(?<=.)\.[^.]*$/, "")) === joined;
}

/** Returns the best items, with the best one first. Items with equal scores keep their order. */
function bestOf<Item>(scored: readonly Scored<Item>[], limit: number): Scored<Item>[] {
  let floor = 0;
  if (scored.length > limit * 4) {
    const counts = new Uint32Array(SCORES + 1);
    for (const { score } of scored) {
      const at = Math.min(SCORES, Math.floor(score));
      counts[at] = (counts[at] ?? 0) + 1;
    }
    let above = 0;
    for (floor = SCORES; floor > 0 && above + (counts[floor] ?? 0) < limit; floor--) above += counts[floor] ?? 0;
  }
  // The sort is stable.
  return scored
    .filter(({ score }) => score >= floor)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

/** Returns a set of bits for the letters and digits in a text, which rejects most candidates on its own. */
function lettersOf(lower: string): number {
  let bits = 0;
  for (let at = 0; at < lower.length; at++) bits |= bitOf(lower.charCodeAt(at));
  return bits;
}

function bitOf(code: number): number {
  if (code >= 97 && code <= 122) return 1 << (code - 97);
  return code >= 48 && code <= 57 ? 1 << (26 + ((code - 48) >> 1)) : 0;
}

function requiredLetters(group: readonly Term[]): number {
  const [term, other] = group;
  if (!term || other || term.negated || term.kind === "glob") return 0;
  return lettersOf(term.text.toLowerCase());
}

/** Returns true if everything that matches the new query also matched the old one. */
function narrows(old: MatchQuery, next: MatchQuery): boolean {
  return (
    old.length <= next.length &&
    old.every((group, index) => {
      const [before, another] = group;
      const [after, other] = next[index] ?? [];
      if (!before || !after || another || other) return false;
      if (before.kind !== after.kind || before.negated || after.negated) return false;
      if (before.text === after.text) return true;
      const grows = before.kind === "letters" || before.kind === "exact" || before.kind === "prefix";
      return grows && before.caseSensitive === after.caseSensitive && after.text.startsWith(before.text);
    })
  );
}

/** Merges positions into ranges of the form `[start, end)`. */
function spansOf(places: readonly number[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && last[1] === place) last[1]++;
    else spans.push([place, place + 1]);
  }
  return spans;
}
