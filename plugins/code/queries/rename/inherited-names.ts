/**
 * Finds the members that must have the same name in the base types and derived types of a member's
 * type.
 */
import type { LightNode } from "../../grammar/light-tree.ts";
import { childOf } from "../../grammar/light-tree.ts";
import { type IndexedDeclaration, isSamePlace } from "../../index/index-part.ts";
import { languageOf } from "../../outline/languages.ts";
import { isBase } from "../../uses/base-use.ts";
import { findUses, meaningAt } from "../../uses/find-uses.ts";
import type { Resolver } from "../../uses/resolver.ts";
import type { ScopedFile } from "../../uses/scoped-file.ts";
import { canName, familyOfFile } from "../../uses/uses-languages.ts";

const TYPES = /^(?:class|interface|struct|enum|type|union|record|trait|annotation)$/;
const MAX_TYPES = 500;

/** Base types outside the sources, and the members that they have. */
const KNOWN_BASES: Readonly<Record<string, RegExp>> = {
  ...{ object: /^$/, ABC: /^$/, Generic: /^$/, Protocol: /^$/, Serializable: /^$/, Cloneable: /^$/ },
  Error: /^(?:name|message|stack|cause)$/,
  Exception:
    /^(?:args|with_traceback|add_note|getMessage|getCause|getStackTrace|printStackTrace|initCause|fillInStackTrace)$/,
};

export interface MemberFamily {
  members: IndexedDeclaration[];
  /** The types that have or inherit the members. */
  owners: IndexedDeclaration[];
  conflicts: FamilyConflict[];
}

export interface FamilyConflict {
  why: string;
  at?: IndexedDeclaration;
}

/**
 * Returns the type that contains a member. Returns undefined if the member belongs to a file, function or namespace.
 */
export function ownerOf(member: IndexedDeclaration, resolver: Resolver): IndexedDeclaration | undefined {
  const name = member.containers.at(-1);
  if (name === undefined) return undefined;
  const around = member.containers.slice(0, -1).join("/");
  const fits = (each: IndexedDeclaration) =>
    each.name === name && each.containers.join("/") === around && TYPES.test(each.kind);
  const own = resolver.declarationsOf(member.path).find(fits);
  if (own) return own;
  const near = resolver.packageFiles(member.path).flatMap((path) => resolver.declarationsOf(path).filter(fits));
  return near[0] ?? resolver.declared(name).find((each) => TYPES.test(each.kind) && canSee(each, member));
}

function canSee(a: IndexedDeclaration, b: IndexedDeclaration): boolean {
  return canName(languageOf(a.path)?.id ?? "", languageOf(b.path)?.id ?? "");
}

/** Adds the members in base types and derived types. A base outside the sources is a conflict. */
export async function memberFamily(targets: readonly IndexedDeclaration[], resolver: Resolver): Promise<MemberFamily> {
  const [first] = targets;
  const family: MemberFamily = { members: [...targets], owners: [], conflicts: [] };
  if (!first) return family;
  const language = familyOfFile(first.path);
  if (language === "rust") return await traitFamily(family, resolver);
  const owner = ownerOf(first, resolver);
  if (!owner || owner.kind === "enum") return family;
  family.owners.push(owner);
  // Nothing can override these.
  if (/\bprivate\b/.test(first.signature) && /^(?:java|typescript)$/.test(language)) return family;
  if (language === "java" && /\bstatic\b/.test(first.signature)) return family;
  if (first.kind === "constructor" || /^#|^__(?!.*__$)/.test(first.name)) return family;
  const add = (type: IndexedDeclaration) => {
    if (!family.owners.some((each) => isSamePlace(each, type))) family.owners.push(type);
  };
  for (let at = 0; at < family.owners.length; at++) {
    const type = family.owners[at];
    if (!type) continue;
    if (at > MAX_TYPES) {
      family.conflicts.push({ why: `more than ${MAX_TYPES} types share this member`, at: type });
      break;
    }
    const file = await resolver.file(type.path);
    for (const base of file ? basesIn(type, file) : []) {
      const meant = file && (await meaningAt(base, file, resolver));
      const text = file?.textOf(base) ?? "";
      if (meant && meant.length > 0) meant.filter(({ kind }) => TYPES.test(kind)).forEach(add);
      else if (KNOWN_BASES[text]?.test(first.name) !== false)
        family.conflicts.push({
          why: `${type.name} extends ${text}, which is outside the sources and may have ${first.name}`,
          at: type,
        });
    }
    const { uses } = await findUses([type], resolver);
    for (const use of uses) {
      if (use.kind !== "base") continue;
      if (use.certainty === "possible") {
        family.conflicts.push({ why: `${use.path}:${use.line} may extend ${type.name}`, at: type });
        continue;
      }
      const below = resolver
        .declarationsOf(use.path)
        .filter((each) => TYPES.test(each.kind) && each.startLine <= use.line && use.line <= each.endLine)
        .sort((a, b) => b.startLine - a.startLine)[0];
      if (below) add(below);
    }
  }
  const within = (each: IndexedDeclaration) => {
    const own = ownerOf(each, resolver);
    return own !== undefined && family.owners.some((type) => isSamePlace(type, own));
  };
  const namesakes = resolver.declared(first.name).filter((each) => each.containers.length > 0 && canSee(each, first));
  for (const each of namesakes) {
    if (family.members.some((one) => isSamePlace(one, each))) continue;
    if (within(each)) family.members.push(each);
    else if (isStructural(language, owner, ownerOf(each, resolver), first))
      family.conflicts.push({
        why: `${each.containers.join("/")}/${each.name} may be the same member: types here are compared by their members`,
        at: each,
      });
  }
  return family;
}

/** Returns true if a type can implement an interface without naming it, as in Go and TypeScript. */
function isStructural(
  language: string,
  owner: IndexedDeclaration,
  other: IndexedDeclaration | undefined,
  member: IndexedDeclaration,
): boolean {
  if (!other) return false;
  const [mine, theirs] = [owner, other].map(({ kind }) => /^(?:interface|type)$/.test(kind));
  if (language === "go")
    return /^(?:method|function)$/.test(member.kind) && (mine === true || other.kind === "interface");
  return language === "typescript" && (mine === true || theirs === true);
}

/** Returns the names in the head of a type that it extends. */
function basesIn(type: IndexedDeclaration, file: ScopedFile): LightNode[] {
  const name = file.place(type.name, file.lines.offset(type.nameLine, type.column));
  const bases: LightNode[] = [];
  const visit = (node: LightNode) => {
    if (node.field === "body" && languageOf(type.path)?.id !== "go") return;
    if (node !== name?.parent && /^(?:class|interface)_declaration$|class_definition$/.test(node.type)) return;
    if (node.children.length === 0 && isBase(node)) bases.push(node);
    node.children.forEach(visit);
  };
  if (name?.parent) visit(name.parent);
  return bases;
}

/** Adds the method of a trait and of each of its `impl` blocks. */
async function traitFamily(family: MemberFamily, resolver: Resolver): Promise<MemberFamily> {
  for (const member of [...family.members]) {
    const file = await resolver.file(member.path);
    const name = file?.place(member.name, file.lines.offset(member.nameLine, member.column));
    let at = name;
    while (at && at.type !== "impl_item") at = at.parent;
    if (!file || !childOf(at, "trait")) continue;
    const above = (await file.rules.meanings?.implemented?.(member)) ?? [];
    for (const each of above) if (!family.members.some((one) => isSamePlace(one, each))) family.members.push(each);
    if (above.length === 0)
      family.conflicts.push({ why: `${member.name} belongs to a trait outside the sources`, at: member });
  }
  const owners = family.members.flatMap((each) => ownerOf(each, resolver) ?? []);
  family.owners.push(...owners);
  return family;
}
