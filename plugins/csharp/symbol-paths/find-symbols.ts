/** Finds declarations by their name or name path. The order of the results does not depend on how the index was built. */
import { didYouMean } from "../../../core/host/plugin-api.ts";
import type { IndexedSymbol, SymbolHandle, SymbolStore } from "../index/symbol-store.ts";
import { KIND, KINDS, type Kind, kindName } from "../outline/declaration-table.ts";
import { type ParsedPath, parseSymbolPath } from "./parse-symbol-path.ts";
import { indexedName, overloadNumber } from "./resolve-path.ts";

export interface FindQuery {
  name: string;
  exact: boolean;
  kinds: readonly string[];
  inScope(path: string): boolean;
  /** Returns the path by which the results are sorted. */
  display(path: string): string;
  /** If the query is a full symbol path, only these are searched. */
  among?: readonly SymbolHandle[] | undefined;
}

/** The keywords that might precede a name that was copied from code. */
const KEYWORDS = new Set(
  (
    "public private protected internal static readonly const virtual override abstract sealed partial async unsafe extern new ref " +
    "class struct interface enum record delegate event namespace void var bool byte char decimal double float int long object short string"
  ).split(" "),
);

/** Returns the words of a query, each of which must occur in the symbol path. Single words and paths are not split. */
export function wordsOf(written: string): string[] {
  const text = written.trim();
  if (/[(<[`@]|\boperator\b/.test(text)) return [text];
  const words = text.split(/\s+/).filter((word) => word !== "");
  const named = words.filter((word) => !KEYWORDS.has(word));
  return named.length > 0 ? named : words.slice(-1);
}

/** Returns the declared name with the most similar spelling. */
export function similarName(store: SymbolStore, wanted: string): string | undefined {
  const most = Math.max(2, Math.floor(wanted.length / 3));
  const names = new Set<string>();
  for (const name of store.names()) if (name !== "" && Math.abs(name.length - wanted.length) <= most) names.add(name);
  if (wanted === "") return undefined;
  // The store keeps names that no file declares any more until it is rewritten.
  for (let near = didYouMean(wanted, [...names]); near !== undefined; near = didYouMean(wanted, [...names])) {
    if (store.byName(near, true).length > 0) return near;
    names.delete(near);
  }
  return undefined;
}

/**
 * The results of a query. They are ordered by how well the name matches, then by kind, name and place. Because a part of a name
 * can match tens of thousands of declarations, we only sort them as far as they are read.
 */
export class SymbolHits {
  readonly #store: SymbolStore;
  readonly #query: FindQuery;
  readonly #sought: string;
  /** Maps a number for rank and kind to the names of the hits, and each name to its places. */
  readonly #buckets = new Map<number, Map<string, SymbolHandle[][]>>();
  /** The sorted names of each rank, which are computed when they are first needed. */
  readonly #names = new Map<number, string[]>();
  total = 0;

  constructor(store: SymbolStore, query: FindQuery) {
    this.#store = store;
    this.#query = query;
    const words = wordsOf(query.name);
    const path = parseSymbolPath(words.length === 1 ? (words[0] ?? "") : "");
    this.#sought = words.length === 1 ? indexedName(path) : words.join(" ");
    const lowered = words.map((word) => word.toLowerCase());
    const kinds = new Set(query.kinds);
    const scoped = new Map<number, boolean>();
    const buckets = new Map<number, SymbolHandle[]>();
    for (const handle of query.among ?? handlesNamed(store, words.length === 1 ? [this.#sought] : words, query.exact)) {
      const kind = store.kind(handle);
      if (kinds.size > 0 && !kinds.has(KINDS[kind] ?? "")) continue;
      const file = store.fileKey(handle);
      let inScope = scoped.get(file);
      if (inScope === undefined) {
        inScope = query.inScope(store.pathOf(handle));
        scoped.set(file, inScope);
      }
      if (!inScope || !(query.among || this.#fits(handle, path, lowered))) continue;
      const key = store.nameKey(handle) * KINDS.length + kind;
      let bucket = buckets.get(key);
      if (!bucket) {
        bucket = [];
        buckets.set(key, bucket);
        this.#file(kind, store.name(handle), bucket);
      }
      bucket.push(handle);
      this.total++;
    }
  }

  #file(kind: number, name: string, bucket: SymbolHandle[]): void {
    const rank = rankOf(kind, name, this.#sought);
    const names = this.#buckets.get(rank) ?? new Map<string, SymbolHandle[][]>();
    this.#buckets.set(rank, names);
    const buckets = names.get(name);
    if (buckets) buckets.push(bucket);
    else names.set(name, [bucket]);
  }

  #fits(handle: SymbolHandle, path: ParsedPath, words: readonly string[]): boolean {
    if (words.length > 1) return holdsAll(this.#store.symbol(handle), words);
    if (path.outer.length === 0 && !path.rooted && path.last.arity === undefined && path.overload === undefined)
      return true;
    const one = this.#store.symbol(handle);
    if (!matchesPath(one, path)) return false;
    if (path.last.arity !== undefined && this.#store.arity(handle) !== path.last.arity) return false;
    return path.overload === undefined || overloadNumber(this.#store, one) === path.overload;
  }

  /** Yields the hits after a position in order, or all hits if the position is undefined. */
  *after(position: SortKey | undefined): Generator<IndexedSymbol> {
    const ranks = [...this.#buckets.keys()].sort((a, b) => a - b);
    for (const rank of ranks) {
      if (position && rank < position[0]) continue;
      const names = this.#buckets.get(rank);
      if (!names) continue;
      for (const name of this.#namesIn(rank, names)) {
        if (position && rank === position[0] && name < position[1]) continue;
        const sorted = names
          .get(name)!
          .flat()
          .map((handle) => this.#store.symbol(handle))
          .map((found) => ({ found, key: this.keyOf(found) }))
          .sort((a, b) => compareKeys(a.key, b.key));
        for (const { found, key } of sorted) if (!position || compareKeys(key, position) > 0) yield found;
      }
    }
  }

  #namesIn(rank: number, names: ReadonlyMap<string, unknown>): string[] {
    const sorted = this.#names.get(rank) ?? [...names.keys()].sort();
    this.#names.set(rank, sorted);
    return sorted;
  }

  keyOf(found: IndexedSymbol): SortKey {
    return sortKey({ ...found, path: this.#query.display(found.path) }, this.#sought);
  }
}

function handlesNamed(store: SymbolStore, words: readonly string[], exact: boolean): readonly SymbolHandle[] {
  const [only] = words;
  if (words.length === 1 && only !== undefined) return store.byName(only, exact);
  const found = new Map<string, SymbolHandle>();
  for (const word of words)
    for (const handle of store.byName(word, exact)) found.set(`${handle.segment}:${handle.at}`, handle);
  return [...found.values()];
}

/** Returns true if each word occurs in the kind or in the path. */
function holdsAll({ kind, namespace, containers, name }: IndexedSymbol, words: readonly string[]): boolean {
  const whole = [KINDS[kind], namespace, ...containers, name].join("/").toLowerCase();
  return words.every((word) => whole.includes(word));
}

function matchesPath(one: IndexedSymbol, { outer: segments, rooted, last }: ParsedPath): boolean {
  if (segments.length === 0 && !rooted) return true;
  const isNamespace = one.kind === KIND.namespace;
  const outer = [...(one.namespace === "" ? [] : one.namespace.split(".")), ...one.containers];
  if (isNamespace) outer.push(...one.name.split(".").slice(0, -1));
  if (rooted && outer.length !== segments.length && one.containers.length !== segments.length) return false;
  if (segments.length > outer.length) return false;
  return (
    segments.every(({ name }, index) => outer[outer.length - segments.length + index] === name) && last.name !== ""
  );
}

/** A position in the order. Positions are compared element by element. */
export type SortKey = [rank: number, name: string, path: string, line: number, column: number];

const KIND_RANKS: Partial<Record<Kind, number>> = {
  class: 0,
  struct: 0,
  interface: 0,
  enum: 0,
  delegate: 1,
  method: 2,
  constructor: 5,
  field: 4,
  enumMember: 4,
  namespace: 6,
};

/** Returns the position of a symbol among the results for `wanted`. */
export function sortKey(
  one: Pick<IndexedSymbol, "name" | "kind" | "path" | "nameLine" | "nameColumn">,
  wanted: string,
): SortKey {
  return [rankOf(one.kind, one.name, wanted), one.name, one.path, one.nameLine, one.nameColumn];
}

function rankOf(kind: number, name: string, wanted: string): number {
  return rank(name, wanted) * 8 + (KIND_RANKS[kindName(kind)] ?? 3);
}

function rank(name: string, wanted: string): number {
  if (wanted.includes(" ")) return Math.min(...wanted.split(" ").map((word) => rankOfWord(name, word)));
  return rankOfWord(name, wanted);
}

function rankOfWord(name: string, wanted: string): number {
  if (name === wanted) return 0;
  const lower = name.toLowerCase();
  const sought = wanted.toLowerCase();
  if (lower === sought) return 1;
  if (lower.startsWith(sought)) return 2;
  const at = lower.indexOf(sought);
  if (at < 0) return 5;
  // A match at the start of a word inside the name, such as `Find` in `AutoFindTarget`, is better than one in
  // `PathfindingX`.
  return at > 0 && /[A-Z_]/.test(name.charAt(at)) ? 3 : 4;
}

export function compareKeys(a: SortKey, b: SortKey): number {
  for (let index = 0; index < a.length; index++) {
    const [left, right] = [a[index]!, b[index]!];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
