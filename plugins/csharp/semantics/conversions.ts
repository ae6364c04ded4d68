/** Implements implicit conversions (C# §10.2). Since we only know declarations and some types, an answer can be "maybe". */
import { KIND } from "../outline/declaration-table.ts";
import {
  frameworkBases,
  hasKnownBases,
  hasKnownConversion,
  isDelegateName,
  isExpressionTree,
  isInterfaceName,
  isNonDelegateName,
  isNumber,
  isPlainValue,
  isValueName,
  isWiderNumber,
} from "./framework-types.ts";
import { classChain } from "./member-lookup.ts";
import { basesOfPackageType, hasAllBases, packageConversions, packageShape } from "./package-symbols.ts";
import type { SemanticModel } from "./semantic-model.ts";
import { substitute, substitutionOf } from "./substitution.ts";
import { type ConstructedType, type ExternalType, externalName, keyOf, pointee, type TypeRef } from "./type-ref.ts";
import { variancesOf } from "./variance.ts";

const OPAQUE_NAME = "?";

export type ConversionMatch = "no" | "maybe" | "yes";

const ARRAY_BASES = new Set(
  "Array IList ICollection IEnumerable IReadOnlyList IReadOnlyCollection ICloneable IStructuralComparable".split(" "),
);

/** Returns true only if we are certain that the types are the same. */
export function isSameType(a: TypeRef, b: TypeRef): boolean {
  return a.is === b.is && !hasUnknownPart(a) && keyOf(a) === keyOf(b) && !areNamesakes(a, b);
}

/** Returns true for types of packages that share a simple name. */
function areNamesakes(a: TypeRef, b: TypeRef): boolean {
  if (a.is !== "external" || b.is !== "external" || a.namespace === undefined || b.namespace === undefined)
    return false;
  return a.name === b.name && a.args.length === b.args.length && a.namespace !== b.namespace;
}

export function hasUnknownPart(type: TypeRef): boolean {
  switch (type.is) {
    case "unknown":
      return true;
    case "type":
      return type.args.some(hasUnknownPart);
    case "external":
      return type.name === OPAQUE_NAME || type.args.some(hasUnknownPart);
    case "array":
      return hasUnknownPart(type.element);
    case "tuple":
      return type.elements.some(({ type: element }) => hasUnknownPart(element));
    default:
      return false;
  }
}

/** Returns true for structs, enums and external types that are known to be value types. */
export function isValueType(type: TypeRef): boolean {
  if (type.is === "tuple") return true;
  if (type.is === "parameter") return type.isValue === true;
  if (type.is === "type") return type.type.kind === KIND.struct || type.type.kind === KIND.enum;
  return type.is === "external" && isValueName(externalName(type));
}

/** Returns `T` if the type is `Nullable<T>`. */
export function underlyingType(type: TypeRef): TypeRef | undefined {
  return type.is === "external" && type.name === "Nullable" ? type.args[0] : undefined;
}

/** Checks both standard and user-defined conversions (C# §10.5). */
export function conversion(model: SemanticModel, from: TypeRef, to: TypeRef): ConversionMatch {
  const match = standardConversion(model, from, to);
  return match === "no" ? userDefinedConversion(model, from, to) : match;
}

/** Looks at the implicit operators of both types, which allow for a standard conversion on either side (C# §10.5.4). */
function userDefinedConversion(model: SemanticModel, from: TypeRef, to: TypeRef): ConversionMatch {
  let match: ConversionMatch = "no";
  const all = [from, underlyingType(to) ?? to].flatMap((type) => [...classChain(model, type)]);
  for (const type of all) {
    // An engine class passes its conversions on to the classes derived from it.
    if (type.is === "external" && to.is === "external" && hasKnownConversion(externalName(type), externalName(to)))
      return "yes";
    for (const operator of conversionsOf(model, type)) {
      const given = standardConversion(model, from, operator.from);
      const made = given === "no" ? "no" : standardConversion(model, operator.to, to);
      if (made === "no") continue;
      if (given === "yes" && made === "yes") return "yes";
      match = "maybe";
    }
  }
  return match;
}

/** Returns the implicit operators that a type declares. */
function conversionsOf(model: SemanticModel, type: TypeRef): { from: TypeRef; to: TypeRef }[] {
  if (type.is !== "type") return packageConversions(model, type);
  const by = substitutionOf(type);
  return model.conversions(type.type).flatMap((operator) => {
    const [parameter] = model.parameterTypes(operator);
    return parameter ? [{ from: substitute(parameter, by), to: substitute(model.resultType(operator), by) }] : [];
  });
}

/** Checks identity, numeric, reference and boxing conversions (C# §10.2.2 to §10.2.9). */
export function standardConversion(model: SemanticModel, from: TypeRef, to: TypeRef): ConversionMatch {
  if (from.is === "unknown" || to.is === "unknown") return "maybe";
  if (isSameType(from, to)) return "yes";
  const [source, target] = [pointee(from), pointee(to)];
  if (source || target) return pointer(model, from, to, source, target);
  if (to.is === "external" && (externalName(to) === "object" || to.name === "dynamic")) return "yes";
  if (from.is === "external" && from.name === "dynamic") return "maybe";
  const lifted = underlyingType(to);
  if (lifted) return standardConversion(model, underlyingType(from) ?? from, lifted);
  if (underlyingType(from)) return matchBoxed(to);
  if (from.is === "parameter") {
    if (from.bounds.length === 0) return to.is === "external" && !isKnown(model, to) ? "maybe" : "no";
    return bestMatch(from.bounds.map((bound) => standardConversion(model, bound, to)));
  }
  if (to.is === "parameter") return "no";
  switch (from.is) {
    case "type":
      return fromType(model, from, to);
    case "external":
      return fromExternal(model, from, to);
    case "array":
      return fromArray(model, from.element, to);
    case "tuple":
      return fromTuple(model, from, to);
  }
}

/** A pointer only converts to another pointer. Note that dereferencing does not change the type in this model. */
function pointer(
  model: SemanticModel,
  from: TypeRef,
  to: TypeRef,
  source: TypeRef | undefined,
  target: TypeRef | undefined,
): ConversionMatch {
  if (source && target) {
    if (target.is === "external" && externalName(target) === "void") return "yes";
    return hasUnknownPart(source) || hasUnknownPart(target) ? "maybe" : "no";
  }
  if (source) return standardConversion(model, source, to) === "no" ? "no" : "maybe";
  return from.is === "external" && (from.name === OPAQUE_NAME || from.name === "IntPtr") ? "maybe" : "no";
}

/** A nullable value can only be boxed as an interface. */
function matchBoxed(to: TypeRef): ConversionMatch {
  if (to.is === "type") return to.type.kind === KIND.interface ? "maybe" : "no";
  return to.is === "external" && /^(?:I[A-Z]|ValueType)/.test(to.name) ? "maybe" : "no";
}

function fromType(model: SemanticModel, from: ConstructedType, to: TypeRef): ConversionMatch {
  if (to.is === "type" && to.type.key === from.type.key)
    return matchTypeArguments(model, from.args, to.args, variancesOf(model, to));
  const above = constructedBase(model, from, to);
  if (above.found) return matchTypeArguments(model, argsOf(above.found), argsOf(to), variancesOf(model, to));
  if (to.is === "external" && hasKnownBases(to) && !isInterfaceName(to.name)) return "no";
  if (from.type.kind === KIND.enum)
    return to.is === "external" && /^(?:Enum|ValueType|I[A-Z])/.test(to.name) ? "yes" : "no";
  return above.open ? "maybe" : "no";
}

function argsOf(type: TypeRef): TypeRef[] {
  return type.is === "type" || type.is === "external" ? type.args : [];
}

/** The arguments must be identical unless the type parameter is variant (C# §19.2.3.3). */
function matchTypeArguments(
  model: SemanticModel,
  from: readonly TypeRef[],
  to: readonly TypeRef[],
  variances?: readonly string[],
): ConversionMatch {
  let match: ConversionMatch = "yes";
  for (const [at, arg] of from.entries()) {
    const other = to[at];
    if (!other || isSameType(arg, other)) continue;
    const variance = variances?.at(at);
    const isVague = hasUnknownPart(arg) || hasUnknownPart(other);
    if (variance === "" && !isVague && !isDynamic(arg) && !isDynamic(other)) return "no";
    if ((variance === "in" || variance === "out") && !isVague) {
      const [given, wanted] = variance === "out" ? [arg, other] : [other, arg];
      const found = isValueType(arg) || isValueType(other) ? "no" : standardConversion(model, given, wanted);
      if (found === "no") return "no";
      // A type parameter might turn out to be a value type, for which conversions don't count.
      if (found === "maybe" || given.is === "parameter") match = "maybe";
      continue;
    }
    // Note that `T?` and `T` are different types if `T` is a struct.
    if (isNullable(arg) !== isNullable(other) && !isOpaque(arg) && !isOpaque(other)) return "no";
    if (isVague) {
      if (standardConversion(model, arg, other) === "no" && standardConversion(model, other, arg) === "no") return "no";
      match = "maybe";
    } else if (isValueType(arg) || isValueType(other)) return "no";
    else if (standardConversion(model, arg, other) === "no" && standardConversion(model, other, arg) === "no")
      return "no";
    else match = "maybe";
  }
  return match;
}

function isNullable(type: TypeRef): boolean {
  return underlyingType(type) !== undefined;
}

function isDynamic(type: TypeRef): boolean {
  return type.is === "external" && type.name === "dynamic";
}

function isOpaque(type: TypeRef): boolean {
  return type.is === "unknown" || (type.is === "external" && type.name === OPAQUE_NAME);
}

function fromExternal(model: SemanticModel, from: ExternalType, to: TypeRef): ConversionMatch {
  const name = externalName(from);
  // An external type can't derive from one of ours.
  if (to.is === "type") return "no";
  // There are no implicit conversions from `object`.
  if (name === "object") return "no";
  if (to.is !== "external") return isKnown(model, from) ? "no" : "maybe";
  if (name === OPAQUE_NAME || to.name === OPAQUE_NAME) return "maybe";
  if (areNamesakes(from, to)) return fromNamesake(model, from, to);
  const target = externalName(to);
  if (name === target && from.args.length === to.args.length)
    return matchTypeArguments(model, from.args, to.args, variancesOf(model, to));
  // `Task` and many interfaces are bases of the generic type with the same name, but the reverse isn't true.
  if (name === target && from.args.length === 0 && /^(?:Value)?Task$|^I[A-Z]/.test(name)) return "no";
  if (isNumber(name) && isNumber(target)) return isWiderNumber(name, target) ? "yes" : "no";
  if (hasKnownConversion(name, target)) return "yes";
  const above = frameworkBases(from) ?? basesOfPackageType(model, from);
  // We assume that `Foo` implements `IFoo`.
  if (target === `I${name}` && to.args.length === 0) return "yes";
  const hit = above?.find(
    (base) => base.is === "external" && base.name === to.name && base.args.length === to.args.length,
  );
  if (hit) return matchTypeArguments(model, argsOf(hit), to.args, variancesOf(model, to));
  if (isPlainValue(name) && (isPlainValue(target) || hasKnownBases(to))) return "no";
  // Declared conversions are tried elsewhere.
  if (isKnown(model, from) && hasAllBases(model, to)) return "no";
  // An external type may declare conversions, unless it is an interface.
  if (hasKnownBases(from))
    return hasKnownBases(to) ||
      isValueName(target) ||
      isDelegateName(target) ||
      isNonDelegateName(to.name) ||
      isExpressionTree(target)
      ? "no"
      : "maybe";
  // Interfaces only convert to other interfaces (C# §10.5.2), and nothing converts to a delegate.
  if (isInterfaceName(name) && (isNumber(target) || isValueName(target) || target === "string")) return "no";
  if (isDelegateName(target)) return isInterfaceName(name) || isDelegateName(name) ? "no" : "maybe";
  // Numbers, strings and other plain values don't lead anywhere.
  if (isNumber(target) || target === "string" || target === "bool") return isValueName(name) ? "no" : "maybe";
  return "maybe";
}

/** We can be certain about the bases but not about anything else, because there may be an operator. Enums never have one. */
function fromNamesake(model: SemanticModel, from: ExternalType, to: TypeRef): ConversionMatch {
  if (basesOfPackageType(model, from)?.some((base) => isSameType(base, to))) return "yes";
  return [from, to].some((type) => packageShape(model, type)?.kind === "enum") ? "no" : "maybe";
}

function fromArray(model: SemanticModel, element: TypeRef, to: TypeRef): ConversionMatch {
  if (to.is === "array") {
    if (hasUnknownPart(element) || hasUnknownPart(to.element)) return "maybe";
    if (isValueType(element) || isValueType(to.element)) return "no";
    return standardConversion(model, element, to.element);
  }
  if (to.is !== "external") return "no";
  if (/^(?:Span|Memory|ReadOnlyMemory|ArraySegment)$/.test(to.name))
    return to.args[0] ? matchTypeArguments(model, [element], to.args) : "maybe";
  const isBase = to.name === "ReadOnlySpan" || ARRAY_BASES.has(to.name);
  if (!isBase) return isKnown(model, to) || isValueName(to.name) ? "no" : "maybe";
  // An `Item[]` converts to a collection of any base of `Item`, even if the collection isn't variant (C# §10.2.8).
  return to.args[0] ? matchTypeArguments(model, [element], to.args, ["out"]) : "yes";
}

function fromTuple(model: SemanticModel, from: TypeRef & { is: "tuple" }, to: TypeRef): ConversionMatch {
  if (to.is !== "tuple") return to.is === "external" && /^(?:ValueTuple|ITuple|I[A-Z])/.test(to.name) ? "maybe" : "no";
  if (to.elements.length !== from.elements.length) return "no";
  return worstMatch(from.elements.map(({ type }, at) => conversion(model, type, to.elements[at]!.type)));
}

/** Finds the base with the target's declaration. `open` is set if an external base might still lead there. */
export function constructedBase(
  model: SemanticModel,
  from: TypeRef,
  to: TypeRef,
): { found: TypeRef | undefined; open: boolean } {
  const seen = new Set<string>();
  let open = false;
  const visit = (at: TypeRef): TypeRef | undefined => {
    if (at.is === "external" || at.is === "unknown") {
      if (at.is === "external" && to.is === "external") {
        const known = [at, ...(frameworkBases(at) ?? basesOfPackageType(model, at) ?? [])].find(
          (each) => each.is === "external" && each.name === to.name && each.args.length === to.args.length,
        );
        if (known) return known;
      }
      // The bases of an external type are external too. Once we know all of a type, there can't be any others.
      if (at.is === "unknown" || (to.is !== "type" && !isKnown(model, at) && leads(at, to))) open = true;
      return undefined;
    }
    if (at.is === "parameter") {
      for (const bound of at.bounds) {
        const found = visit(bound);
        if (found) return found;
      }
      return undefined;
    }
    if (at.is !== "type") return undefined;
    if (to.is === "type" && at.type.key === to.type.key) return at;
    if (seen.has(at.type.key)) return undefined;
    seen.add(at.type.key);
    const by = substitutionOf(at);
    for (const base of model.bases(at.type)) {
      const found = visit(substitute(base, by));
      if (found) return found;
    }
    return undefined;
  };
  const found = visit(from);
  return { found, open };
}

/** Returns true if all bases are known, either by name or from the assembly. */
function isKnown(model: SemanticModel, type: ExternalType): boolean {
  return hasKnownBases(type) || hasAllBases(model, type);
}

/** The bases of an interface can only be interfaces. */
function leads(from: ExternalType, to: TypeRef): boolean {
  return !isInterfaceName(from.name) || to.is !== "external" || isInterfaceName(to.name) || to.name === OPAQUE_NAME;
}

export function worstMatch(matches: readonly ConversionMatch[]): ConversionMatch {
  return matches.includes("no") ? "no" : matches.includes("maybe") ? "maybe" : "yes";
}

function bestMatch(matches: readonly ConversionMatch[]): ConversionMatch {
  return matches.includes("yes") ? "yes" : matches.includes("maybe") ? "maybe" : "no";
}
