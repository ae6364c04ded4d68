/**
 * Finds the members that must have the same name in the base types and derived types of a member's
 * type, and in interfaces that a type satisfies without naming them.
 */
import { childOf } from "../../grammar/light-tree.ts";
import { type IndexedDeclaration, isSamePlace } from "../../index/index-part.ts";
import { findUses } from "../../uses/find-uses.ts";
import { parametersOf, resultsOf } from "../../uses/go-signatures.ts";
import type { Resolver } from "../../uses/resolver.ts";
import { familyOfFile } from "../../uses/uses-languages.ts";
import { canSee, isType, keyOf, mayHave, ownerOf, TypeMembers } from "./owner-types.ts";

const MAX_TYPES = 500;

export interface MemberFamily {
  members: IndexedDeclaration[];
  /** The types that have or inherit the members. */
  owners: IndexedDeclaration[];
  /** The types above the owners, whose other members the new name must not override. */
  bases: IndexedDeclaration[];
  conflicts: FamilyNote[];
  /** The reasons why the family may be incomplete, or may contain a member by mistake. */
  doubts: FamilyNote[];
}

export interface FamilyNote {
  why: string;
  at?: Pick<IndexedDeclaration, "path" | "nameLine" | "column">;
}

/**
 * Adds the members in base types and derived types. `isWide` also adds those of types that may be compatible, as opposed to
 * mentioning them as doubts.
 */
export async function memberFamily(
  targets: readonly IndexedDeclaration[],
  resolver: Resolver,
  isWide: boolean,
): Promise<MemberFamily> {
  const [first] = targets;
  const family: MemberFamily = { members: [...targets], owners: [], bases: [], conflicts: [], doubts: [] };
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
  const types = new TypeMembers(resolver);
  const finder = { family, first, types, resolver, language, isWide };
  for (let at = 0; at < family.owners.length; at++) {
    const type = family.owners[at];
    if (!type) continue;
    if (at > MAX_TYPES) {
      family.conflicts.push({ why: `more than ${MAX_TYPES} types share this member`, at: type });
      break;
    }
    await addBases(type, finder);
    await addDerived(type, finder);
    if (at === family.owners.length - 1) await addCompatible(finder);
  }
  for (const each of resolver.declared(first.name)) {
    if (each.containers.length === 0 || !canSee(each, first)) continue;
    const own = ownerOf(each, resolver);
    const isOwned = own !== undefined && family.owners.some((type) => isSamePlace(type, own));
    if (isOwned && !family.members.some((one) => isSamePlace(one, each))) family.members.push(each);
  }
  return family;
}

interface Finder {
  family: MemberFamily;
  first: IndexedDeclaration;
  types: TypeMembers;
  resolver: Resolver;
  language: string;
  isWide: boolean;
}

function addOwner({ owners }: MemberFamily, type: IndexedDeclaration): void {
  if (!owners.some((each) => isSamePlace(each, type))) owners.push(type);
}

/** Adds the bases that have the member. The others are only remembered. */
async function addBases(type: IndexedDeclaration, finder: Finder): Promise<void> {
  const { family, first, types } = finder;
  const { declared, outside } = await types.bases(type);
  const unknown = [...new Set(outside)].filter((base) => mayHave(base, first.name));
  if (unknown.length > 0 && !family.doubts.some(({ at }) => at === type))
    family.doubts.push({
      why: `${type.name} extends ${unknown.join(", ")}, outside the sources, which may have ${first.name}`,
      at: type,
    });
  for (const base of declared) {
    if (await types.has(base, first.name)) addOwner(family, base);
    if (family.bases.some((each) => isSamePlace(each, base))) continue;
    family.bases.push(base);
    await addBases(base, finder);
  }
}

async function addDerived(type: IndexedDeclaration, { family, resolver }: Finder): Promise<void> {
  const { uses } = await findUses([type], resolver);
  for (const use of uses) {
    if (use.kind !== "base") continue;
    if (use.certainty === "possible") {
      const at = { path: use.path, nameLine: use.line, column: use.column };
      family.doubts.push({ why: `may extend ${type.name}`, at });
      continue;
    }
    const below = resolver
      .declarationsOf(use.path)
      .filter((each) => isType(each) && each.startLine <= use.line && use.line <= each.endLine)
      .sort((a, b) => b.startLine - a.startLine)[0];
    if (below) addOwner(family, below);
  }
}

/** Adds types that satisfy an interface, or are one, although no name connects them. This is how Go and TypeScript work. */
async function addCompatible({ family, first, types, resolver, language, isWide }: Finder): Promise<void> {
  if (!/^(?:go|typescript)$/.test(language)) return;
  addOutsideTypes(family, first, language);
  const known = new Set(family.owners.map(keyOf));
  for (const each of resolver.declared(first.name)) {
    if (each.containers.length === 0 || !canSee(each, first)) continue;
    const other = ownerOf(each, resolver);
    if (!other || known.has(keyOf(other)) || family.doubts.some(({ at }) => at === each)) continue;
    known.add(keyOf(other));
    for (const type of family.owners) {
      const own = types.own(type).get(first.name) ?? first;
      const isSatisfied = await isCompatible({ type, own, other, each }, types, language);
      if (isSatisfied === false) continue;
      if ((isSatisfied && language === "go") || isWide) addOwner(family, other);
      else
        family.doubts.push({
          why: `${each.containers.join("/")}/${each.name} may be the same member, because ${
            isContract(other, language)
              ? `${type.name} may satisfy ${other.name}`
              : `${other.name} may satisfy ${type.name}`
          }`,
          at: each,
        });
      break;
    }
  }
}

/** A type in another module can satisfy an interface in Go unless the method is private. */
function addOutsideTypes({ owners, doubts }: MemberFamily, { name }: IndexedDeclaration, language: string): void {
  if (language !== "go" || !/^\p{Lu}/u.test(name)) return;
  for (const each of owners)
    if (each.kind === "interface" && !doubts.some(({ at }) => at === each))
      doubts.push({ why: `a type outside the sources may satisfy ${each.name} and is not renamed`, at: each });
}

interface Pair {
  type: IndexedDeclaration;
  own: IndexedDeclaration;
  other: IndexedDeclaration;
  /** The member of the other type. */
  each: IndexedDeclaration;
}

async function isCompatible(
  { type, own, other, each }: Pair,
  types: TypeMembers,
  language: string,
): Promise<boolean | undefined> {
  if (language === "go" && !haveSameShape(own.signature, each.signature)) return false;
  const satisfied = [
    isContract(other, language) ? await types.satisfies(type, other) : false,
    isContract(type, language) ? await types.satisfies(other, type) : false,
  ];
  if (satisfied.includes(true)) return true;
  return satisfied.includes(undefined) ? undefined : false;
}

function isContract({ kind }: IndexedDeclaration, language: string): boolean {
  return kind === "interface" || (kind === "type" && language === "typescript");
}

/** Compares the number of parameters and results of two methods in Go. */
function haveSameShape(a: string, b: string): boolean {
  const shape = (signature: string) =>
    [parametersOf(signature), resultsOf(signature).filter((result) => result !== "")].map(({ length }) => length);
  return shape(a).join() === shape(b).join();
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
