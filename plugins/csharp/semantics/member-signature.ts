/** Compares the signatures of two members (C# §7.6), which an override and an implementation share with theirs. */
import { KIND } from "../outline/declaration-table.ts";
import { underlyingType } from "./conversions.ts";
import type { Member, SemanticModel } from "./semantic-model.ts";
import { type Substitution, substitute } from "./substitution.ts";
import { keyOf, type TypeRef } from "./type-ref.ts";

/** `by` has the type arguments of the second one's owner, `own` those of the first one's, unless they are its own parameters. */
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
  // Type parameters of methods are the same where their positions are.
  const renamed = new Map(by);
  right.typeParameters.forEach((_, at) => {
    renamed.set(`${b.key}!${at}`, {
      is: "parameter",
      name: left.typeParameters[at]!,
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

/** `ref`, `out` and `in` are one in a signature, but for their difference from a value. */
function byReference(passing: string): boolean {
  return passing === "ref" || passing === "out" || passing === "in";
}

/** Equal, or not known to differ. */
export function isSameOrUnknown(a: TypeRef, b: TypeRef): boolean {
  if (a.is === "unknown" || b.is === "unknown") return true;
  // An override does not say again that its `T?` is a struct's.
  const [plain, other] = [underlyingType(a), underlyingType(b)];
  if (plain?.is === "parameter" && b.is === "parameter") return isSameOrUnknown(plain, b);
  if (other?.is === "parameter" && a.is === "parameter") return isSameOrUnknown(a, other);
  if (a.is !== b.is) return false;
  switch (a.is) {
    case "type":
    case "external": {
      const other = b as typeof a;
      if (
        a.is === "type"
          ? a.type.key !== (other as typeof a).type.key
          : keyOf({ ...a, args: [] }) !== keyOf({ ...other, args: [] } as TypeRef)
      )
        return false;
      return a.args.length === other.args.length && a.args.every((arg, at) => isSameOrUnknown(arg, other.args[at]!));
    }
    case "array":
      return isSameOrUnknown(a.element, (b as typeof a).element);
    case "tuple": {
      const other = b as typeof a;
      return (
        a.elements.length === other.elements.length &&
        a.elements.every(({ type }, at) => isSameOrUnknown(type, other.elements[at]!.type))
      );
    }
    case "parameter":
      return a.id === (b as typeof a).id;
  }
}
