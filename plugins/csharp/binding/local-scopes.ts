/** Type parameters of local functions: they are in force inside of them only. */

import type { TypeNames } from "../semantics/type-names.ts";
import type { TypeRef } from "../semantics/type-ref.ts";
import type { Scope } from "../semantics/workspace-model.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";

/** The scope of a place in a member: with the type parameters of the local functions around it. */
export function scopeAt(names: TypeNames, scope: Scope, node: SyntaxNode): Scope {
  let inner = scope;
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
    const list = at.type === "local_function_statement" ? childOf(at, "type_parameters") : undefined;
    if (list) inner = within(names, inner, at, list);
  }
  return inner;
}

function within(names: TypeNames, scope: Scope, local: SyntaxNode, list: SyntaxNode): Scope {
  const { text, path } = scope.file;
  const write = (node: SyntaxNode) => text.slice(node.start, node.end);
  const key = `${scope.locals?.key ?? ""}@${local.start}`;
  const types = new Map<string, TypeRef>(scope.locals?.types);
  const inner: Scope = { ...scope, locals: { key, types } };
  const bounds = new Map<string, TypeRef[]>();
  const values = valuesOf(local, write);
  list.children
    .filter(({ type }) => type === "type_parameter")
    .forEach((parameter, at) => {
      const name = write(childOf(parameter, "name") ?? parameter);
      const own: TypeRef[] = [];
      bounds.set(name, own);
      // A function further in has its own of that name.
      if (!scope.locals?.types.has(name))
        types.set(name, { is: "parameter", name, id: `${path}${key}!${at}`, bounds: own, isValue: values.has(name) });
    });
  for (const clause of local.children) {
    if (clause.type !== "type_parameter_constraints_clause") continue;
    const of = constrained(clause);
    const own = of && bounds.get(write(of));
    for (const bound of clause.children) {
      const type = bound.type === "type_parameter_constraint" ? childOf(bound, "type") : undefined;
      if (type && own) own.push(names.resolveText(write(type), inner));
    }
  }
  return inner;
}

/** The names of those that must be structs. */
function valuesOf(local: SyntaxNode, write: (node: SyntaxNode) => string): Set<string> {
  const clauses = local.children.filter(
    (clause) =>
      clause.type === "type_parameter_constraints_clause" &&
      clause.children.some((bound) => /^(?:struct|unmanaged)$/.test(write(bound))),
  );
  return new Set(clauses.flatMap((clause) => constrained(clause) ?? []).map(write));
}

function constrained(clause: SyntaxNode): SyntaxNode | undefined {
  return clause.children.find(({ type }) => type === "identifier");
}
