/** Compares the signatures of members, which we need for overriding and implementing (C# §7.6). */
import { KIND } from "../outline/declaration-table.ts";
import { underlyingType } from "./conversions.ts";
import type { Member, SemanticModel } from "./semantic-model.ts";
import { type Substitution, substitute } from "./substitution.ts";
import { keyOf, type TypeRef, UNKNOWN } from "./type-ref.ts";

/**
 * Compares two signatures. @param by type arguments of the second member's owner @param own type arguments of the first
 * member's owner, unless they are just its type parameters
 */
export function sameSignature(
  model: SemanticModel,
  a: Member,
  b: Member,
  by: Substitution,
  own: Substitution = new Map(),
): boolean {
  if (a.key === b.key || a.declaration.kind !== b.declaration.kind) return false;
  if (a.declaration.kind !== KIND.method && a.declaration.kind !== KIND.indexer) return true;
  const [left, right] = [model.header(a), model.header(b)];
  if (left.parameters.length !== right.parameters.length || left.typeParameters.length !== right.typeParameters.length)
    return false;
  // The type parameters of two methods correspond to each other by their position.
  const renamed = new Map(by);
  right.typeParameters.forEach((_, at) => {
    renamed.set(`${b.key}!${at}`, {
      is: "parameter",
      name: left.typeParameters[at] ?? "",
      id: `${a.key}!${at}`,
      bounds: [],
    });
  });
  const [ours, theirs] = [model.parameterTypes(a), model.parameterTypes(b)];
  return left.parameters.every((parameter, at) => {
    const other = right.parameters[at]!;
    if (byReference(parameter.passing) !== byReference(other.passing)) return false;
    return isSameOrUnknown(substitute(ours[at]!, own), substitute(theirs[at]!, renamed));
  });
}

/** In a signature, `ref`, `out` and `in` are all the same, but they differ from passing by value. */
function byReference(passing: string): boolean {
  return passing === "ref" || passing === "out" || passing === "in";
}

/** Compares two types. A type that we don't know counts as equal. */
export function isSameOrUnknown(a: TypeRef, b: TypeRef): boolean {
  if (a.is === "unknown" || b.is === "unknown") return true;
  // Overrides do not repeat that `T` is a struct, so their `T?` does not look like a nullable struct, although it is one.
  const [plain, other] = [underlyingType(a), underlyingType(b)];
  if (plain?.is === "parameter" && b.is === "parameter") return isSameOrUnknown(plain, b);
  if (other?.is === "parameter" && a.is === "parameter") return isSameOrUnknown(a, other);
  switch (a.is) {
    case "type":
      return b.is === "type" && a.type.key === b.type.key && areSameOrUnknown(a.args, b.args);
    case "external":
      return (
        b.is === "external" &&
        keyOf({ ...a, args: [] }) === keyOf({ ...b, args: [] }) &&
        areSameOrUnknown(a.args, b.args)
      );
    case "array":
      return b.is === "array" && isSameOrUnknown(a.element, b.element);
    case "tuple":
      return (
        b.is === "tuple" &&
        areSameOrUnknown(
          a.elements.map(({ type }) => type),
          b.elements.map(({ type }) => type),
        )
      );
    case "parameter":
      return b.is === "parameter" && a.id === b.id;
  }
}

function areSameOrUnknown(some: readonly TypeRef[], others: readonly TypeRef[]): boolean {
  return some.length === others.length && some.every((type, at) => isSameOrUnknown(type, others[at] ?? UNKNOWN));
}
