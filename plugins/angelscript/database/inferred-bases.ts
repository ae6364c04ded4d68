/**
 * Infers missing base classes from overrides. If subclasses of a class override `TickActive` and `ShouldActivate`, it must
 * derive from the class that declares both. There may be classes in between, so the result can be used to look up members but
 * shouldn't be reported as the base.
 */
import { Flag } from "../parser/syntax.ts";
import type { TypeSymbol } from "./symbols.ts";

export interface Tree {
  scriptTypes(): Iterable<TypeSymbol>;
  /** Like `chain`, but with assumed bases. */
  assumedChain(type: TypeSymbol): Iterable<TypeSymbol>;
  nativeClass(name: string): TypeSymbol | undefined;
}

/** Returns the engine classes that declare a reflected function with this name. */
export type Declarers = (name: string) => readonly string[];

export function inferBases(tree: Tree, declarers: Declarers): Map<TypeSymbol, TypeSymbol> {
  const inferred = new Map<TypeSymbol, TypeSymbol>();
  for (const [native, names] of overriddenBeneath(tree, declarers)) {
    const base = onlyCommon(tree, native, names, declarers);
    if (base) inferred.set(native, base);
  }
  return inferred;
}

/**
 * Returns, for each engine class with an assumed base, the functions that its script subclasses override but that no known
 * superclass declares.
 */
function overriddenBeneath(tree: Tree, declarers: Declarers): Map<TypeSymbol, Set<string>> {
  const found = new Map<TypeSymbol, Set<string>>();
  const known = new Map<TypeSymbol, Above>();
  for (const type of tree.scriptTypes()) {
    if (type.kind !== "class") continue;
    const overrides = type.places.flatMap(({ declaration }) => declaration.overrides);
    if (overrides.length === 0) continue;
    const { native, natives, scripts } = aboveOf(tree, type, known);
    if (!native?.isBaseAssumed) continue;
    for (const name of overrides) {
      if (found.get(native)?.has(name)) continue;
      const all = declarers(name);
      if (all.length === 0 || all.some((each) => natives.has(each)) || scripts.some((each) => begins(each, name)))
        continue;
      const names = found.get(native);
      if (names) names.add(name);
      else found.set(native, new Set([name]));
    }
  }
  return found;
}

/** The superclasses of a script class. */
interface Above {
  /** The nearest engine class. */
  native: TypeSymbol | undefined;
  natives: ReadonlySet<string>;
  scripts: readonly TypeSymbol[];
}

/** The result is cached for each direct superclass, since most of them have many subclasses. */
function aboveOf(tree: Tree, type: TypeSymbol, known: Map<TypeSymbol, Above>): Above {
  const [, base] = tree.assumedChain(type);
  let above = base && known.get(base);
  if (!above) {
    const chain = base ? [...tree.assumedChain(base)] : [];
    const natives = chain.filter((each) => !each.isScript);
    above = {
      native: natives[0],
      natives: new Set(natives.map((each) => each.name)),
      scripts: chain.filter((each) => each.isScript),
    };
    if (base) known.set(base, above);
  }
  return above;
}

/** Returns true if a script class introduces the function and doesn't override one. */
function begins(type: TypeSymbol, name: string): boolean {
  return type.member(name).some((member) => (member.flags & Flag.blueprintOverride) === 0);
}

/** Returns the topmost class that has all of the names, or undefined if there are several. */
function onlyCommon(
  tree: Tree,
  native: TypeSymbol,
  names: ReadonlySet<string>,
  declarers: Declarers,
): TypeSymbol | undefined {
  const lists = [...names].map((name) => new Set(declarers(name)));
  const candidates: TypeSymbol[] = [];
  for (const name of new Set(lists.flatMap((list) => [...list]))) {
    const type = tree.nativeClass(name);
    if (!type || type === native) continue;
    const chain = [...tree.assumedChain(type)];
    if (!chain.includes(native) && lists.every((list) => chain.some((each) => list.has(each.name))))
      candidates.push(type);
  }
  const highest = candidates.filter(
    (type) => !candidates.some((each) => each !== type && [...tree.assumedChain(type)].includes(each)),
  );
  return highest.length === 1 ? highest[0] : undefined;
}
