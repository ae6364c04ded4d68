/** Determines the variance of the type parameters of interfaces and delegates (C# §19.2.3). */
import { KIND } from "../outline/declaration-table.ts";
import { packageShape } from "./package-symbols.ts";
import type { SemanticModel } from "./semantic-model.ts";
import type { TypeRef } from "./type-ref.ts";

const OUT = new Set(
  (
    "IEnumerable IEnumerator IReadOnlyList IReadOnlyCollection IAsyncEnumerable IAsyncEnumerator IQueryable IOrderedQueryable IOrderedEnumerable IGrouping " +
    "IObservable"
  ).split(" "),
);
const IN = new Set("IComparer IEqualityComparer IComparable IObserver IProgress Predicate Comparison".split(" "));

/** Returns the variance of each type parameter: `in`, `out` or "". The result is undefined if it isn't known. */
export function variancesOf(model: SemanticModel, type: TypeRef): readonly string[] | undefined {
  if (type.is === "type") {
    const { kind, parts } = type.type;
    const [part] = parts;
    if (!part || (kind !== KIND.interface && kind !== KIND.delegate)) return type.args.map(() => "");
    return model.file(part.path).header(model.store.indexOf(part.handle)).variances;
  }
  if (type.is !== "external") return undefined;
  const known = frameworkVariance(type.name, type.args.length);
  return (
    known ?? (/^(?:class|struct)$/.test(packageShape(model, type)?.kind ?? "") ? type.args.map(() => "") : undefined)
  );
}

/** Returns the variance of a framework interface or delegate, or undefined for any other type. */
function frameworkVariance(name: string, arity: number): string[] | undefined {
  if (name === "Func" || name === "Converter")
    return Array.from({ length: arity }, (_, at) => (at < arity - 1 ? "in" : "out"));
  const all = name === "Action" || IN.has(name) ? "in" : OUT.has(name) ? "out" : undefined;
  return all === undefined ? undefined : Array.from({ length: arity }, () => all);
}
