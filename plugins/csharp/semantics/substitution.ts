/** Maps type parameters to type arguments. */
import type { TypeRef } from "./type-ref.ts";

/** The arguments for type parameters, keyed by the id of the parameter. */
export type Substitution = ReadonlyMap<string, TypeRef>;

export function substitute(type: TypeRef, by: Substitution): TypeRef {
  if (by.size === 0) return type;
  switch (type.is) {
    case "parameter":
      return by.get(type.id) ?? type;
    case "type":
      if (type.args.length === 0 && !type.within) return type;
      return {
        ...type,
        args: type.args.map((arg) => substitute(arg, by)),
        ...(type.within ? { within: substitute(type.within, by) } : {}),
      };
    case "external":
      return type.args.length === 0 ? type : { ...type, args: type.args.map((arg) => substitute(arg, by)) };
    case "array":
      return { is: "array", element: substitute(type.element, by) };
    case "tuple":
      return {
        is: "tuple",
        elements: type.elements.map((element) => ({ ...element, type: substitute(element.type, by) })),
      };
    default:
      return type;
  }
}

/** Returns the type arguments of a constructed type. This includes those of the types that it is nested in. */
export function substitutionOf(ref: TypeRef): Map<string, TypeRef> {
  const map = new Map<string, TypeRef>();
  for (let at: TypeRef | undefined = ref; at?.is === "type"; at = at.within) {
    const { type, args } = at;
    args.forEach((arg, index) => {
      map.set(`${type.key}!${index}`, arg);
    });
  }
  return map;
}
