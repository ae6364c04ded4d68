/** Implements LINQ operators that take lambdas, such as `Select`, `GroupBy` and `ToDictionary`. */
import { elementOf } from "../semantics/external-types.ts";
import { external, OPAQUE, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { Binder, BoundValue } from "./bound-value.ts";

/** These work on any sequence, even one that the workspace declares. */
const QUERIES = new Set(
  (
    "Aggregate All Any Append AsEnumerable AsParallel AsQueryable Average Cast Chunk Concat Contains Count DefaultIfEmpty Distinct DistinctBy ElementAt ElementAtOrDefault " +
    "Except ExceptBy First FirstOrDefault GroupBy GroupJoin Intersect IntersectBy Join Last LastOrDefault LongCount Max MaxBy Min MinBy OfType OrderBy OrderByDescending " +
    "Prepend Reverse Select SelectMany SequenceEqual Single SingleOrDefault Skip SkipLast SkipWhile Sum Take TakeLast TakeWhile ToArray ToDictionary ToHashSet ToList ToLookup " +
    "Union UnionBy Where Zip"
  ).split(" "),
);

/** Binds a LINQ operator. LINQ must be imported, and the type must be a sequence without such a member. */
export function queryOperator(binder: Binder, name: string, type: TypeRef): BoundValue | undefined {
  const isImported = binder.file.imports.some(({ target }) => /^(?:global::)?System\.Linq$/.test(target));
  const isOne = isImported && QUERIES.has(name) && elementOf(binder.types.asExternal(type)) !== undefined;
  return isOne ? { is: "external", type: UNKNOWN, name } : undefined;
}

/** Returns the parameters of a query's lambda, if they are known. @param before results of other arguments, by position */
export function queryParameters(
  element: TypeRef,
  method: string,
  at: number,
  before: readonly (() => TypeRef)[],
  parameters?: number,
): TypeRef[] | undefined {
  const inner = () => {
    const given = before[0]?.();
    return (given && elementOf(given)) ?? UNKNOWN;
  };
  switch (method) {
    case "SelectMany":
      return at === 0 ? undefined : [element, inner()];
    case "Zip":
      return [element, inner()];
    case "Join":
    case "GroupJoin":
      if (at < 2) return [element];
      if (at === 2) return [inner()];
      return [element, method === "Join" ? inner() : external("IEnumerable", [inner()])];
    case "GroupBy":
      // The parameters of a result selector are a key and its elements.
      if (at === 0 || parameters !== 2) return undefined;
      return [before[0]!(), external("IEnumerable", [at === 1 ? element : before[1]!()])];
    case "Aggregate":
      return [before[0]?.() ?? element, element];
    default:
      return undefined;
  }
}

/**
 * Returns the result of a query for the results of its lambdas, which are given in order. It is undefined if the result doesn't
 * depend on the lambdas.
 */
export function queryResult(
  source: TypeRef | undefined,
  method: string,
  lambdas: readonly { parameters: number | undefined; gives: () => TypeRef }[],
): TypeRef | undefined {
  const last = lambdas.at(-1);
  if (!last) return undefined;
  const given = last.gives;
  const element = (source && elementOf(source)) ?? UNKNOWN;
  const name = source?.is === "external" && /Queryable$/.test(source.name) ? "IQueryable" : "IEnumerable";
  const sequence = (type: TypeRef) => external(name, [type]);
  switch (method) {
    case "Select":
    case "Zip":
    case "Join":
    case "GroupJoin":
      return sequence(given());
    case "SelectMany":
      return sequence(lambdas.length > 1 ? given() : (elementOf(given()) ?? UNKNOWN));
    case "GroupBy":
    case "ToLookup": {
      // This is the overload with a result selector for key and group.
      if (last.parameters === 2) return sequence(given());
      const key = lambdas[0]!.gives();
      return sequence(external("IGrouping", [key, lambdas.length > 1 ? given() : element]));
    }
    case "ToDictionary":
      return external("Dictionary", [lambdas[0]!.gives(), lambdas.length > 1 ? given() : element]);
    case "Min":
    case "Max":
    case "Sum":
      return given();
    case "Average":
      return OPAQUE;
    default:
      return undefined;
  }
}
