/** Whether a type may stand for a type parameter, by what that must be (C# §8.4.5). */
import { type Fit, isValueType, standard, underNullable } from "./conversions.ts";
import { isDelegateName, isInterfaceName, isWhole } from "./known-types.ts";
import type { Member, Model } from "./model.ts";
import { shapeOf } from "./packages.ts";
import { externalName, substitute, type TypeRef } from "./type-refs.ts";

/** `maybe` where it must be a struct and nobody knows whether it is one. */
export function meetsBounds(
  model: Model,
  member: Member,
  at: number,
  type: TypeRef,
  found: ReadonlyMap<string, TypeRef>,
): Fit {
  if (type.is === "unknown") return "yes";
  const { constraints, typeParameters } = model.header(member);
  const written = constraints.get(typeParameters[at]!) ?? [];
  const isValue = isValueType(type) && !underNullable(type);
  if (written.some((bound) => /^class\??$/.test(bound)) && isValue) return "no";
  if (!model.boundsOf(member, at).every((bound) => standard(model, type, substitute(bound, found)) !== "no"))
    return "no";
  return isValue || !written.some((bound) => bound === "struct" || bound === "unmanaged")
    ? "yes"
    : asStruct(model, type);
}

/** What is not known as a struct by its name. */
function asStruct(model: Model, type: TypeRef): Fit {
  if (type.is !== "external") return type.is === "parameter" ? "yes" : "no";
  const name = externalName(type);
  if (underNullable(type) || name === "string" || name === "object" || isWhole(type)) return "no";
  if (isInterfaceName(name) || isDelegateName(name) || name.endsWith("Exception")) return "no";
  const shape = shapeOf(model, type) ?? model.engine?.typesNamed(type.name)[0];
  if (!shape) return "maybe";
  return shape.kind === "struct" || shape.kind === "enum" ? "yes" : "no";
}
