/** The namespaces around a place, and which of them a using directive means. */
import { KIND } from "../outline/declaration-table.ts";
import type { LookupScope } from "./semantic-model.ts";
import { enclosingDeclarations } from "./source-file.ts";

/** The namespaces around a place, innermost first, the global one last. */
export function enclosingNamespaces({ file, index }: LookupScope): string[] {
  const names: string[] = [];
  for (const at of enclosingDeclarations(file, index))
    if (file.declaration(at).kind === KIND.namespace) names.unshift(file.declaration(at).name);
  const full = names.join(".");
  const enclosing: string[] = [];
  for (let at = full.length; at > 0; at = full.lastIndexOf(".", at - 1)) enclosing.push(full.slice(0, at));
  return [...enclosing, ""];
}

/** Whether `using target;` means this namespace: written in full, or below one of the namespaces around. */
export function importsNamespace(namespace: string, target: string, scope: LookupScope): boolean {
  const plain = target.replace(/^global::/, "");
  return (
    namespace === plain || enclosingNamespaces(scope).some((outer) => outer !== "" && namespace === `${outer}.${plain}`)
  );
}
