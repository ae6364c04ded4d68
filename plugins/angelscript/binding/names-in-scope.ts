/** Lists the names in scope for "did you mean" suggestions. */
import { outerOf } from "../database/symbol-table.ts";
import type { TypeSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";

interface Scope {
  lookup: Lookup;
}

export function* typeNames({ lookup }: Scope): Generator<string> {
  for (const type of lookup.table.allTypes()) yield type.name;
}

/** This includes inherited members, mixins, and the properties of accessors. */
export function* memberNames({ lookup }: Scope, owner: TypeSymbol): Generator<string> {
  for (const at of lookup.table.chain(owner)) {
    for (const member of at.members) {
      if (member.kind === "constructor") continue;
      yield member.name;
      if (member.accessor) yield member.name.slice(3);
    }
    for (const mixin of lookup.table.mixins(at.name)) yield mixin.name;
  }
}

export function* namespaceNames({ lookup }: Scope, namespace: string): Generator<string> {
  for (const member of lookup.table.namespaces.get(namespace)?.members ?? []) yield member.name;
  const inner = namespace === "" ? "" : `${namespace}::`;
  for (const name of lookup.table.namespaces.keys())
    if (name.startsWith(inner)) {
      const rest = name.slice(inner.length);
      if (rest !== "" && !rest.includes("::")) yield rest;
    }
}

/** Returns the names that can follow `Type::`. */
export function* staticNames(scope: Scope, owner: TypeSymbol): Generator<string> {
  for (const member of scope.lookup.table.statics(owner)) yield member.name;
  yield* memberNames(scope, owner);
  yield* namespaceNames(scope, owner.qualifiedName);
}

export function* visibleNames(
  scope: Scope,
  locals: readonly string[],
  type: TypeSymbol | undefined,
  namespace: string,
): Generator<string> {
  yield* locals;
  if (type) yield* memberNames(scope, type);
  for (let around = namespace; ; around = outerOf(around)) {
    yield* namespaceNames(scope, around);
    if (around === "") break;
  }
  yield* typeNames(scope);
}
