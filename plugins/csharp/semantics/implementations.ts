/** Finds overrides and implementations (C# §15.6.5, §18.6.5). */
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { classChain } from "./member-lookup.ts";
import { sameSignature } from "./member-signature.ts";
import type { Member, SemanticModel } from "./semantic-model.ts";
import { substitute, substitutionOf } from "./substitution.ts";
import { type ConstructedType, keyOf, type TypeRef, type TypeSymbol } from "./type-ref.ts";

const OVERRIDABLE = MODIFIER_BIT.virtual | MODIFIER_BIT.abstract | MODIFIER_BIT.override;

export function isOverride(member: Member): boolean {
  return (member.declaration.modifiers & MODIFIER_BIT.override) !== 0;
}

export function isOverridable(member: Member): boolean {
  return (member.declaration.modifiers & OVERRIDABLE) !== 0;
}

/** Returns the overridden members, from the nearest one up to the original declaration. */
export function overriddenMembers(model: SemanticModel, member: Member): Member[] {
  const chain: Member[] = [];
  const self = model.names.selfOf(member.owner);
  let at: Member = member;
  for (const base of classChain(model, self)) {
    if (base === self) continue;
    if (base.is !== "type" || !isOverride(at)) break;
    const by = substitutionOf(base);
    const found = model
      .members(base.type, member.declaration.name)
      .find((other) => isOverridable(other) && sameSignature(model, member, other, by));
    if (!found) continue;
    chain.push(found);
    at = found;
  }
  return chain;
}

/** Follows overrides up to the original declaration. */
export function originalDeclaration(model: SemanticModel, member: Member): Member {
  return isOverride(member) ? (overriddenMembers(model, member).at(-1) ?? member) : member;
}

/** Returns the interfaces in the base list of a type, along with those that they extend. */
export function interfacesOf(model: SemanticModel, type: TypeSymbol): ConstructedType[] {
  const found = new Map<string, ConstructedType>();
  const visit = (at: TypeRef): void => {
    if (at.is !== "type" || at.type.kind !== KIND.interface) return;
    const key = keyOf(at);
    if (found.has(key) || found.size > 500) return;
    found.set(key, at);
    const by = substitutionOf(at);
    for (const base of model.bases(at.type)) visit(substitute(base, by));
  };
  for (const base of model.bases(type)) visit(base);
  return [...found.values()];
}

/**
 * Returns the member that implements an interface member, which may be an inherited one. Note that in an interface, all
 * implementations are explicit.
 */
export function implementationIn(
  model: SemanticModel,
  type: TypeSymbol,
  implemented: ConstructedType,
  member: Member,
): Member | undefined {
  const self = model.names.selfOf(type);
  const { name } = member.declaration;
  const isAgain = isExplicit(member);
  for (const at of classChain(model, self)) {
    if (at.is !== "type") break;
    const members = model.members(at.type, name).filter((each) => !isStatic(each) || isStatic(member));
    const [by, own] = [substitutionOf(implemented), substitutionOf(at)];
    const same = members.filter((each) => sameSignature(model, each, member, by, own));
    const explicit = same
      .filter(isExplicit)
      .find((each) =>
        isAgain ? explicitOf(model, each) === explicitOf(model, member) : implementsInterface(model, each, implemented),
      );
    const isImplicit = !isAgain && type.kind !== KIND.interface;
    const found = explicit ?? (isImplicit ? same.find((each) => !isExplicit(each) && isPublic(each)) : undefined);
    if (found) return found;
  }
  return undefined;
}

function isStatic({ declaration }: Member): boolean {
  return (declaration.modifiers & MODIFIER_BIT.static) !== 0;
}

export function isExplicit({ declaration }: Member): boolean {
  return (declaration.traits & TRAIT.explicit) !== 0;
}

function isPublic({ declaration, owner }: Member): boolean {
  return (declaration.modifiers & MODIFIER_BIT.public) !== 0 || owner.kind === KIND.interface;
}

/** Returns the key of the interface that an explicit implementation names. */
function explicitOf(model: SemanticModel, member: Member): string {
  return keyOf(model.resolveText(model.header(member).explicitInterface, member));
}

/**
 * Returns true if an explicit implementation is for this interface, for example if `void IFoo.Bar()` is for `IFoo`. We assume
 * that it is if the name cannot be resolved.
 */
export function implementsInterface(model: SemanticModel, member: Member, implemented: ConstructedType): boolean {
  const written = model.header(member).explicitInterface;
  const type = model.resolveText(written, member);
  return type.is !== "type" ? type.is === "unknown" : type.type.key === implemented.type.key;
}
