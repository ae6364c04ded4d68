/** Finds declarations by name or name path, and puts them in an order that does not depend on how the index came about. */
import { KIND, KINDS, type Kind } from "../outline/symbols.ts";
import type { Found, SymbolStore } from "./store.ts";

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
  around: string[];
  /** From the start: nothing may stand further out. */
  rooted: boolean;
  overload: number | undefined;
  arity: number | undefined;
}

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
  const head = isOperator ? text.slice(0, isOperator.index + isOperator[1]!.length) : text;
  const parts = head.split(/[/.]/).filter((part) => part !== "");
  const name = isOperator ? text.slice(isOperator.index + isOperator[1]!.length) : (parts.pop() ?? "");
  return {
    name: name.replace(/^@/, ""),
    around: parts.map((part) => part.replace(/[`@<].*$/, "")),
    rooted,
    overload,
    arity,
  };
}

/** Best first: the name's fit, then what it is, then where it is. Total order. */
export function findSymbols(store: SymbolStore, query: FindQuery): Found[] {
  const path = parseNamePath(query.name);
  const kinds = new Set(query.kinds);
  const found: Found[] = [];
  for (const place of store.byName(path.name, query.exact)) {
    if (kinds.size > 0 && !kinds.has(KINDS[store.kind(place)]!)) continue;
    if (!query.inScope(store.pathOf(place))) continue;
    const one = store.found(place);
    if (!stands(one, path)) continue;
    if (path.arity !== undefined && store.segments[place.segment]!.columns.arity[place.at] !== path.arity) continue;
    if (path.overload !== undefined && overloadOf(store, one) !== path.overload) continue;
    found.push(one);
  }
  const keys = new Map(found.map((one) => [one, sortKey({ ...one, path: query.display(one.path) }, path.name)]));
  return found.sort((a, b) => compareKeys(keys.get(a)!, keys.get(b)!));
}

function stands(one: Found, { around, rooted, name }: NamePath): boolean {
  if (around.length === 0 && !rooted) return true;
  const isNamespace = one.kind === KIND.namespace;
  const outer = [...(one.namespace === "" ? [] : one.namespace.split(".")), ...one.containers];
  if (isNamespace) outer.push(...one.name.split(".").slice(0, -1));
  if (rooted && outer.length !== around.length && one.containers.length !== around.length) return false;
  if (around.length > outer.length) return false;
  return around.every((part, index) => outer[outer.length - around.length + index] === part) && name !== "";
}

/** Counting from 0 among the declarations of that name in the same type, in text order. */
function overloadOf(store: SymbolStore, one: Found): number {
  const parent = store.parentOf(one.place);
  let index = 0;
  for (const other of store.ofFile(one.path)) {
    if (other.at === one.place.at) return index;
    if (store.name(other) === one.name && store.kind(other) === one.kind && store.parentOf(other)?.at === parent?.at)
      index++;
  }
  return index;
}

/** Position in the order: compared element by element. */
export type SortKey = [rank: number, kind: number, name: string, path: string, line: number, column: number];

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

export function sortKey(
  one: Pick<Found, "name" | "kind" | "path" | "nameLine" | "nameColumn">,
  wanted: string,
): SortKey {
  return [rank(one.name, wanted), KIND_RANKS[KINDS[one.kind]!] ?? 3, one.name, one.path, one.nameLine, one.nameColumn];
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
