/** Binds qualified (`A::B::C`) and plain names. */
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { qualify } from "../database/symbols.ts";
import type { Expression, NameSyntax } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";

export type PathExpression = Extract<Expression, { kind: "path" }>;

/** Describes everything before the last `::`. */
export interface Qualifier {
  type: TypeSymbol | undefined;
  namespace: string | undefined;
  /** True for `Super::` and base classes, which reach methods of `this`. */
  isSuper: boolean;
}

/** Binds the qualifier of a path, or returns undefined if part of it is unknown. */
export function bindQualifier(binder: Binder, path: PathExpression): Qualifier | undefined {
  const parts = path.path.slice(0, -1);
  let scope: Qualifier = { type: undefined, namespace: "", isSuper: false };
  for (const [index, part] of parts.entries()) {
    if (index === 0 && part.name === "Super") {
      const base = binder.superType;
      if (!base) return undefined;
      binder.markType(part, base.symbol, "alias");
      scope = { type: base.symbol, namespace: undefined, isSuper: true };
      continue;
    }
    const next = index === 0 && !path.global ? firstScope(binder, part) : innerScope(binder, scope, part);
    if (!next) {
      if (index === 0) binder.unknownScope(part);
      else if (scope.namespace !== undefined && !scope.type) binder.unknownInNamespace(part, scope.namespace);
      binder.unresolved(part, "read");
      return undefined;
    }
    if (next.type) binder.markType(part, next.type);
    else binder.markNamespace(part, next.namespace as string);
    scope = next;
  }
  return scope;
}

function firstScope(binder: Binder, part: NameSyntax): Qualifier | undefined {
  const table = binder.lookup.table;
  for (const around of binder.scopes()) {
    const name = qualify(around, part.name);
    const type = table.type(name, binder.root);
    const namespace = table.namespaces.has(name) ? name : undefined;
    if (type || namespace !== undefined) return { type, namespace, isSuper: false };
  }
  return undefined;
}

function innerScope(binder: Binder, outer: Qualifier, part: NameSyntax): Qualifier | undefined {
  const table = binder.lookup.table;
  const name = qualify(outer.namespace ?? outer.type?.qualifiedName ?? "", part.name);
  const type = table.type(name, binder.root);
  const namespace = table.namespaces.has(name) ? name : undefined;
  return type || namespace !== undefined ? { type, namespace, isSuper: false } : undefined;
}

/** Binds functions, variables, enum values and methods. */
export function membersOfQualifier(binder: Binder, scope: Qualifier, name: string): readonly MemberSymbol[] {
  const { lookup } = binder;
  const found: MemberSymbol[] = [];
  if (scope.namespace !== undefined) found.push(...lookup.inNamespace(scope.namespace, name, binder));
  if (scope.type) {
    const own = scope.type.qualifiedName;
    if (own !== scope.namespace && found.length === 0) found.push(...lookup.inNamespace(own, name, binder));
    if (found.length === 0 || scope.isSuper) found.push(...lookup.inType(scope.type, name));
  }
  return found;
}

export function typeOfQualifier(binder: Binder, scope: Qualifier, name: string): TypeSymbol | undefined {
  return binder.lookup.table.type(qualify(scope.namespace ?? "", name), binder.root);
}
