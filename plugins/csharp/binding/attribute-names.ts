/** Names in attribute lists (C# §23.3): `[Foo]` means a class `Foo` or `FooAttribute`, whichever is an attribute. */
import { KIND } from "../outline/declaration-table.ts";
import { baseClass } from "../semantics/member-lookup.ts";
import { external, type TypeRef } from "../semantics/type-ref.ts";
import type { Model } from "../semantics/workspace-model.ts";
import type { SyntaxNode } from "../syntax/grammar.ts";
import type { Binder, Value } from "./binder.ts";

const SUFFIX = "Attribute";

export class AttributeNames {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  simple(node: SyntaxNode): Value {
    const { model, scope } = this.#binder;
    const args = this.#binder.typeArgs(node);
    return this.#first(node, (name) => {
      const type = model.names.simpleType(name, args, scope, false);
      return typeof type === "string" ? undefined : type;
    });
  }

  qualified(qualifier: Value, node: SyntaxNode): Value {
    const { model, scope } = this.#binder;
    const args = this.#binder.typeArgs(node);
    if (qualifier.is === "unknown") return qualifier;
    return this.#first(node, (name) => {
      if (qualifier.is === "type" && qualifier.type.is === "type") {
        const inner = model.nested(qualifier.type.type, name, args.length);
        return inner && { is: "type", type: inner, args };
      }
      const found =
        qualifier.is === "namespace" ? model.names.inNamespace(qualifier.name, name, args, scope) : undefined;
      return typeof found === "string" ? undefined : found;
    });
  }

  /** The name as written, then with the suffix, which `@` rules out. */
  #first(node: SyntaxNode, find: (name: string) => TypeRef | undefined): Value {
    const { model, file } = this.#binder;
    const name = this.#binder.nameOf(node);
    const written = find(name);
    if (written && isAttribute(model, written)) return { is: "type", type: written };
    const suffixed = file.text.charAt(node.start) === "@" ? undefined : find(name + SUFFIX);
    if (suffixed && isAttribute(model, suffixed)) return { is: "type", type: suffixed };
    return model.complete ? { is: "foreign", type: external(name), name } : { is: "unknown" };
  }
}

/** A class with `System.Attribute` above it: an external base counts, unless its name says that it is something else. */
function isAttribute(model: Model, type: TypeRef): boolean {
  const seen = new Set<string>();
  for (let at: TypeRef | undefined = type; at; ) {
    if (at.is === "unknown") return true;
    if (at.is === "external") return at.name.endsWith(SUFFIX);
    if (at.is !== "type" || at.type.kind !== KIND.class || seen.has(at.type.key)) return false;
    seen.add(at.type.key);
    at = baseClass(model, at.type);
  }
  return false;
}
