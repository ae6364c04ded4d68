/** Infers the type arguments of generic methods (C# §12.6.3). */
import { KIND } from "../outline/declaration-table.ts";
import { constructedBase, conversion, isSameType, isValueType, underlyingType } from "../semantics/conversions.ts";
import { delegateOf } from "../semantics/delegates.ts";
import { elementOf } from "../semantics/external-types.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import { type Substitution, substitute } from "../semantics/substitution.ts";
import { type ExternalType, external, isVoid, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { Argument } from "./bound-value.ts";

/** Returns the ids of a method's type parameters in order. A primary constructor doesn't have any. */
export function methodTypeParameters(model: SemanticModel, member: Member): string[] {
  if (member.declaration.kind <= KIND.struct) return [];
  return model.header(member).typeParameters.map((_, at) => `${member.key}!${at}`);
}

/** Infers from pairs of a parameter type and an argument. Lambdas come last, because their parameter types are known by then. */
export function inferTypeArguments(
  model: SemanticModel,
  wanted: readonly string[],
  pairs: readonly { declared: TypeRef; given: Argument }[],
  lambdas: boolean,
): Map<string, TypeRef> {
  const found = new Map<string, TypeRef>();
  const open = new Set(wanted);
  for (const { declared, given } of pairs) {
    const element = given.elements && mentions(declared, open) ? elementOf(declared) : undefined;
    for (const each of element ? (given.elements?.() ?? []) : [])
      if (element && each.shape === "value") unify(model, element, each.type(), open, found);
    if (given.shape !== "value" && given.shape !== "out" && given.shape !== "unknown") continue;
    if (mentions(declared, open)) unify(model, declared, given.type(), open, found);
  }
  if (!lambdas) return found;
  for (const { declared, given } of pairs) {
    if (given.shape !== "lambda" && given.shape !== "group") continue;
    const delegate = delegateOf(model, declared);
    if (!delegate) continue;
    // The parameters of the lambda have explicit types.
    delegate.parameters.forEach((parameter, at) => {
      const written = given.parameterTypes?.()[at];
      if (written) unify(model, parameter, written, open, found);
    });
    if (mentions(delegate.result, open) && !isSettled(delegate.result, open, found)) {
      const result = given.result(delegate.parameters.map((parameter) => substitute(parameter, found)));
      unify(model, delegate.result, result, open, found);
    }
  }
  return found;
}

function isSettled(type: TypeRef, open: ReadonlySet<string>, found: Substitution): boolean {
  return !mentions(substitute(type, found), open);
}

export function mentions(type: TypeRef, ids: ReadonlySet<string>): boolean {
  switch (type.is) {
    case "parameter":
      return ids.has(type.id);
    case "type":
      return type.args.some((arg) => mentions(arg, ids)) || (type.within !== undefined && mentions(type.within, ids));
    case "external":
      return type.args.some((arg) => mentions(arg, ids));
    case "array":
      return mentions(type.element, ids);
    case "tuple":
      return type.elements.some((element) => mentions(element.type, ids));
    default:
      return false;
  }
}

function unify(
  model: SemanticModel,
  declared: TypeRef,
  given: TypeRef,
  open: ReadonlySet<string>,
  found: Map<string, TypeRef>,
): void {
  if (given.is === "unknown") return;
  const next = (a: TypeRef | undefined, b: TypeRef | undefined): void => {
    if (a && b) unify(model, a, b, open, found);
  };
  switch (declared.is) {
    case "parameter": {
      if (!open.has(declared.id)) return;
      const before = found.get(declared.id);
      // If there are several types, the one that all others convert to is used.
      if (!before || (!isSameType(before, given) && conversion(model, before, given) === "yes"))
        found.set(declared.id, given);
      return;
    }
    case "array":
      next(declared.element, given.is === "array" ? given.element : undefined);
      return;
    case "tuple":
      if (given.is === "tuple")
        for (const [at, { type }] of declared.elements.entries()) next(type, given.elements[at]?.type);
      return;
    case "type": {
      const base =
        given.is === "type" && given.type.key === declared.type.key
          ? given
          : constructedBase(model, given, declared).found;
      if (base?.is !== "type") return;
      for (const [at, arg] of declared.args.entries()) next(arg, base.args[at]);
      next(declared.within, base.within);
      return;
    }
    case "external":
      unifyExternal(model, declared, given, next);
      return;
  }
}

function unifyExternal(
  model: SemanticModel,
  declared: ExternalType,
  given: TypeRef,
  next: (a: TypeRef | undefined, b: TypeRef | undefined) => void,
): void {
  if (declared.args.length === 0) return;
  if (declared.name === "Nullable") {
    next(declared.args[0], underlyingType(given) ?? (isValueType(given) ? given : undefined));
    return;
  }
  const base = constructedBase(model, given, declared).found;
  if (base?.is === "external" && base.args.length === declared.args.length) {
    for (const [at, arg] of declared.args.entries()) next(arg, base.args[at]);
    return;
  }
  // Delegates of the workspace aren't those of the framework, and anything else may be a collection.
  if (declared.args.length !== 1 || (given.is === "type" && given.type.kind === KIND.delegate)) return;
  const element = elementOf(declared) && elementOf(given);
  // The static type of an array is more specific than `object`.
  const isVague =
    element?.is === "external" && (element.name === "?" || (element.name === "object" && given.is !== "array"));
  if (element && !isVague) next(declared.args[0], element);
}

/** Type arguments that couldn't be inferred are unknown. */
export function withUnknowns(wanted: readonly string[], found: Map<string, TypeRef>): Map<string, TypeRef> {
  for (const id of wanted) if (!found.has(id)) found.set(id, UNKNOWN);
  return found;
}

/** Returns the return type of an async function with this result. */
export function taskOf(type: TypeRef): TypeRef {
  return isVoid(type) ? external("Task") : external("Task", [type]);
}
