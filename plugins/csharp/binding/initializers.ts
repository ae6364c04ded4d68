/** What stands in braces behind a creation: members, and elements of a collection or an array. */

import { elementOf } from "../semantics/external-types.ts";
import { type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";
import { type Binder, typeOf, type Value } from "./binder.ts";

/** `P` of `new Foo { P = 1 }`. */
export function initialised(binder: Binder, initialiser: SyntaxNode, node: SyntaxNode): Value {
  const owner = ownerOf(binder, initialiser);
  return owner ? binder.member(owner, node) : { is: "unknown" };
}

/** What the braces fill: what is created in front of them, or what they are assigned to inside of others. */
export function ownerOf(binder: Binder, initialiser: SyntaxNode): Value | undefined {
  const owner = initialiser.parent;
  if (!owner) return undefined;
  if (/^(?:implicit_)?object_creation_expression$/.test(owner.type))
    return { is: "value", type: typeOf(binder.value(owner)) };
  const left = owner.type === "assignment_expression" ? childOf(owner, "left") : undefined;
  return left && binder.value(left);
}

/** What is expected of an element in braces: `{ a, b }`, and of the parts of `{ { key, value } }`. */
export function expectedElement(binder: Binder, braces: SyntaxNode, node: SyntaxNode): TypeRef {
  const outer = braces.parent;
  if (outer?.type === "initializer_expression") {
    const owner = ownerOf(binder, outer);
    const whole = owner && elementOf(typeOf(owner));
    if (whole?.is !== "external" || whole.name !== "KeyValuePair") return UNKNOWN;
    const parts = braces.children.filter(({ type }) => !/^[{},]$/.test(type));
    return whole.args[parts.indexOf(node)] ?? UNKNOWN;
  }
  const array = outer?.type === "array_creation_expression" ? binder.types.of(outer) : undefined;
  const filled = array ?? (outer?.type === "variable_declarator" ? binder.types.calls.targetType(braces) : undefined);
  const owner = filled ?? typeOf(ownerOf(binder, braces) ?? { is: "unknown" });
  return elementOf(owner) ?? (owner.is === "type" ? binder.types.locals.elementsOf(owner) : UNKNOWN);
}
