/** Binds accesses to properties, which can be fields or accessors. */

import type { NameSyntax } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import { isNumber } from "./overload-resolution.ts";
import type { TypeUse } from "./type-use.ts";

/** The access is a read in `x`, a write in `x = 1`, and both in `x += 1`. */
export type Access = "read" | "write" | "both";

/**
 * Binds a field, an accessor, or a method that is referred to without a call. Wrappers like `TSubclassOf` and `TWeakObjectPtr`
 * forward to the class they wrap.
 */
export function bindProperty(
  binder: Binder,
  owner: TypeUse,
  name: NameSyntax,
  access: Access,
): { type: TypeUse | undefined } | undefined {
  const { lookup } = binder;
  const wanted = access === "write" ? "set" : "get";
  const member = lookup.property(owner.symbol, name.name, wanted);
  if (member) {
    binder.markMember(name, member, member.accessor === "get" ? "read" : accessUse(access), owner);
    const setter = access === "both" && member.isCallable ? lookup.accessor(owner.symbol, name.name, "set") : undefined;
    if (setter) binder.markMember(name, setter, "write");
    if (member.accessor === "set") return { type: lookup.parameterType(member, 0, owner) };
    return { type: lookup.typeOf(member, owner) };
  }
  const other =
    lookup.property(owner.symbol, name.name, wanted === "get" ? "set" : "get") ??
    lookup.members(owner.symbol, name.name)[0];
  if (other) {
    binder.markMember(name, other, accessUse(access), owner);
    return { type: other.accessor === "set" ? lookup.parameterType(other, 0, owner) : lookup.typeOf(other, owner) };
  }
  const inner = unwrapped(binder, owner);
  return inner ? bindProperty(binder, inner, name, access) : undefined;
}

/** Applies `opImplConv` if it yields another class or struct. */
export function unwrapped(binder: Binder, use: TypeUse): TypeUse | undefined {
  for (const conversion of binder.lookup.members(use.symbol, "opImplConv")) {
    const type = binder.lookup.typeOf(conversion, use);
    if (type && type.symbol !== use.symbol && !isNumber(type)) return type;
  }
  return undefined;
}

export function accessUse(access: Access): "read" | "write" {
  return access === "read" ? "read" : "write";
}
