/** Contracts outside the sources that give a member its name: an override of an external class, an external interface. */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { OBJECT_MEMBERS } from "../semantics/external-types.ts";
import { isExplicit, isOverride, overriddenMembers } from "../semantics/implementations.ts";
import { classChain } from "../semantics/member-lookup.ts";
import { fullName, packageMembers, packageShape } from "../semantics/package-symbols.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { ExternalType, TypeRef, TypeSymbol } from "../semantics/type-ref.ts";
import { isFrameworkMember } from "./framework-contracts.ts";

export interface Contracts {
  /** Full names of the members that it overrides or implements. */
  known: string[];
  /** External interfaces with unknown members, one of which it may implement. */
  possible: string[];
}

/** `types` are the owner and all types below it: any of them may name the interface. */
export function contractsOf(model: SemanticModel, member: Member, types: readonly TypeSymbol[]): Contracts {
  const contracts: Contracts = { known: [], possible: [] };
  const { kind } = member.declaration;
  if (kind !== KIND.method && kind !== KIND.property && kind !== KIND.event && kind !== KIND.indexer) return contracts;
  const overridden = overriddenOutside(model, member);
  if (overridden !== undefined) contracts.known.push(overridden);
  if (isExplicit(member)) {
    const type = model.resolveText(model.header(member).explicitInterface, member);
    if (type.is === "external") contracts.known.push(`${externalName(model, type)}.${member.declaration.name}`);
    return contracts;
  }
  if (!mayImplement(member)) return contracts;
  const seen = new Set<string>();
  for (const type of types) {
    for (const each of externalInterfaces(model, type, new Set())) {
      const name = externalName(model, each);
      if (seen.has(name)) continue;
      seen.add(name);
      const has = hasMember(model, each, member);
      if (has === true) contracts.known.push(`${name}.${member.declaration.name}`);
      if (has === undefined) contracts.possible.push(name);
    }
  }
  return contracts;
}

function mayImplement({ declaration, owner }: Member): boolean {
  return (declaration.modifiers & MODIFIER_BIT.public) !== 0 && owner.kind !== KIND.interface;
}

/** An override that no source declares the original of. */
function overriddenOutside(model: SemanticModel, member: Member): string | undefined {
  if (!isOverride(member)) return undefined;
  const original = overriddenMembers(model, member).at(-1) ?? member;
  if (!isOverride(original)) return undefined;
  const { name } = member.declaration;
  for (const base of classChain(model, model.names.selfOf(original.owner)))
    if (base.is === "external") {
      const owner = packageMembers(model, base, name)?.owner ?? model.engine?.ownersOf(base.name, name)[0];
      const above = owner ?? (OBJECT_MEMBERS.has(name) ? "object" : base.name);
      return typeof above === "string" ? `${above}.${name}` : `${above.namespace}.${above.name}.${name}`;
    }
  return OBJECT_MEMBERS.has(name) ? `object.${name}` : undefined;
}

/** The external interfaces among a type's bases and those of its interfaces. */
function* externalInterfaces(model: SemanticModel, type: TypeSymbol, seen: Set<string>): Generator<ExternalType> {
  if (seen.has(type.key)) return;
  seen.add(type.key);
  for (const [at, base] of model.bases(type).entries()) {
    if (base.is === "external" && (at > 0 || type.kind !== KIND.class || isInterface(model, base))) yield base;
    if (base.is === "type" && base.type.kind === KIND.interface) yield* externalInterfaces(model, base.type, seen);
  }
}

function isInterface(model: SemanticModel, type: ExternalType): boolean {
  const known = packageShape(model, type)?.kind ?? model.engine?.typesNamed(type.name)[0]?.kind;
  return known === undefined ? /^I[A-Z]/.test(type.name) : known === "interface";
}

/** Undefined if the interface's members are unknown. */
function hasMember(model: SemanticModel, type: ExternalType, member: Member): boolean | undefined {
  const { name, kind } = member.declaration;
  const parameters = kind === KIND.method ? model.header(member).parameters.length : undefined;
  if (packageShape(model, type)) {
    const found = packageMembers(model, type, name)?.members ?? [];
    return found.some(
      (each) => each.isMethod === (kind === KIND.method) && (parameters ?? 0) === each.parameters.length,
    );
  }
  const framework = isFrameworkMember(type.name, name, parameters);
  if (framework !== undefined) return framework;
  const engine = model.engine?.typesNamed(type.name)[0];
  if (engine?.kind !== "interface") return undefined;
  return (
    model.engine?.memberType(type.name, name) !== undefined || model.engine?.ownersOf(type.name, name).length !== 0
  );
}

function externalName(model: SemanticModel, type: TypeRef & { is: "external" }): string {
  const shape = packageShape(model, type);
  const engine = model.engine?.typesNamed(type.name)[0];
  if (shape) return fullName(shape);
  return engine && engine.namespace !== "" ? `${engine.namespace}.${type.name}` : type.name;
}
