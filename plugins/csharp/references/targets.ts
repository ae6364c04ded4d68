/**
 * The declarations that a request means, and those that belong to them: overrides, implemented interface members, parts
 * and constructors of a type. Related members are followed up from the asked one, and down from it, never down again
 * from what was found above: a use of a sibling implementation is no use of the asked one.
 */
import type { Found } from "../index/store.ts";
import { KIND, TRAIT } from "../outline/symbols.ts";
import { MODIFIER_BIT } from "../outline/words.ts";
import type { Member, Model, TypeSymbol } from "./model.ts";

export interface Targets {
  /** `path#declaration` of every asked declaration. */
  asked: Set<string>;
  /** Of every related one, with its name path. */
  related: Map<string, string>;
  /** Type keys, where types were asked for. */
  types: Set<string>;
  /** Full names, where namespaces were asked for. */
  namespaces: Set<string>;
  /** Assemblies that declare any of these. */
  assemblies: Set<string>;
  members: Member[];
}

const OVERRIDABLE = MODIFIER_BIT.virtual | MODIFIER_BIT.abstract | MODIFIER_BIT.override;

export function collectTargets(
  model: Model,
  declarations: readonly Found[],
  assemblyOf: (path: string) => string,
): Targets {
  const targets: Targets = {
    asked: new Set(),
    related: new Map(),
    types: new Set(),
    namespaces: new Set(),
    assemblies: new Set(),
    members: [],
  };
  for (const found of declarations) {
    const index = found.place.at - model.store.firstOf(found.place);
    targets.asked.add(`${found.path}#${index}`);
    targets.assemblies.add(assemblyOf(found.path));
    if (found.kind === KIND.namespace) {
      targets.namespaces.add(found.namespace === "" ? found.name : `${found.namespace}.${found.name}`);
      continue;
    }
    const file = model.file(found.path);
    const type = model.typeAt(file, index);
    if (type) {
      targets.types.add(type.key);
      for (const part of type.parts)
        targets.asked.add(`${part.path}#${part.place.at - model.store.firstOf(part.place)}`);
      // A type's constructors and destructor bear its name.
      for (const member of model.members(type, type.name)) targets.asked.add(member.key);
    } else {
      const owner = model.typeAt(file, file.declarations[index]!.parent);
      const member =
        owner && model.members(owner, found.name).find((each) => each.file.path === found.path && each.index === index);
      if (member) targets.members.push(member);
    }
  }
  for (const member of targets.members) relate(model, member, targets);
  for (const [key] of targets.related) if (targets.asked.has(key)) targets.related.delete(key);
  return targets;
}

function relate(model: Model, member: Member, targets: Targets): void {
  if (!isPolymorphic(member)) return;
  const add = (other: Member): void => {
    targets.related.set(other.key, pathOf(other));
    targets.assemblies.add(other.file.assembly);
  };
  for (const above of upwards(model, member)) add(above);
  for (const below of downwards(model, member)) add(below);
}

function isPolymorphic({ declaration, owner }: Member): boolean {
  if (declaration.kind === KIND.field || declaration.kind === KIND.enumMember || declaration.kind === KIND.constructor)
    return false;
  // A public member may implement an interface's without a word.
  const open = MODIFIER_BIT.public;
  return (
    (declaration.modifiers & (OVERRIDABLE | open)) !== 0 ||
    owner.kind === KIND.interface ||
    (declaration.traits & TRAIT.explicit) !== 0
  );
}

/** What it overrides or implements. */
function upwards(model: Model, member: Member): Member[] {
  const found: Member[] = [];
  const seen = new Set<string>([member.owner.key]);
  const visit = (type: TypeSymbol): void => {
    for (const base of model.bases(type)) {
      if (base.is !== "type" || seen.has(base.type.key)) continue;
      seen.add(base.type.key);
      for (const other of model.members(base.type, member.declaration.name)) {
        if (matches(model, member, other) && (base.type.kind === KIND.interface || overrides(member)))
          found.push(other);
      }
      visit(base.type);
    }
  };
  visit(member.owner);
  if (member.owner.kind === KIND.class) found.push(...throughDerived(model, member, seen));
  return found;
}

/** A class that implements an interface with a member it inherits: `class D : B, IFoo`, where `B` has the member. */
function throughDerived(model: Model, member: Member, seen: Set<string>): Member[] {
  const found: Member[] = [];
  for (const derived of derivedTypes(model, member.owner)) {
    for (const base of model.bases(derived)) {
      if (base.is !== "type" || base.type.kind !== KIND.interface || seen.has(base.type.key)) continue;
      if (model.members(derived, member.declaration.name).length > 0) continue;
      found.push(...model.members(base.type, member.declaration.name).filter((other) => matches(model, member, other)));
    }
  }
  return found;
}

/** What overrides or implements it. */
function downwards(model: Model, member: Member): Member[] {
  const fromInterface = member.owner.kind === KIND.interface;
  if (!fromInterface && (member.declaration.modifiers & OVERRIDABLE) === 0) return [];
  const found: Member[] = [];
  for (const type of derivedTypes(model, member.owner)) {
    const own = model.members(type, member.declaration.name).filter((other) => matches(model, member, other));
    if (own.length > 0) {
      found.push(...own.filter((other) => fromInterface || overrides(other)));
    } else if (fromInterface && type.kind !== KIND.interface) {
      // Implemented by what a base class has.
      const { levels } = model.levels({ is: "type", type, args: [] }, member.declaration.name, []);
      const inherited = levels
        .flatMap((level) => level.members)
        .find((other) => other.owner.kind === KIND.class && matches(model, member, other));
      if (inherited) found.push(inherited);
    }
  }
  return found;
}

function overrides(member: Member): boolean {
  return (member.declaration.modifiers & MODIFIER_BIT.override) !== 0;
}

/** The same signature, as far as counts tell; types of generic bases are written differently. */
function matches(model: Model, a: Member, b: Member): boolean {
  if (a.key === b.key || a.declaration.kind !== b.declaration.kind) return false;
  if (a.declaration.kind !== KIND.method && a.declaration.kind !== KIND.indexer) return true;
  const [left, right] = [model.header(a), model.header(b)];
  if (left.parameters.length !== right.parameters.length || left.typeParameters.length !== right.typeParameters.length)
    return false;
  if (left.explicitInterface !== "" && !left.explicitInterface.includes(b.owner.name)) return false;
  return left.parameters.every((parameter, index) => {
    const other = right.parameters[index]!;
    if (
      parameter.passing !== other.passing &&
      (parameter.passing === "out" || parameter.passing === "ref" || other.passing === "out" || other.passing === "ref")
    )
      return false;
    const one = model.resolveText(parameter.type, { file: a.file, index: a.index });
    const two = model.resolveText(other.type, { file: b.file, index: b.index });
    if (one.is === "type" && two.is === "type") return one.type.key === two.type.key;
    if (one.is === "external" && two.is === "external") return one.name === two.name;
    return one.is === "parameter" || two.is === "parameter" || one.is === two.is;
  });
}

/** Every type below one, in any depth. */
function derivedTypes(model: Model, type: TypeSymbol): TypeSymbol[] {
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

export function pathOf({ owner, declaration }: Member): string {
  const outer = [...owner.containers, owner.name, declaration.name].join("/");
  return owner.namespace === "" ? outer : `${owner.namespace}.${outer}`;
}
