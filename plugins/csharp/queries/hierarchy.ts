/** Finds bases, derived types, implementers and overrides at any distance. */
import { type ExternalTypeName, fullExternalName } from "../engine/external-names.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol, SymbolHandle } from "../index/symbol-store.ts";
import { KIND, kindName } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { contractsOf } from "../semantics/external-contracts.ts";
import { externalBaseType } from "../semantics/external-hierarchy.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";
import { simpleNames } from "../semantics/type-text.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { splitTop } from "../text/split-top.ts";
import type { AnalysisSession } from "./analysis-session.ts";
import { baseMembers, derivedTypes, isPolymorphic, memberPath, overridingMembers } from "./related-members.ts";
import type { HierarchyRow } from "./requests/requests.ts";
import { namePath } from "./target-declarations.ts";

interface RequestedSymbols {
  types: TypeSymbol[];
  members: Member[];
}

/** A function that adds fields to the row of a type. */
export type DescribeType = (session: AnalysisSession, type: TypeSymbol) => Partial<HierarchyRow>;

export interface HierarchyLimits {
  /** The value 1 means a direct relation. */
  depth: number;
  up: boolean;
  down: boolean;
}

/** Returns the nearest first, and nothing twice. */
export async function hierarchyOf(
  session: AnalysisSession,
  paths: SymbolPaths,
  declarations: readonly IndexedSymbol[],
  limits: HierarchyLimits,
  describe?: DescribeType,
): Promise<HierarchyRow[]> {
  const { types, members } = await session.withFiles(() => requestedSymbols(session, declarations));
  const rows: FoundRow[] = [];
  for (const type of types) {
    if (describe) rows.push(typeRow(session.index, type, "itself", 0));
    if (limits.up) rows.push(...(await session.withFiles(() => basesOf(session, type, limits.depth))));
    if (limits.down) rows.push(...(await session.withFiles(() => derivedOf(session, type, limits.depth))));
    await session.checkSlice();
  }
  for (const member of members) {
    if (!isPolymorphic(member)) continue;
    const above = limits.up ? await session.withFiles(() => baseMembers(session.model, member)) : [];
    for (const each of above)
      rows.push(memberRow(session, each, each.owner.kind === KIND.interface ? "implements" : "overrides"));
    if (limits.up) rows.push(...(await session.withFiles(() => externalContracts(session, member))));
    const below = limits.down ? await session.withFiles(() => overridingMembers(session.model, member)) : [];
    const relation = member.owner.kind === KIND.interface ? "implemented by" : "overridden by";
    rows.push(...below.map((each) => memberRow(session, each, relation)));
    await session.checkSlice();
  }
  const seen = new Set<string>();
  const once = rows.filter((row) => {
    const key = `${row.relation}|${row.symbol}|${row.path ?? ""}|${row.line ?? ""}`;
    return !seen.has(key) && seen.add(key);
  });
  return await withPaths(session, paths, once, describe);
}

/** An external base. If there is no namespace, any will do. */
export interface ExternalBase {
  name: string;
  arity: number | undefined;
  namespaces: readonly string[];
}

/** Finds all types that derive from an external type, including those that do so through other external types. */
export async function derivedFromExternal(
  session: AnalysisSession,
  paths: SymbolPaths,
  target: ExternalBase,
  depth: number,
  describe?: DescribeType,
): Promise<HierarchyRow[]> {
  if (depth === 0) return [];
  const { model } = session;
  const rows: FoundRow[] = [];
  for (const name of [...model.namedBases()]) {
    const isBelow =
      name === target.name ||
      model.external.typesNamed(name).some((type) => stepsTo(model, type, target) !== undefined);
    if (!isBelow) continue;
    for (const type of await session.withFiles(() => model.derivedFromExternal(name))) {
      const row = await session.withFiles(() => externalDerivation(session, type, name, target));
      if (!row || row.depth > depth) continue;
      rows.push(row);
      const below = await session.withFiles(() => derivedOf(session, type, depth - row.depth));
      rows.push(...below.map((each) => ({ ...each, depth: each.depth + row.depth })));
      await session.checkSlice();
    }
  }
  rows.sort((a, b) => a.depth - b.depth);
  const seen = new Set<string>();
  const once = rows.filter(({ type }) => type && !seen.has(type.key) && seen.add(type.key));
  return await withPaths(session, paths, once, describe);
}

/** Returns the row of a type that has a base with this name, if the base is, or derives from, the target. */
function externalDerivation(
  { model, index }: AnalysisSession,
  type: TypeSymbol,
  name: string,
  target: ExternalBase,
): FoundRow | undefined {
  for (const base of model.bases(type)) {
    if (base.is !== "external" || base.name !== name) continue;
    const known = externalBaseType(model, base, type);
    const isNamed = name === target.name && (target.arity === undefined || target.arity === base.args.length);
    const steps = known ? stepsTo(model, known, target) : isNamed ? 0 : undefined;
    if (steps === undefined) continue;
    const row = { ...typeRow(index, type, "derived", steps + 1), ...asWritten(index, type, name) };
    return known && steps > 0 ? { ...row, of: fullExternalName(known) } : row;
  }
  return undefined;
}

/** Returns the distance from an external type up to the target, which is 0 for the target itself. */
function stepsTo({ external }: SemanticModel, type: ExternalTypeName, target: ExternalBase): number | undefined {
  const is = ({ name, arity, namespace }: ExternalTypeName) =>
    name === target.name &&
    (target.arity === undefined || target.arity === arity) &&
    (target.namespaces.length === 0 || target.namespaces.includes(namespace));
  return is(type) ? 0 : external.ancestors(type).find((each) => is(each.type))?.depth;
}

/** A row with the declaration it is for. */
type FoundRow = Omit<HierarchyRow, "symbol_path"> & {
  handle?: SymbolHandle;
  ofHandle?: SymbolHandle;
  type?: TypeSymbol;
};

async function withPaths(
  session: AnalysisSession,
  paths: SymbolPaths,
  found: readonly FoundRow[],
  describe?: DescribeType,
): Promise<HierarchyRow[]> {
  const { store } = session.index;
  const rows: HierarchyRow[] = [];
  for (const { handle, ofHandle, type, ...row } of found) {
    const of = ofHandle ? await paths.of(store.symbol(ofHandle)) : row.of;
    const symbolPath = handle ? await paths.of(store.symbol(handle)) : row.symbol;
    const described = describe && type ? await session.withFiles(() => describe(session, type)) : {};
    rows.push({ ...row, symbol_path: symbolPath, ...(of === undefined ? {} : { of }), ...described });
    await session.checkSlice();
  }
  return rows;
}

function requestedSymbols({ model }: AnalysisSession, declarations: readonly IndexedSymbol[]): RequestedSymbols {
  const types = new Map<string, TypeSymbol>();
  const members: Member[] = [];
  for (const found of declarations) {
    const file = model.file(found.path);
    const index = model.store.indexOf(found.handle);
    const type = model.typeAt(file, index);
    if (type) {
      types.set(type.key, type);
      continue;
    }
    const owner = model.typeAt(file, file.declarations[index]?.parent ?? -1);
    const member =
      owner && model.members(owner, found.name).find((each) => each.file.path === found.path && each.index === index);
    if (member) members.push(member);
  }
  return { types: [...types.values()], members };
}

/** Follows `step` breadth first. Each type is visited once, at its smallest depth. */
function byLevel(
  type: TypeSymbol,
  most: number,
  step: (at: TypeSymbol, depth: number, isNew: (found: TypeSymbol) => boolean) => void,
): void {
  const seen = new Set([type.key]);
  let level = [type];
  for (let depth = 1; depth <= most && level.length > 0; depth++) {
    const next: TypeSymbol[] = [];
    const isNew = (found: TypeSymbol): boolean => {
      if (seen.has(found.key)) return false;
      seen.add(found.key);
      next.push(found);
      return true;
    };
    for (const at of level) step(at, depth, isNew);
    level = next;
  }
}

function basesOf({ model, index }: AnalysisSession, type: TypeSymbol, most: number): FoundRow[] {
  const rows: FoundRow[] = [];
  const named = new Set<string>();
  byLevel(type, most, (at, depth, isNew) => {
    for (const base of model.bases(at)) {
      if (base.is === "type" && isNew(base.type)) {
        const relation = base.type.kind === KIND.interface && at.kind !== KIND.interface ? "implements" : "base";
        rows.push({
          ...typeRow(index, base.type, relation, depth),
          ...ofType(at),
          ...asWritten(index, at, base.type.name),
        });
      } else if (base.is === "external") {
        const known = externalBaseType(model, base, at);
        externalRow(rows, known, base.name, { depth, ...ofType(at), ...asWritten(index, at, base.name) }, named);
        for (const above of known ? model.external.ancestors(known) : [])
          externalRow(
            rows,
            above.type,
            above.type.name,
            { depth: depth + above.depth, of: fullExternalName(above.below) },
            named,
          );
      }
    }
  });
  return rows.filter((row) => row.depth <= most);
}

/** Returns the part of a partial type that has the base list. */
function mainPart({ store }: ScriptIndex, { parts }: TypeSymbol): IndexedSymbol | undefined {
  return parts.find(({ handle }) => store.bases(handle) !== "") ?? parts[0];
}

function ofType(type: TypeSymbol): Pick<FoundRow, "of" | "ofHandle"> {
  const [first] = type.parts;
  return { of: nameOf(type), ...(first ? { ofHandle: first.handle } : {}) };
}

/** Returns the generic bases of that name, with their arguments. */
function asWritten({ store }: ScriptIndex, { parts }: TypeSymbol, name: string): Pick<FoundRow, "as"> {
  const bases = parts.flatMap(({ handle }) => splitTop(store.bases(handle)).map((base) => base.trim()));
  const written = bases.filter((base) => base.endsWith(">") && simpleNames([base])[0] === name);
  return written.length === 0 ? {} : { as: [...new Set(written)].join(", ") };
}

function nameOf(type: TypeSymbol): string {
  const [first] = type.parts;
  return first ? namePath(first) : type.name;
}

function externalRow(
  rows: FoundRow[],
  known: ExternalTypeName | undefined,
  name: string,
  from: Pick<FoundRow, "depth" | "of" | "ofHandle" | "as">,
  named: Set<string>,
): void {
  const symbol = known ? fullExternalName(known) : name;
  if (named.has(symbol)) return;
  named.add(symbol);
  const kind = known?.kind ?? (/^I[A-Z]/.test(name) ? "interface" : "class");
  rows.push({ relation: kind === "interface" ? "implements" : "base", ...from, symbol, kind, outside: true });
}

function derivedOf({ model, index }: AnalysisSession, type: TypeSymbol, most: number): FoundRow[] {
  const rows: FoundRow[] = [];
  byLevel(type, most, (at, depth, isNew) => {
    for (const below of model.directlyDerived(at)) {
      if (!isNew(below)) continue;
      const relation = at.kind === KIND.interface && below.kind !== KIND.interface ? "implemented by" : "derived";
      rows.push({ ...typeRow(index, below, relation, depth), ...ofType(at), ...asWritten(index, below, at.name) });
    }
  });
  return rows;
}

function typeRow(index: ScriptIndex, type: TypeSymbol, relation: string, depth: number): FoundRow {
  const first = mainPart(index, type);
  const isAbstract = type.parts.some(({ handle }) => (index.store.modifiers(handle) & MODIFIER_BIT.abstract) !== 0);
  return {
    relation,
    depth,
    symbol: nameOf(type),
    kind: kindName(type.kind),
    type,
    ...(isAbstract ? { abstract: true } : {}),
    ...(first ? { handle: first.handle, path: index.display(first.path), line: first.nameLine } : {}),
  };
}

/** Returns the external members that a member implements or overrides. */
function externalContracts({ model }: AnalysisSession, member: Member): FoundRow[] {
  const below = member.owner.kind === KIND.class ? derivedTypes(model, member.owner) : [];
  const { known, overridden } = contractsOf(model, member, [member.owner, ...below]);
  return known.map((symbol) => ({
    relation: symbol === overridden ? "overrides" : "implements",
    depth: 1,
    symbol,
    kind: kindName(member.declaration.kind),
    outside: true,
  }));
}

function memberRow({ model, index }: AnalysisSession, member: Member, relation: string): FoundRow {
  const found = model.store.ofFile(member.file.path)[member.index];
  const place = found && model.store.symbol(found);
  return {
    relation,
    depth: 1,
    symbol: memberPath(member),
    kind: kindName(member.declaration.kind),
    ...((member.declaration.modifiers & MODIFIER_BIT.abstract) === 0 ? {} : { abstract: true }),
    path: index.display(member.file.path),
    ...(place ? { handle: place.handle, line: place.nameLine } : {}),
  };
}
