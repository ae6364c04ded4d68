/**
 * Compares declarations between two versions of a set of files. A declaration that only moves from one of these files to
 * another has not changed.
 */
import type { TimeSlice } from "../../../core/host/plugin-api.ts";
import { type Declared, type DeclaredText, declaredIn } from "./declared.ts";

/** A file before and after the change. New files don't have a `before`, and removed ones don't have an `after`. */
export interface Versions {
  path: string;
  before?: string;
  after?: string;
}

export interface ChangedDeclaration {
  change: "added" | "changed" | "removed";
  declared: Declared;
  /** The file that contains the declaration, or used to contain it. */
  path: string;
  /** For new and removed types, the number of their members, which don't get rows themselves. */
  members: number;
}

export interface Comparison {
  rows: ChangedDeclaration[];
  /** The files in which something outside of declarations changed. */
  outside: string[];
  /** The files with unmatched brackets or other parse errors. */
  degraded: string[];
}

interface Placed {
  path: string;
  declared: Declared;
}

/**
 * Compares two versions of a set of files.
 * @param isElsewhere - Returns true if an unchanged file has another part of the declaration
 */
export async function compareVersions(
  files: readonly Versions[],
  isElsewhere: (part: Declared) => boolean,
  slice: Pick<TimeSlice, "check">,
): Promise<Comparison> {
  const before = new Map<string, Placed[]>();
  const after = new Map<string, Placed[]>();
  const comparison: Comparison = { rows: [], outside: [], degraded: [] };
  for (const { path, before: old, after: now } of files) {
    const texts = [read(old, path, before), read(now, path, after)];
    if (texts.some((text) => text !== undefined && text.degraded !== "")) comparison.degraded.push(path);
    if (texts[0] && texts[1] && texts[0].outside !== texts[1].outside) comparison.outside.push(path);
    await slice.check();
  }
  const rows: ChangedDeclaration[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()]))
    rows.push(...changesOf(before.get(key) ?? [], after.get(key) ?? [], isElsewhere));
  comparison.rows = withoutMembers(rows, before, after, isElsewhere);
  return comparison;
}

function read(text: string | undefined, path: string, into: Map<string, Placed[]>): DeclaredText | undefined {
  if (text === undefined) return undefined;
  const found = declaredIn(text);
  for (const declared of found.declarations) {
    const list = into.get(declared.key);
    if (list) list.push({ path, declared });
    else into.set(declared.key, [{ path, declared }]);
  }
  return found;
}

/** Returns the declarations for a key which have no equal on the other side. */
function changesOf(
  before: readonly Placed[],
  after: readonly Placed[],
  isElsewhere: (part: Declared) => boolean,
): ChangedDeclaration[] {
  const old = [...before];
  const fresh = after.filter(({ declared }) => {
    const at = old.findIndex((other) => other.declared.code === declared.code && other.declared.kind === declared.kind);
    if (at >= 0) old.splice(at, 1);
    return at < 0;
  });
  const row = (change: ChangedDeclaration["change"], { path, declared }: Placed) => ({
    change,
    declared,
    path,
    members: 0,
  });
  const rows = fresh.map((one) =>
    row(old.shift() || hasOtherPart(one, before, isElsewhere) ? "changed" : "added", one),
  );
  for (const one of old) {
    const isLeft = hasOtherPart(one, after, isElsewhere);
    rows.push(row(isLeft ? "changed" : "removed", (isLeft && after[0]) || one));
  }
  const [first] = rows;
  // All parts of a partial type count as one declaration.
  return first && isPartial(first.declared) ? [first] : rows;
}

function hasOtherPart(
  { declared }: Placed,
  others: readonly Placed[],
  isElsewhere: (part: Declared) => boolean,
): boolean {
  return isPartial(declared) && (others.length > 0 || isElsewhere(declared));
}

function isPartial({ code }: Declared): boolean {
  return /(?:^|\n)partial\n/.test(code);
}

/** Removes the members of new and removed types, because they are counted with the outermost type instead. */
function withoutMembers(
  rows: readonly ChangedDeclaration[],
  before: ReadonlyMap<string, readonly Placed[]>,
  after: ReadonlyMap<string, readonly Placed[]>,
  isElsewhere: (part: Declared) => boolean,
): ChangedDeclaration[] {
  const whole = new Map(rows.filter(({ change }) => change !== "changed").map((row) => [row.declared.key, row]));
  return rows.filter(({ change, declared }) => {
    const sides = change === "added" ? after : before;
    let top: ChangedDeclaration | undefined;
    for (let owner = declared.owner; owner !== ""; owner = sides.get(owner)?.[0]?.declared.owner ?? "") {
      const row = whole.get(owner);
      if (row?.change === change && !isElsewhere(row.declared)) top = row;
    }
    if (!top || change === "changed") return true;
    top.members++;
    return false;
  });
}
