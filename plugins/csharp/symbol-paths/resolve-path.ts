/** Resolves a symbol path to declarations. */
import { type IndexedSymbol, type SymbolHandle, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { looseType, parameterText } from "./parameter-types.ts";
import { compactOperator, type ParsedPath, type PathSegment, parseSymbolPath } from "./parse-symbol-path.ts";
import type { SymbolPaths } from "./write-symbol-path.ts";

/** Returns the name by which we look up a path in the index, where constructors have the name of their type. */
export function indexedName({ last, outer }: ParsedPath): string {
  const owner = outer.at(-1)?.name ?? "";
  if (last.name === ".ctor" || last.name === ".cctor" || last.name === "~Finalize") return owner;
  return last.name.replace(/^~/, "");
}

/** Returns true for a bare name, without containers, parameters or a location. Such a name matches every declaration that has it. */
export function isBareName({ last, outer, rooted, overload, place }: ParsedPath): boolean {
  return (
    outer.length === 0 &&
    !rooted &&
    overload === undefined &&
    place === undefined &&
    last.arity === undefined &&
    last.parameters === undefined
  );
}

/**
 * Finds the declarations whose path ends in the given one. If that contains overloads, arities or positions, these must match
 * as well.
 */
export async function matchingDeclarations(
  paths: SymbolPaths,
  path: ParsedPath,
  isWanted: (found: IndexedSymbol) => boolean,
): Promise<IndexedSymbol[]> {
  const { store } = paths;
  const found: IndexedSymbol[] = [];
  for (const handle of handlesOf(store, path)) {
    const symbol = store.symbol(handle);
    if (!isWanted(symbol)) continue;
    if (symbol.kind === KIND.namespace ? endsWithNamespace(symbol, path) : await endsAs(paths, symbol, path))
      found.push(symbol);
  }
  const whole = found.filter((symbol) => isWhole(paths, symbol, path));
  // A simple name is rarely meant to be a namespace.
  const chosen = whole.some(({ kind }) => kind !== KIND.namespace)
    ? whole
    : path.outer.length > 0 && whole.length > 0
      ? whole
      : found;
  const overloads = await ofParameters(paths, chosen, path);
  const plain = path.outer.length > 0 ? overloads.filter((one) => !isExplicit(paths, one)) : [];
  // If the type has such a member itself, the path of an explicit implementation has to include its interface.
  const own = plain.length > 0 ? plain : overloads;
  const placed = path.place === undefined ? own : await atPlace(paths, own, path.place);
  if (path.overload !== undefined) return placed.filter((one) => overloadNumber(store, one) === path.overload);
  return path.outer.length > 0 && placed.length > 1 ? await printedAs(paths, placed, path.text) : placed;
}

function handlesOf(store: SymbolStore, path: ParsedPath): SymbolHandle[] {
  const name = indexedName(path);
  if (name.includes("operator ")) {
    const known = store.byName("operator", false);
    return known.filter((handle) => compactOperator(store.name(handle)) === name);
  }
  const words = [...path.outer.map((segment) => segment.name), path.last.name];
  const dotted = words.flatMap((_, at) => (at === 0 ? [] : [words.slice(-at - 1).join(".")]));
  const namespaces = dotted.flatMap((each) =>
    store.byName(each, true).filter((handle) => store.kind(handle) === KIND.namespace),
  );
  return [...store.byName(name, true), ...namespaces];
}

function endsWithNamespace({ namespace, name }: IndexedSymbol, { last, outer, rooted }: ParsedPath): boolean {
  const full = namespace === "" ? name : `${namespace}.${name}`;
  const written = [...outer.map((segment) => segment.name), last.name].join(".");
  return full === written || (!rooted && full.endsWith(`.${written}`));
}

/**
 * Checks whether the path of a symbol ends in the given one. We go from the inside out, starting with the name, followed by an
 * explicit interface, types and namespaces.
 */
async function endsAs(paths: SymbolPaths, symbol: IndexedSymbol, path: ParsedPath): Promise<boolean> {
  if (!isNamed(paths, symbol, path)) return false;
  const around = [...symbol.namespace.split(".").filter((part) => part !== ""), ...symbol.containers];
  const arities = arityChain(paths, symbol);
  const ends = (outer: readonly PathSegment[]): boolean =>
    outer.length <= around.length &&
    outer.every((segment, at) => {
      const own = around.length - outer.length + at;
      return segment.name === around[own] && (segment.arity === undefined || segment.arity === arities[own]);
    });
  if (ends(path.outer))
    return !path.rooted || path.outer.length === around.length || path.outer.length === symbol.containers.length;
  if (!isExplicit(paths, symbol) || path.outer.length === 0) return false;
  const header = await paths.headers.of(symbol);
  const explicit = header ? parseSymbolPath(header.explicitInterface) : undefined;
  if (!explicit) return false;
  const contract = [...explicit.outer, explicit.last];
  for (let count = Math.min(contract.length, path.outer.length); count > 0; count--) {
    const written = path.outer.slice(-count);
    const isContract = written.every((segment, at) => {
      const own = contract[contract.length - count + at];
      return own?.name === segment.name && (segment.arity === undefined || segment.arity === own.arity);
    });
    if (isContract && ends(path.outer.slice(0, -count))) return true;
  }
  return false;
}

/** If the path is exactly the one that we would print for some declaration, it means that declaration. */
async function printedAs(paths: SymbolPaths, found: IndexedSymbol[], text: string): Promise<IndexedSymbol[]> {
  const same: IndexedSymbol[] = [];
  for (const one of found) if ((await paths.of(one)) === text) same.push(one);
  return same.length > 0 ? same : found;
}

function isExplicit({ store }: SymbolPaths, { handle }: IndexedSymbol): boolean {
  return (store.traits(handle) & TRAIT.explicit) !== 0;
}

function arityChain(paths: SymbolPaths, symbol: IndexedSymbol): number[] {
  const namespaces = symbol.namespace === "" ? 0 : symbol.namespace.split(".").length;
  return [
    ...Array.from({ length: namespaces }, () => 0),
    ...paths.containersOf(symbol.handle).map(({ arity }) => arity),
  ];
}

function isNamed(paths: SymbolPaths, { kind, handle }: IndexedSymbol, { last }: ParsedPath): boolean {
  if (last.arity !== undefined && last.arity !== paths.store.arity(handle)) return false;
  if (last.name === ".ctor" || last.name === ".cctor")
    return kind === KIND.constructor && paths.isStatic(handle) === (last.name === ".cctor");
  return last.name.startsWith("~") ? kind === KIND.destructor : true;
}

/**
 * Returns true if a path is complete, which means that it starts with the namespace. If there is no arity in it, we take it for
 * 0.
 */
export function isWhole(paths: SymbolPaths, symbol: IndexedSymbol, { outer, last }: ParsedPath): boolean {
  if (symbol.kind === KIND.namespace) return symbol.namespace === "" || outer.length > 0;
  const arities = arityChain(paths, symbol);
  if (
    outer.length < arities.length ||
    !outer.slice(0, arities.length).every(({ arity = 0 }, at) => arity === arities[at])
  )
    return false;
  // Parameters distinguish overloads, whatever their arity is.
  const isGroup = !TYPE_KINDS.has(symbol.kind) && last.parameters === undefined;
  return isGroup || (last.arity ?? 0) === paths.store.arity(symbol.handle);
}

/**
 * Matches the parameters exactly. If that fails, we try again without namespaces, passing and nullability, but then we only
 * accept an unambiguous result.
 */
async function ofParameters(
  paths: SymbolPaths,
  found: readonly IndexedSymbol[],
  { last: { parameters } }: ParsedPath,
): Promise<IndexedSymbol[]> {
  if (parameters === undefined) return [...found];
  const [exact, loose]: [IndexedSymbol[], IndexedSymbol[]] = [[], []];
  const written = parameters.join();
  const looseWritten = parameters.map(looseType).join();
  for (const symbol of found) {
    const header = await paths.headers.of(symbol);
    if (!header) continue;
    const types = header.parameters.map(parameterText);
    if (types.join() === written) exact.push(symbol);
    else if (types.map(looseType).join() === looseWritten) loose.push(symbol);
  }
  return exact.length > 0 ? exact : loose;
}

/**
 * Returns the declaration at a line, together with its other parts. Because lines may have moved, this also accepts the only
 * one in the file.
 */
async function atPlace(
  paths: SymbolPaths,
  found: readonly IndexedSymbol[],
  { path, line }: NonNullable<ParsedPath["place"]>,
): Promise<IndexedSymbol[]> {
  const here = found.filter((symbol) => paths.display(symbol.path) === path || symbol.path === path);
  const exact = here.filter(({ nameLine }) => nameLine === line);
  const [one] = exact.length > 0 ? exact : here.length === 1 ? here : [];
  return one ? await paths.partsOf(one) : [];
}

/** Returns the index among the declarations of that name in the same type, which starts at 0 and follows the order in the text. */
export function overloadNumber(store: SymbolStore, one: IndexedSymbol): number {
  const parent = store.parentOf(one.handle);
  let number = 0;
  for (const other of store.ofFile(one.path)) {
    if (other.at === one.handle.at) return number;
    if (store.name(other) === one.name && store.kind(other) === one.kind && store.parentOf(other)?.at === parent?.at)
      number++;
  }
  return number;
}
