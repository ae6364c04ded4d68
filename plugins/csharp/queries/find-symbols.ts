/** Finds declarations by name or name path, and puts them in an order that does not depend on how the index came about. */
import { didYouMean } from "../../../core/host/plugin-api.ts";
import type { IndexedSymbol, SymbolHandle, SymbolStore } from "../index/symbol-store.ts";
import { KIND, KINDS, type Kind } from "../outline/declaration-table.ts";

export interface FindQuery {
  name: string;
  exact: boolean;
  kinds: readonly string[];
  /** Whether a file belongs to the scope asked for. */
  inScope(path: string): boolean;
  /** The path as answers print it: the order is by that. */
  display(path: string): string;
}

/** A name path: `Outer/Nested/Member`, `Game.Player/Move[1]`, `Pool\`1`. */
export interface NamePath {
  name: string;
  /** What must stand around it, innermost last. */
  containers: string[];
  /** From the start: nothing may stand further out. */
  rooted: boolean;
  overload: number | undefined;
  arity: number | undefined;
}

/** Type arguments that hold none themselves. */
const GENERIC = /<([^<>]*)>/;

/** Takes what people copy from code and from other tools too: `void Player.Move(int by)`, `Player::Move`, `Player#Move`, `Pool<T>`. */
export function parseNamePath(written: string): NamePath {
  let text = written.trim();
  const rooted = text.startsWith("/");
  if (rooted) text = text.slice(1);
  let overload: number | undefined;
  let arity: number | undefined;
  text = text.replace(/\[(\d+)\]$/, (_, index: string) => {
    overload = Number(index);
    return "";
  });
  text = text.replace(/`(\d+)$/, (_, count: string) => {
    arity = Number(count);
    return "";
  });
  const isOperator = /(^|[/.])(implicit |explicit )?operator\b/.exec(text);
  let head = isOperator ? text.slice(0, isOperator.index + isOperator[1]!.length) : text;
  if (!isOperator) head = head.replace(/\(.*$/s, "").trim();
  for (let inner = GENERIC.exec(head); inner; inner = GENERIC.exec(head)) {
    if (inner.index + inner[0].length === head.length) arity ??= inner[1]!.split(",").length;
    head = head.replace(inner[0], "");
  }
  // Of `public class Player` the last word; names have no spaces.
  const parts = (head.split(/\s+/).at(-1) ?? "").split(/[/.\\+#:]|->/).filter((part) => part !== "");
  const name = isOperator ? text.slice(isOperator.index + isOperator[1]!.length) : (parts.pop() ?? "");
  return {
    name: name.replace(/^@/, ""),
    containers: parts.map((part) => part.replace(/[`@<].*$/, "")),
    rooted,
    overload,
    arity,
  };
}

/** The name nearest by spelling of all that are declared. */
export function similarName(store: SymbolStore, wanted: string): string | undefined {
  const most = Math.max(2, Math.floor(wanted.length / 3));
  const names = new Set<string>();
  for (const name of store.names()) if (name !== "" && Math.abs(name.length - wanted.length) <= most) names.add(name);
  if (wanted === "") return undefined;
  // What files say no more is in the store until it is written anew.
  for (let near = didYouMean(wanted, [...names]); near !== undefined; near = didYouMean(wanted, [...names])) {
    if (store.byName(near, true).length > 0) return near;
    names.delete(near);
  }
  return undefined;
}

/**
 * What a query found, in order: the name's fit, then what it is, then its name, then where it is. A part of a name is in
 * tens of thousands of others, so hits are only sorted as far as they are read.
 */
export class SymbolHits {
  readonly #store: SymbolStore;
  readonly #query: FindQuery;
  readonly #sought: string;
  /** Rank and kind in one number → name → places. */
  readonly #buckets = new Map<number, Map<string, SymbolHandle[][]>>();
  /** Names of a rank in order, from the first time that they are gone through. */
  readonly #names = new Map<number, string[]>();
  total = 0;

  constructor(store: SymbolStore, query: FindQuery) {
    this.#store = store;
    this.#query = query;
    const path = parseNamePath(query.name);
    this.#sought = path.name;
    const kinds = new Set(query.kinds.map((kind) => KINDS.indexOf(kind as Kind)));
    const scoped = new Map<number, boolean>();
    const buckets = new Map<number, SymbolHandle[]>();
    for (const handle of store.byName(path.name, query.exact)) {
      const kind = store.kind(handle);
      if (kinds.size > 0 && !kinds.has(kind)) continue;
      const file = store.fileKey(handle);
      let inScope = scoped.get(file);
      if (inScope === undefined) {
        inScope = query.inScope(store.pathOf(handle));
        scoped.set(file, inScope);
      }
      if (!inScope || !this.#fits(handle, path)) continue;
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

  #fits(handle: SymbolHandle, path: NamePath): boolean {
    if (path.containers.length === 0 && !path.rooted && path.arity === undefined && path.overload === undefined)
      return true;
    const one = this.#store.symbol(handle);
    if (!matchesPath(one, path)) return false;
    if (path.arity !== undefined && this.#store.arity(handle) !== path.arity) return false;
    return path.overload === undefined || overloadOf(this.#store, one) === path.overload;
  }

  /** Behind a position (undefined: from the start), in order. */
  *after(position: SortKey | undefined): Generator<IndexedSymbol> {
    const ranks = [...this.#buckets.keys()].sort((a, b) => a - b);
    for (const rank of ranks) {
      if (position && rank < position[0]) continue;
      const names = this.#buckets.get(rank)!;
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

function matchesPath(one: IndexedSymbol, { containers, rooted, name }: NamePath): boolean {
  if (containers.length === 0 && !rooted) return true;
  const isNamespace = one.kind === KIND.namespace;
  const outer = [...(one.namespace === "" ? [] : one.namespace.split(".")), ...one.containers];
  if (isNamespace) outer.push(...one.name.split(".").slice(0, -1));
  if (rooted && outer.length !== containers.length && one.containers.length !== containers.length) return false;
  if (containers.length > outer.length) return false;
  return containers.every((part, index) => outer[outer.length - containers.length + index] === part) && name !== "";
}

/** Counting from 0 among the declarations of that name in the same type, in text order. */
function overloadOf(store: SymbolStore, one: IndexedSymbol): number {
  const parent = store.parentOf(one.handle);
  let index = 0;
  for (const other of store.ofFile(one.path)) {
    if (other.at === one.handle.at) return index;
    if (store.name(other) === one.name && store.kind(other) === one.kind && store.parentOf(other)?.at === parent?.at)
      index++;
  }
  return index;
}

/** Position in the order: compared element by element. */
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

/** The place of a symbol among the results for `wanted`. */
export function sortKey(
  one: Pick<IndexedSymbol, "name" | "kind" | "path" | "nameLine" | "nameColumn">,
  wanted: string,
): SortKey {
  return [rankOf(one.kind, one.name, wanted), one.name, one.path, one.nameLine, one.nameColumn];
}

function rankOf(kind: number, name: string, wanted: string): number {
  return rank(name, wanted) * 8 + (KIND_RANKS[KINDS[kind]!] ?? 3);
}

function rank(name: string, wanted: string): number {
  if (name === wanted) return 0;
  const lower = name.toLowerCase();
  const sought = wanted.toLowerCase();
  if (lower === sought) return 1;
  if (lower.startsWith(sought)) return 2;
  const at = lower.indexOf(sought);
  // At a word's start inside the name: `Find` in `AutoFindTarget` rather than `PathfindingX`.
  return at > 0 && /[A-Z_]/.test(name[at]!) ? 3 : 4;
}

export function compareKeys(a: SortKey, b: SortKey): number {
  for (let index = 0; index < a.length; index++) {
    const [left, right] = [a[index]!, b[index]!];
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
