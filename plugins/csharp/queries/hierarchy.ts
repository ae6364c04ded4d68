/** Relations of a type or a member: bases, derived types, implementers, overrides, at any depth. */
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol, SymbolHandle } from "../index/symbol-store.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import type { Member } from "../semantics/semantic-model.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import type { AnalysisSession } from "./analysis-session.ts";
import { baseMembers, isPolymorphic, memberPath, overridingMembers } from "./related-members.ts";
import type { HierarchyRow } from "./requests.ts";
import { namePath } from "./target-declarations.ts";

interface RequestedSymbols {
  types: TypeSymbol[];
  members: Member[];
}

/** Adds fields to the row of a type. */
export type DescribeType = (session: AnalysisSession, type: TypeSymbol) => Partial<HierarchyRow>;

export interface HierarchyLimits {
  /** How many steps away, 1 for the direct ones. */
  depth: number;
  up: boolean;
  down: boolean;
}

/** Nearest first; each type or member once. */
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

/** For an engine type, its derived types, and theirs. */
export async function derivedFromExternal(
  session: AnalysisSession,
  paths: SymbolPaths,
  name: string,
  depth: number,
  describe?: DescribeType,
): Promise<HierarchyRow[]> {
  if (depth === 0) return [];
  const direct = await session.withFiles(() => session.model.derivedFromExternal(name));
  const rows = direct.map((type) => typeRow(session.index, type, "derived", 1));
  for (const type of depth > 1 ? direct : []) {
    const below = await session.withFiles(() => derivedOf(session, type, depth - 1));
    rows.push(...below.map((row) => ({ ...row, depth: row.depth + 1 })));
    await session.checkSlice();
  }
  rows.sort((a, b) => a.depth - b.depth);
  return await withPaths(session, paths, rows, describe);
}

/** A row, and the declaration that it is about. */
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

/** Goes from a type to what `step` finds, level by level: each type once, at the depth at which it is first met. */
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
        rows.push({ ...typeRow(index, base.type, relation, depth), ...ofType(at) });
      } else if (base.is === "external") {
        const known = (name: string) => model.engine?.typesNamed(name)[0];
        externalRow(rows, known(base.name), base.name, { depth, ...ofType(at) }, named);
        const line = [base.name];
        for (const above of model.engine?.above(base.name) ?? []) {
          const below = line.find((name) => known(name)?.bases.includes(above)) ?? base.name;
          externalRow(rows, known(above), above, { depth: depth + 1, of: externalName(known(below), below) }, named);
          line.push(above);
        }
      }
    }
  });
  return rows.filter((row) => row.depth <= most);
}

function externalName(known: { namespace: string } | undefined, name: string): string {
  return known ? `${known.namespace}.${name}` : name;
}

/** A partial type is placed at the part that names its bases. */
function mainPart({ store }: ScriptIndex, { parts }: TypeSymbol): IndexedSymbol | undefined {
  return parts.find(({ handle }) => store.bases(handle) !== "") ?? parts[0];
}

function ofType(type: TypeSymbol): Pick<FoundRow, "of" | "ofHandle"> {
  const [first] = type.parts;
  return { of: nameOf(type), ...(first ? { ofHandle: first.handle } : {}) };
}

function nameOf(type: TypeSymbol): string {
  const [first] = type.parts;
  return first ? namePath(first) : type.name;
}

/** A base that no script of the workspace declares. */
function externalRow(
  rows: FoundRow[],
  known: { namespace: string; kind: string } | undefined,
  name: string,
  from: Pick<FoundRow, "depth" | "of" | "ofHandle">,
  named: Set<string>,
): void {
  if (named.has(name)) return;
  named.add(name);
  const kind = known?.kind ?? (/^I[A-Z]/.test(name) ? "interface" : "class");
  rows.push({
    relation: kind === "interface" ? "implements" : "base",
    ...from,
    symbol: externalName(known, name),
    kind,
    outside: true,
  });
}

function derivedOf({ model, index }: AnalysisSession, type: TypeSymbol, most: number): FoundRow[] {
  const rows: FoundRow[] = [];
  byLevel(type, most, (at, depth, isNew) => {
    for (const below of model.directlyDerived(at)) {
      if (!isNew(below)) continue;
      const relation = at.kind === KIND.interface && below.kind !== KIND.interface ? "implemented by" : "derived";
      rows.push({ ...typeRow(index, below, relation, depth), ...ofType(at) });
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
    kind: KINDS[type.kind]!,
    type,
    ...(isAbstract ? { abstract: true } : {}),
    ...(first ? { handle: first.handle, path: index.display(first.path), line: first.nameLine } : {}),
  };
}

function memberRow({ model, index }: AnalysisSession, member: Member, relation: string): FoundRow {
  const found = model.store.ofFile(member.file.path)[member.index];
  const place = found && model.store.symbol(found);
  return {
    relation,
    depth: 1,
    symbol: memberPath(member),
    kind: KINDS[member.declaration.kind]!,
    ...((member.declaration.modifiers & MODIFIER_BIT.abstract) === 0 ? {} : { abstract: true }),
    path: index.display(member.file.path),
    ...(place ? { handle: place.handle, line: place.nameLine } : {}),
  };
}
