/** Looks members up in a type first, and then in its bases (C# §12.5). */
import { TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { delegateOf } from "./delegates.ts";
import type { LookupLevel, LookupResult, LookupScope, Member, SemanticModel } from "./semantic-model.ts";
import { type Substitution, substitute, substitutionOf } from "./substitution.ts";
import type { ConstructedType, TypeRef, TypeSymbol } from "./type-ref.ts";

/** The maximum depth of the recursion. (Cycles are handled separately.) */
const MAX_DEPTH = 1000;

/**
 * Returns the members called `name` that are accessible from the types in `from`. If `invoked` is set, only members that can be
 * called are returned (C# §12.5.1).
 */
export function lookupMembers(
  model: SemanticModel,
  ref: TypeRef,
  name: string,
  from: readonly TypeSymbol[],
  invoked = false,
): LookupResult {
  const lookup: LookupResult = { levels: [], open: false };
  const seen = new Set<string>();
  const visit = (at: TypeRef, depth: number): void => {
    if (at.is === "unknown" || at.is === "external") lookup.open = true;
    else if (at.is === "parameter") {
      // A type parameter has the members of its constraints.
      for (const bound of at.bounds) visit(bound, depth + 1);
    }
    if (at.is !== "type" || seen.has(at.type.key) || depth > MAX_DEPTH) return;
    seen.add(at.type.key);
    const nameable = declaredMembers(model, at.type, name).filter((member) => isNameable(member, from));
    const substitution = substitutionOf(at);
    const own = invoked ? nameable.filter((member) => isCallable(model, member, substitution)) : nameable;
    if (own.length > 0) lookup.levels.push({ members: own, substitution });
    for (const base of basesLookedUp(model, at.type)) visit(substitute(base, substitution), depth + 1);
  };
  visit(ref, 0);
  return lookup;
}

/**
 * Returns the declared members. A positional parameter of a record does not declare a property if the record inherits one by
 * that name (C# records, §members).
 */
function declaredMembers(model: SemanticModel, type: TypeSymbol, name: string): readonly Member[] {
  const members = model.members(type, name);
  if (!members.some(isPositional)) return members;
  const base = baseClass(model, type);
  for (const above of base ? classChain(model, base) : []) {
    const [inherited] = above.is === "type" ? model.members(above.type, name).filter(isInherited) : [];
    if (inherited) return isAbstract(inherited) ? members : members.filter((each) => !isPositional(each));
  }
  return members;
}

function isPositional({ file, declaration: { kind, parent, nameStart } }: Member): boolean {
  const type = kind === KIND.property ? file.declarations[parent] : undefined;
  return type !== undefined && (type.traits & TRAIT.record) !== 0 && nameStart <= type.header;
}

function isInherited({ declaration: { kind, modifiers } }: Member): boolean {
  const open = MODIFIER_BIT.public | MODIFIER_BIT.protected | MODIFIER_BIT.internal;
  const isValue = kind === KIND.property || kind === KIND.field;
  return isValue && (modifiers & open) !== 0 && (modifiers & MODIFIER_BIT.static) === 0;
}

function isAbstract({ declaration }: Member): boolean {
  return (declaration.modifiers & MODIFIER_BIT.abstract) !== 0;
}

/**
 * Returns the bases in which to look for a member. For a class this is just the base class, because interfaces don't add
 * members to it. For an interface it is all of the bases.
 */
export function basesLookedUp(model: SemanticModel, type: TypeSymbol): TypeRef[] {
  if (type.kind === KIND.interface) return model.bases(type);
  const base = type.kind === KIND.class ? baseClass(model, type) : undefined;
  return base ? [base] : [];
}

/** Returns the base class of a type, if it has one. We take an external type for an interface if it is named like one. */
export function baseClass(model: SemanticModel, type: TypeSymbol): TypeRef | undefined {
  return model
    .bases(type)
    .find((base) =>
      base.is === "type" ? base.type.kind === KIND.class : base.is === "external" ? !/^I[A-Z]/.test(base.name) : true,
    );
}

/** Yields a type and its base classes, with their type arguments. The last one may be external or unknown. */
export function* classChain(model: SemanticModel, type: TypeRef): Generator<TypeRef> {
  const seen = new Set<string>();
  for (let at: TypeRef | undefined = type; at; ) {
    if (at.is === "type" && seen.has(at.type.key)) return;
    yield at;
    if (at.is !== "type") return;
    seen.add(at.type.key);
    const base = baseClass(model, at.type);
    at = base && substitute(base, substitutionOf(at));
  }
}

/**
 * Returns true if code can refer to this member by name. This is never possible for constructors and explicit
 * implementations. For private members, it is only possible from inside the type.
 */
export function isNameable({ declaration, owner }: Member, from: readonly TypeSymbol[]): boolean {
  const { modifiers, kind, traits } = declaration;
  if (kind === KIND.constructor || kind === KIND.destructor) return false;
  if ((traits & TRAIT.explicit) !== 0) return false;
  const open = MODIFIER_BIT.public | MODIFIER_BIT.protected | MODIFIER_BIT.internal;
  if ((modifiers & open) !== 0 || owner.kind === KIND.interface || owner.kind === KIND.enum) return true;
  return from.some((type) => type.key === owner.key);
}

/** Returns a type that is nested in this one or in one of its base classes, with its type arguments (C# §7.8). */
export function nestedIn(
  model: SemanticModel,
  ref: ConstructedType,
  name: string,
  args: TypeRef[],
  from: readonly TypeSymbol[],
): TypeRef | undefined {
  // This check is cheap, so it comes first. Few names belong to nested types.
  if (!model.typesNamed(name).some((each) => each.containers.length > 0 && each.arity === args.length))
    return undefined;
  for (const at of classChain(model, ref)) {
    const found = at.is === "type" ? model.nested(at.type, name, args.length) : undefined;
    // The private members of a base class are not inherited.
    if (found && (at === ref || !isPrivateType(model, found) || from.some((type) => isAround(type, found))))
      return nestedConstructed(found, args, at);
  }
  return undefined;
}

function isPrivateType(model: SemanticModel, { parts }: TypeSymbol): boolean {
  const open = MODIFIER_BIT.public | MODIFIER_BIT.protected | MODIFIER_BIT.internal;
  const owner = model.store.parentOf(parts[0]!.handle);
  if (owner && model.store.kind(owner) === KIND.interface) return false;
  return parts.every(({ handle }) => (model.store.modifiers(handle) & open) === 0);
}

function isAround({ path, namespace }: TypeSymbol, inner: TypeSymbol): boolean {
  return namespace === inner.namespace && path === inner.path.slice(0, inner.path.lastIndexOf("/"));
}

/** Builds a type like `Outer<int>.Inner` from its parts. */
export function nestedConstructed(type: TypeSymbol, args: TypeRef[], outer: TypeRef): TypeRef {
  const isGeneric = outer.is === "type" && (outer.args.length > 0 || outer.within !== undefined);
  return isGeneric ? { is: "type", type, args, within: outer } : { is: "type", type, args };
}

export type Access = "static" | "instance" | "any";

/** Returns the methods that fit this way of access, or all of them if none fits (C# §12.6.4.1). */
export function membersByAccess(levels: readonly LookupLevel[], access: Access): readonly LookupLevel[] {
  if (access === "any") return levels;
  const isMeant = (member: Member) =>
    member.declaration.kind !== KIND.method || isStaticMember(member) === (access === "static");
  const own = levels.map(({ members, substitution }) => ({ members: members.filter(isMeant), substitution }));
  const meant = own.filter(({ members }) => members.length > 0);
  return meant.length > 0 ? meant : levels;
}

/** Returns true if the position is inside a static member, i.e. if there is no `this`. */
export function isStaticContext({ file, index }: LookupScope): boolean {
  const member = file.declarations[index];
  return member !== undefined && (member.modifiers & MODIFIER_BIT.static) !== 0 && !TYPE_KINDS.has(member.kind);
}

/** Keeps the methods that take this number of type arguments (C# §12.5.1). */
export function genericLevels(model: SemanticModel, levels: readonly LookupLevel[], count: number): LookupLevel[] {
  const takes = (member: Member) =>
    member.declaration.kind === KIND.method && model.header(member).typeParameters.length === count;
  const own = levels.map(({ members, substitution }) => ({ members: members.filter(takes), substitution }));
  return own.filter(({ members }) => members.length > 0);
}

/**
 * Returns true if a member can be called. A value whose type is a type parameter can never be called, no matter which
 * constraints there are (C# §12.8.10.1).
 */
function isCallable(model: SemanticModel, member: Member, substitution: Substitution): boolean {
  if (member.declaration.kind === KIND.method) return true;
  if (member.declaration.kind === KIND.enumMember) return false;
  const written = substitute(model.resultType(member), substitution);
  const type = (written.is === "external" && written.name === "Nullable" ? written.args[0] : undefined) ?? written;
  return type.is === "unknown" || delegateOf(model, type) !== undefined;
}

/** Returns true for static members, including constants and enum members. */
export function isStaticMember({ declaration }: Member): boolean {
  if (declaration.kind === KIND.enumMember) return true;
  return (declaration.modifiers & (MODIFIER_BIT.static | MODIFIER_BIT.const)) !== 0;
}
