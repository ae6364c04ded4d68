/** Returns the namespaces around a position, and the targets of using directives. */
import { KIND } from "../outline/declaration-table.ts";
import type { LookupScope } from "./semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "./source-file.ts";

/** Returns the namespaces around a position, from the innermost one to the global one. */
export function enclosingNamespaces({ file, index }: LookupScope): string[] {
  const names: string[] = [];
  for (const at of enclosingDeclarations(file, index))
    if (file.declaration(at).kind === KIND.namespace) names.unshift(file.declaration(at).name);
  const full = names.join(".");
  const enclosing: string[] = [];
  for (let at = full.length; at > 0; at = full.lastIndexOf(".", at - 1)) enclosing.push(full.slice(0, at));
  return [...enclosing, ""];
}

/** Returns true if `using target;` imports this namespace. The target may be a full name, or relative to an enclosing namespace. */
export function importsNamespace(namespace: string, target: string, scope: LookupScope): boolean {
  const plain = plainTarget(target, scope.file);
  return (
    namespace === plain || enclosingNamespaces(scope).some((outer) => outer !== "" && namespace === `${outer}.${plain}`)
  );
}

/** Strips `global::`, or `A::` if there is an `extern alias A`. */
export function plainTarget(target: string, { imports }: SourceFile): string {
  const [all = "", alias] = /^(\w+)::/.exec(target) ?? [];
  const isGlobal = alias === "global" || imports.some((each) => each.alias === alias && each.target === "global::");
  return isGlobal ? target.slice(all.length) : target;
}
