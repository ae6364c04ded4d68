/** What stands above and below a type or a member: bases, derived types, implementers, overrides, in any depth. */
import type { HierarchyRow } from "../index/requests.ts";
import type { Found } from "../index/store.ts";
import { KIND, KINDS } from "../outline/symbols.ts";
import { namePath } from "./asked.ts";
import type { Member, TypeSymbol } from "./model.ts";
import type { Session } from "./session.ts";
import { downwards, isPolymorphic, pathOf, upwards } from "./targets.ts";

interface Asked {
  types: TypeSymbol[];
  members: Member[];
}

export interface HierarchyLimits {
  /** How many steps away, 1 for the direct ones. */
  depth: number;
  up: boolean;
  down: boolean;
}

/** Nearest first; each type or member once. */
export async function hierarchyOf(
  session: Session,
  declarations: readonly Found[],
  limits: HierarchyLimits,
): Promise<HierarchyRow[]> {
  const { types, members } = await session.needing(() => askedIn(session, declarations));
  const rows: HierarchyRow[] = [];
  for (const type of types) {
    if (limits.up) rows.push(...(await session.needing(() => basesOf(session, type, limits.depth))));
    if (limits.down) rows.push(...(await session.needing(() => derivedOf(session, type, limits.depth))));
    await session.breathe();
  }
  for (const member of members) {
    if (!isPolymorphic(member)) continue;
    if (limits.up) {
      const above = await session.needing(() => upwards(session.model, member));
      rows.push(
        ...above.map((each) =>
          memberRow(session, each, each.owner.kind === KIND.interface ? "implements" : "overrides"),
        ),
      );
    }
    if (limits.down) {
      const below = await session.needing(() => downwards(session.model, member));
      rows.push(
        ...below.map((each) =>
          memberRow(session, each, member.owner.kind === KIND.interface ? "implemented by" : "overridden by"),
        ),
      );
    }
    await session.breathe();
  }
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = `${row.relation}|${row.symbol}|${row.path ?? ""}|${row.line ?? ""}`;
    return !seen.has(key) && seen.add(key);
  });
}

function askedIn({ model }: Session, declarations: readonly Found[]): Asked {
  const types = new Map<string, TypeSymbol>();
  const members: Member[] = [];
  for (const found of declarations) {
    const file = model.file(found.path);
    const index = found.place.at - model.store.firstOf(found.place);
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

function basesOf({ model, index }: Session, type: TypeSymbol, most: number): HierarchyRow[] {
  const rows: HierarchyRow[] = [];
  const seen = new Set([type.key]);
  let level = [type];
  for (let depth = 1; depth <= most && level.length > 0; depth++) {
    const next: TypeSymbol[] = [];
    for (const at of level) {
      for (const base of model.bases(at)) {
        if (base.is === "type") {
          if (seen.has(base.type.key)) continue;
          seen.add(base.type.key);
          next.push(base.type);
          rows.push(
            typeRow(
              index.display.bind(index),
              base.type,
              base.type.kind === KIND.interface && at.kind !== KIND.interface ? "implements" : "base",
              depth,
            ),
          );
        } else if (base.is === "external") {
          outside(rows, model.engine?.typesNamed(base.name)[0], base.name, depth, seen);
          for (const above of model.engine?.above(base.name) ?? [])
            outside(rows, model.engine?.typesNamed(above)[0], above, depth + 1, seen);
        }
      }
    }
    level = next;
  }
  return rows.filter((row) => row.depth <= most);
}

/** A base that no script of the workspace declares. */
function outside(
  rows: HierarchyRow[],
  known: { namespace: string; kind: string } | undefined,
  name: string,
  depth: number,
  seen: Set<string>,
): void {
  if (seen.has(`outside ${name}`)) return;
  seen.add(`outside ${name}`);
  const kind = known?.kind ?? (/^I[A-Z]/.test(name) ? "interface" : "class");
  rows.push({
    relation: kind === "interface" ? "implements" : "base",
    depth,
    symbol: known ? `${known.namespace}.${name}` : name,
    kind,
    outside: true,
  });
}

function derivedOf({ model, index }: Session, type: TypeSymbol, most: number): HierarchyRow[] {
  const rows: HierarchyRow[] = [];
  const seen = new Set([type.key]);
  let level = [type];
  for (let depth = 1; depth <= most && level.length > 0; depth++) {
    const next: TypeSymbol[] = [];
    for (const at of level) {
      for (const below of model.directlyDerived(at)) {
        if (seen.has(below.key)) continue;
        seen.add(below.key);
        next.push(below);
        const relation = at.kind === KIND.interface && below.kind !== KIND.interface ? "implemented by" : "derived";
        rows.push(typeRow(index.display.bind(index), below, relation, depth));
      }
    }
    level = next;
  }
  return rows;
}

function typeRow(display: (path: string) => string, type: TypeSymbol, relation: string, depth: number): HierarchyRow {
  const [first] = type.parts;
  return {
    relation,
    depth,
    symbol: first ? namePath(first) : type.name,
    kind: KINDS[type.kind]!,
    ...(first ? { path: display(first.path), line: first.nameLine } : {}),
  };
}

function memberRow({ model, index }: Session, member: Member, relation: string): HierarchyRow {
  const found = model.store.ofFile(member.file.path)[member.index];
  const place = found && model.store.found(found);
  return {
    relation,
    depth: 1,
    symbol: pathOf(member),
    kind: KINDS[member.declaration.kind]!,
    path: index.display(member.file.path),
    ...(place ? { line: place.nameLine } : {}),
  };
}
