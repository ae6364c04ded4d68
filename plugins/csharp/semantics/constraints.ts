/** Checks the constraints on type arguments (C# §8.4.5). */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { type ConversionMatch, isValueType, standardConversion, underlyingType } from "./conversions.ts";
import { hasKnownBases, hasPublicConstructor, isDelegateName, isInterfaceName } from "./framework-types.ts";
import { originalDeclaration } from "./implementations.ts";
import { packageShape } from "./package-symbols.ts";
import { primaryConstructor } from "./primary-constructor.ts";
import type { Member, SemanticModel } from "./semantic-model.ts";
import { type Substitution, substitute } from "./substitution.ts";
import { type ExternalType, externalName, keyOf, type TypeRef, type TypeSymbol } from "./type-ref.ts";

/**
 * The result of a check. `undecided` contains the reasons why we do not know, which are equal for methods with equal
 * constraints.
 */
export interface ConstraintResult {
  match: ConversionMatch;
  undecided: string[];
}

export function checkConstraints(
  model: SemanticModel,
  member: Member,
  at: number,
  type: TypeRef,
  found: Substitution,
): ConstraintResult {
  const met: ConstraintResult = { match: "yes", undecided: [] };
  if (type.is === "unknown") return met;
  const { constraints, bounds } = constraintsOf(model, member, at, found);
  const checks = [
    ...constraints.map((word) => ({ match: meets(model, type, word), by: word })),
    ...bounds.map((bound) => ({ match: standardConversion(model, type, bound), by: keyOf(bound) })),
  ];
  for (const { match, by } of checks) {
    if (match === "no") return { match, undecided: [] };
    if (match === "maybe") met.undecided.push(`${keyOf(type)}: ${by}`);
  }
  if (met.undecided.length > 0) met.match = "maybe";
  return met;
}

export function isConstrained(model: SemanticModel, member: Member, at: number): boolean {
  const { constraints, typeParameters } = model.header(originalDeclaration(model, member));
  return constraints.has(typeParameters[at] ?? "");
}

/** Returns the constraints of a type parameter. An override inherits them from the method that it overrides. */
function constraintsOf(
  model: SemanticModel,
  member: Member,
  at: number,
  found: Substitution,
): { constraints: readonly string[]; bounds: TypeRef[] } {
  const first = originalDeclaration(model, member);
  const { constraints, typeParameters } = model.header(first);
  const own = new Map(found);
  for (const [place] of typeParameters.entries()) {
    const given = found.get(`${member.key}!${place}`);
    if (given) own.set(`${first.key}!${place}`, given);
  }
  return {
    constraints: constraints.get(typeParameters[at] ?? "") ?? [],
    bounds: model.boundsOf(first, at).map((bound) => substitute(bound, own)),
  };
}

function meets(model: SemanticModel, type: TypeRef, word: string): ConversionMatch {
  if (/^class\??$/.test(word)) return matchNature(natureOf(model, type), "reference");
  if (word === "struct" || word === "unmanaged") return matchNature(natureOf(model, type), "value");
  return word === "new()" ? isCreated(model, type) : "yes";
}

/** `neither` is for nullable values, and for type parameters without constraints. */
type Nature = "value" | "reference" | "neither" | "unknown";

function matchNature(nature: Nature, wanted: Nature): ConversionMatch {
  return nature === wanted ? "yes" : nature === "unknown" ? "maybe" : "no";
}

function natureOf(model: SemanticModel, type: TypeRef): Nature {
  if (underlyingType(type)) return "neither";
  if (isValueType(type)) return "value";
  switch (type.is) {
    case "unknown":
      return "unknown";
    case "external":
      return externalNature(model, type);
    case "parameter":
      return ofParameter(model, type);
    default:
      return "reference";
  }
}

/** A type parameter is a reference type if it has a `class` constraint or a class as a constraint (C# §15.2.5). */
function ofParameter(model: SemanticModel, { constraints, bounds }: TypeRef & { is: "parameter" }): Nature {
  if (constraints?.some((word) => /^class\??$/.test(word)) || bounds.some((bound) => isClass(model, bound)))
    return "reference";
  return constraints ? "neither" : "unknown";
}

function isClass(model: SemanticModel, bound: TypeRef): boolean {
  if (bound.is === "type") return bound.type.kind === KIND.class;
  if (bound.is === "parameter") return natureOf(model, bound) === "reference";
  return (
    bound.is === "external" && !isInterfaceName(bound.name) && !/^(?:Enum|ValueType|Delegate|\?)$/.test(bound.name)
  );
}

function externalNature(model: SemanticModel, type: ExternalType): Nature {
  const name = externalName(type);
  if (name === "object" || name === "dynamic" || hasKnownBases(type) || isInterfaceName(name) || isDelegateName(name))
    return "reference";
  if (/(?:Exception|Attribute|EventArgs)$/.test(name) || hasPublicConstructor(name)) return "reference";
  const shape = packageShape(model, type);
  const kinds = shape ? [shape.kind] : (model.engine?.typesNamed(type.name) ?? []).map(({ kind }) => kind);
  const natures = new Set(kinds.map((kind) => (kind === "struct" || kind === "enum" ? "value" : "reference")));
  return natures.size === 1 ? ([...natures][0] ?? "unknown") : "unknown";
}

/** Checks whether `new T()` is allowed. */
function isCreated(model: SemanticModel, type: TypeRef): ConversionMatch {
  if (underlyingType(type) || isValueType(type)) return "yes";
  switch (type.is) {
    case "type":
      return type.type.kind === KIND.class ? hasPlainConstructor(model, type.type) : "no";
    case "parameter":
      return !type.constraints ? "maybe" : type.constraints.includes("new()") ? "yes" : "no";
    case "external": {
      const name = externalName(type);
      if (isInterfaceName(name) || isDelegateName(name) || name === "string") return "no";
      if (name === "object" || hasPublicConstructor(name)) return "yes";
      const shape = packageShape(model, type);
      return shape?.kind === "struct" || shape?.kind === "enum" ? "yes" : "maybe";
    }
    default:
      return type.is === "array" ? "no" : "maybe";
  }
}

/** Returns whether a class has a public parameterless constructor. A class without any constructor has one, too. */
function hasPlainConstructor(model: SemanticModel, type: TypeSymbol): ConversionMatch {
  const not = MODIFIER_BIT.abstract | MODIFIER_BIT.static;
  if (type.parts.some(({ handle }) => (model.store.modifiers(handle) & not) !== 0)) return "no";
  const constructors = model.members(type, type.name).filter(({ declaration: { kind, modifiers } }) => {
    return kind === KIND.constructor && (modifiers & MODIFIER_BIT.static) === 0;
  });
  if (constructors.length === 0) return primaryConstructor(model, type) ? "no" : "yes";
  const isPlain = (member: Member) =>
    (member.declaration.modifiers & MODIFIER_BIT.public) !== 0 && model.header(member).parameters.length === 0;
  return constructors.some(isPlain) ? "yes" : "no";
}
