/**
 * Finds the external contracts that dictate a member's name, such as the external member that it overrides or an external
 * interface.
 */
import { type ExternalTypeName, fullExternalName } from "../engine/external-names.ts";
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { externalBaseType } from "./external-hierarchy.ts";
import { OBJECT_MEMBERS } from "./external-types.ts";
import { isExplicit, isOverride, overriddenMembers } from "./implementations.ts";
import { classChain } from "./member-lookup.ts";
import { fullName, packageMembers, packageShape, packageTypeChain } from "./package-symbols.ts";
import type { Member, SemanticModel } from "./semantic-model.ts";
import type { ExternalType, TypeSymbol } from "./type-ref.ts";

export interface Contracts {
  /** The full names of the members that are overridden or implemented. */
  known: string[];
  /** The full name of the member that is overridden. */
  overridden?: string;
  /** The external interfaces whose members we don't know. The member might implement something in them. */
  possible: string[];
}

/**
 * Returns the contracts of a member. @param types the owner and all types derived from it, since any of these could implement
 * the interface
 */
export function contractsOf(model: SemanticModel, member: Member, types: readonly TypeSymbol[]): Contracts {
  const contracts: Contracts = { known: [], possible: [] };
  const { kind } = member.declaration;
  if (kind !== KIND.method && kind !== KIND.property && kind !== KIND.event && kind !== KIND.indexer) return contracts;
  const overridden = overriddenOutside(model, member);
  if (overridden !== undefined) {
    contracts.known.push(overridden);
    contracts.overridden = overridden;
    // The parameter of `IEquatable<T>.Equals` is a `T` and not an `object`.
    if (overridden.startsWith("object.")) return contracts;
  }
  const { name } = member.declaration;
  if (isExplicit(member)) {
    const type = model.resolveText(model.header(member).explicitInterface, member);
    if (type.is === "external") contracts.known.push(memberOf(model, { type, of: member.owner }, member));
    return contracts;
  }
  if (!mayImplement(member)) return contracts;
  const seen = new Set<string>();
  for (const type of types) {
    for (const each of externalInterfaces(model, type, new Set())) {
      const full = memberOf(model, each, member);
      if (seen.has(full)) continue;
      seen.add(full);
      const has = hasMember(model, each, member);
      if (has === true) contracts.known.push(full);
      if (has === undefined) contracts.possible.push(full.slice(0, -name.length - 1));
    }
  }
  contracts.known = [...new Set(contracts.known)];
  return contracts;
}

function mayImplement({ declaration, owner }: Member): boolean {
  return (declaration.modifiers & MODIFIER_BIT.public) !== 0 && owner.kind !== KIND.interface;
}

/** Returns the external member that an override overrides. */
function overriddenOutside(model: SemanticModel, member: Member): string | undefined {
  if (!isOverride(member)) return undefined;
  const original = overriddenMembers(model, member).at(-1) ?? member;
  if (!isOverride(original)) return undefined;
  const { name } = member.declaration;
  for (const base of classChain(model, model.names.selfOf(original.owner)))
    if (base.is === "external") {
      const above = [...packageTypeChain(model, base)].map(({ shape }) => shape);
      const shape =
        above.find(({ kind, members }) => kind === "class" && members.get(name)?.some((each) => each.isOverridable)) ??
        packageMembers(model, base, name)?.shape;
      if (shape) return `${fullName(shape) === "System.Object" ? "object" : fullExternalName(shape)}.${name}`;
      const declarer = declarerOf(model, { type: base, of: classOf(model, base, original.owner) }, member);
      if (declarer) return `${fullExternalName(declarer)}.${name}`;
      return `${OBJECT_MEMBERS.has(name) ? "object" : base.name}.${name}`;
    }
  return OBJECT_MEMBERS.has(name) ? `object.${name}` : undefined;
}

/** Returns the class itself or, if it does not have an external base, the nearest base class that does. */
function classOf(model: SemanticModel, base: ExternalType, from: TypeSymbol): TypeSymbol {
  for (const each of classChain(model, model.names.selfOf(from)))
    if (each.is === "type" && model.bases(each.type).some((one) => one.is === "external" && one.name === base.name))
      return each.type;
  return from;
}

interface NamedInterface {
  type: ExternalType;
  /** The type that has this base. */
  of: TypeSymbol;
}

/** Yields the external interfaces among the bases of a type. This includes those that its interfaces extend. */
function* externalInterfaces(model: SemanticModel, of: TypeSymbol, seen: Set<string>): Generator<NamedInterface> {
  if (seen.has(of.key)) return;
  seen.add(of.key);
  for (const [at, type] of model.bases(of).entries()) {
    if (type.is === "external" && (at > 0 || of.kind !== KIND.class || isInterface(model, { type, of })))
      yield { type, of };
    if (type.is === "type" && type.type.kind === KIND.interface) yield* externalInterfaces(model, type.type, seen);
  }
}

function isInterface(model: SemanticModel, { type, of }: NamedInterface): boolean {
  const known = packageShape(model, type)?.kind ?? externalBaseType(model, type, of)?.kind;
  return known === undefined ? /^I[A-Z]/.test(type.name) : known === "interface";
}

/** Returns whether an interface has the member. If we do not know its members, this returns undefined. */
function hasMember(model: SemanticModel, named: NamedInterface, member: Member): boolean | undefined {
  const { name, kind } = member.declaration;
  if (packageShape(model, named.type)) {
    const isCalled = kind === KIND.method || kind === KIND.indexer;
    const parameters = isCalled ? model.header(member).parameters.length : 0;
    const found = packageMembers(model, named.type, kind === KIND.indexer ? "this" : name)?.members ?? [];
    return found.some((each) => each.isMethod === isCalled && parameters === each.parameters.length);
  }
  const known = externalBaseType(model, named.type, named.of);
  return known?.kind === "interface" ? declarerOf(model, named, member) !== undefined : undefined;
}

/** Returns the external type that declares the member. */
function declarerOf(model: SemanticModel, { type, of }: NamedInterface, member: Member): ExternalTypeName | undefined {
  const known = externalBaseType(model, type, of);
  const { name, kind } = member.declaration;
  const parameters = kind === KIND.method ? model.header(member).parameters.length : undefined;
  return known && model.external.declarerOf(known, kind === KIND.indexer ? "Item" : name, parameters);
}

/** Returns the full name of the member that is implemented, as far as we know the interface. */
function memberOf(model: SemanticModel, named: NamedInterface, member: Member): string {
  const shape = packageShape(model, named.type);
  const known = declarerOf(model, named, member) ?? externalBaseType(model, named.type, named.of);
  const type = shape ? fullExternalName(shape) : known ? fullExternalName(known) : named.type.name;
  return `${type}.${member.declaration.name}`;
}
