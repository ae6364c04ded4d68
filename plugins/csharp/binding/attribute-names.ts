/** Binds names in attribute lists (C# §23.3). `[Foo]` means a class `Foo` or `FooAttribute` that derives from Attribute. */
import { KIND } from "../outline/declaration-table.ts";
import { classChain } from "../semantics/member-lookup.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { external, type TypeRef } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import type { Binder, BoundValue } from "./bound-value.ts";

const SUFFIX = "Attribute";

export function bindAttribute(binder: Binder, node: SyntaxNode): BoundValue {
  const { model, scope } = binder;
  const args = binder.typeArgs(node);
  return firstAttribute(binder, node, (name) => {
    const type = model.names.simpleType(name, args, scope, false);
    return typeof type === "string" ? undefined : type;
  });
}

export function bindQualifiedAttribute(binder: Binder, qualifier: BoundValue, node: SyntaxNode): BoundValue {
  const { model, scope } = binder;
  const args = binder.typeArgs(node);
  if (qualifier.is === "unknown") return qualifier;
  return firstAttribute(binder, node, (name) => {
    if (qualifier.is === "type" && qualifier.type.is === "type") {
      const inner = model.nested(qualifier.type.type, name, args.length);
      return inner && { is: "type", type: inner, args };
    }
    const found = qualifier.is === "namespace" ? model.names.inNamespace(qualifier.name, name, args, scope) : undefined;
    return typeof found === "string" ? undefined : found;
  });
}

/** Tries a name exactly as written, and then with the suffix. If the name starts with `@`, the suffix isn't tried. */
function firstAttribute(binder: Binder, node: SyntaxNode, find: (name: string) => TypeRef | undefined): BoundValue {
  const { model, file } = binder;
  const name = binder.nameOf(node);
  const written = find(name);
  if (written && isAttribute(model, written)) return { is: "type", type: written };
  const suffixed = file.text.charAt(node.start) === "@" ? undefined : find(name + SUFFIX);
  if (suffixed && isAttribute(model, suffixed)) return { is: "type", type: suffixed };
  return model.complete ? { is: "external", type: external(name), name } : { is: "unknown" };
}

/**
 * Returns true if a class derives from `System.Attribute`. For an external base this is assumed, unless its name says
 * otherwise.
 */
function isAttribute(model: SemanticModel, type: TypeRef): boolean {
  for (const at of classChain(model, type)) {
    if (at.is === "unknown") return true;
    if (at.is === "external") return at.name.endsWith(SUFFIX);
    if (at.is !== "type" || at.type.kind !== KIND.class) return false;
  }
  return false;
}
