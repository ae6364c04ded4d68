/**
 * Resolves a request to declarations, and adds related ones, which are overrides, implemented members of interfaces, and the
 * parts and constructors of a type. The search goes up and down from the target, but never down again from something found
 * above, because a use of another implementation isn't a use of the target.
 */
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { isPrivate } from "../semantics/accessibility.ts";
import {
  implementationIn,
  interfacesOf,
  isExplicit,
  isOverridable,
  isOverride,
  overriddenMembers,
} from "../semantics/implementations.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";
import type { ExternalTarget } from "./external-targets.ts";

export interface Targets {
  /** The `path#declaration` of each requested declaration. */
  requested: Set<string>;
  /** Related declarations and their name paths. */
  related: Map<string, string>;
  /** The requested types by key. */
  types: Set<string>;
  /** The requested namespaces by full name. */
  namespaces: Set<string>;
  /** The assemblies that declare any of these. */
  assemblies: Set<string>;
  members: Member[];
  /** For private targets, the only files that can use them. */
  homeFiles: ReadonlySet<string> | undefined;
  /** A type that no script declares. */
  external: Pick<ExternalTarget, "name" | "namespaces" | "owners"> | undefined;
  /** True for a simple name without any known declaration. */
  undeclared: boolean;
}

/** Returns one step per declaration. If it needs more files, only that step is repeated when they are loaded. */
export function* targetSteps(
  model: SemanticModel,
  declarations: readonly IndexedSymbol[],
  assemblyOf: (path: string) => string,
): Generator<() => void, Targets, void> {
  const targets: Targets = {
    requested: new Set(),
    related: new Map(),
    types: new Set(),
    namespaces: new Set(),
    assemblies: new Set(),
    members: [],
    homeFiles: undefined,
    external: undefined,
    undeclared: false,
  };
  const { members } = targets;
  for (const found of declarations) {
    targets.assemblies.add(assemblyOf(found.path));
    yield () => {
      const member = addRequested(model, found, targets);
      if (member) members.push(member);
    };
  }
  for (const member of members) yield () => addRelated(model, member, targets);
  if (members.length === declarations.length && declarations.every(({ handle }) => isPrivate(model.store, handle)))
    targets.homeFiles = new Set(members.flatMap(({ owner }) => owner.parts.map(({ path }) => path)));
  for (const [key] of targets.related) if (targets.requested.has(key)) targets.related.delete(key);
  return targets;
}

/** Adds the member for a declaration, unless it is a type or namespace. */
function addRequested(model: SemanticModel, found: IndexedSymbol, targets: Targets): Member | undefined {
  const index = model.store.indexOf(found.handle);
  targets.requested.add(`${found.path}#${index}`);
  if (found.kind === KIND.namespace) {
    targets.namespaces.add(found.namespace === "" ? found.name : `${found.namespace}.${found.name}`);
    return undefined;
  }
  const file = model.file(found.path);
  const type = model.typeAt(file, index);
  if (!type) {
    const owner = model.typeAt(file, file.declaration(index).parent);
    const members = owner ? model.members(owner, found.name) : [];
    return members.find((each) => each.file.path === found.path && each.index === index);
  }
  targets.types.add(type.key);
  for (const part of type.parts) targets.requested.add(`${part.path}#${model.store.indexOf(part.handle)}`);
  // Constructors and destructors have the name of their type.
  for (const member of model.members(type, type.name)) targets.requested.add(member.key);
  return undefined;
}

function addRelated(model: SemanticModel, member: Member, targets: Targets): void {
  if (!isPolymorphic(member)) return;
  const add = (other: Member): void => {
    if (other.key === member.key) return;
    targets.related.set(other.key, memberPath(other));
    targets.assemblies.add(other.file.assembly);
  };
  for (const above of baseMembers(model, member)) add(above);
  for (const below of overridingMembers(model, member)) add(below);
}

export function isPolymorphic({ declaration, owner }: Member): boolean {
  if (declaration.kind === KIND.field || declaration.kind === KIND.enumMember || declaration.kind === KIND.constructor)
    return false;
  // A public member may implement an interface implicitly.
  const open = MODIFIER_BIT.public | MODIFIER_BIT.virtual | MODIFIER_BIT.abstract | MODIFIER_BIT.override;
  return (
    (declaration.modifiers & open) !== 0 || owner.kind === KIND.interface || (declaration.traits & TRAIT.explicit) !== 0
  );
}

/** Returns all members that a member overrides or implements. */
export function baseMembers(model: SemanticModel, member: Member): Member[] {
  if (member.owner.kind === KIND.interface) return isExplicit(member) ? implementedBy(model, member) : [];
  const chain = overriddenMembers(model, member);
  return [...chain, ...[member, ...chain].flatMap((each) => implementedBy(model, each))];
}

/** Returns the members of interfaces that it implements, through its own class or a derived one. */
function implementedBy(model: SemanticModel, member: Member): Member[] {
  const { name } = member.declaration;
  // Most names don't occur in any interface.
  const isDeclared = model.store.byName(name, true).some((handle) => {
    const owner = model.store.parentOf(handle);
    return owner && model.store.kind(owner) === KIND.interface;
  });
  if (!isDeclared) return [];
  const found: Member[] = [];
  const below = isExplicit(member) || member.owner.kind !== KIND.class ? [] : derivedTypes(model, member.owner);
  for (const type of [member.owner, ...below]) {
    if (type.kind === KIND.interface && type.key !== member.owner.key) continue;
    for (const implemented of interfacesOf(model, type)) {
      for (const other of model.members(implemented.type, name)) {
        // Explicit implementations in an interface have no implementers.
        if (!isExplicit(other) && implementationIn(model, type, implemented, other)?.key === member.key)
          found.push(other);
      }
    }
  }
  return found;
}

export function overridingMembers(model: SemanticModel, member: Member): Member[] {
  const found: Member[] = [];
  if (member.owner.kind === KIND.interface) {
    const implementers: Member[] = [];
    for (const type of derivedTypes(model, member.owner)) {
      for (const implemented of interfacesOf(model, type)) {
        if (implemented.type.key !== member.owner.key) continue;
        const own = implementationIn(model, type, implemented, member);
        if (own) implementers.push(own);
      }
    }
    found.push(...implementers);
    // If it overrides an implementation, it is an implementation too.
    for (const each of implementers) if (isOverridable(each)) found.push(...overridesOf(model, each));
    return found;
  }
  return isOverridable(member) ? overridesOf(model, member) : [];
}

function overridesOf(model: SemanticModel, member: Member): Member[] {
  const found: Member[] = [];
  for (const type of derivedTypes(model, member.owner)) {
    for (const other of model.members(type, member.declaration.name)) {
      if (isOverride(other) && overriddenMembers(model, other).some((each) => each.key === member.key))
        found.push(other);
    }
  }
  return found;
}

/** Returns all types that derive from a type, either directly or through other types. */
export function derivedTypes(model: SemanticModel, type: TypeSymbol): TypeSymbol[] {
  const found = new Map<string, TypeSymbol>();
  const pending = [type];
  for (let at = pending.pop(); at; at = pending.pop()) {
    for (const below of model.directlyDerived(at)) {
      if (found.has(below.key)) continue;
      found.set(below.key, below);
      pending.push(below);
    }
  }
  return [...found.values()];
}

/** Returns the path of a member, with its parameter types as written. */
export function signatureOf(member: Member): string {
  if (member.declaration.kind !== KIND.method) return memberPath(member);
  const types = member.file.header(member.index).parameters.map(({ type }) => type);
  return `${memberPath(member)}(${types.join(", ")})`;
}

export function memberPath({ owner, declaration }: Member): string {
  const outer = [...owner.containers, owner.name, declaration.name].join("/");
  return owner.namespace === "" ? outer : `${owner.namespace}.${outer}`;
}
