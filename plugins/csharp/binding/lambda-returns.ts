/** Of overloads whose delegates give different things those that a lambda's body fits (C# §10.7.1, §12.6.4.5). */
import { type Fit, same, worst } from "../semantics/conversions.ts";
import { keyOf, type TypeRef } from "../semantics/type-ref.ts";
import type { Model } from "../semantics/workspace-model.ts";
import { type Applied, type Argument, argumentFrom, type Call, fitOf } from "./overload-resolution.ts";
import { mentions, ownParameters } from "./type-inference.ts";

/** Candidates whose delegates take what the body gives; all where that leaves none. */
export function byReturns(model: Model, applied: Applied[], call: Call): Applied[] {
  const given = call.receiver ? [argumentFrom(call.receiver), ...call.arguments] : call.arguments;
  let left = applied;
  for (const [at, argument] of given.entries()) {
    if (argument.shape !== "lambda" || !argument.returns) continue;
    const delegates = new Set(left.map(({ types }) => keyOf(types[at]!)));
    if (delegates.size < 2) continue;
    const fitting = left.flatMap((one) => {
      const fit = bodyFit(model, argument, one, at);
      return fit === "no" ? [] : [{ ...one, fit: worst([one.fit, fit]) }];
    });
    if (fitting.length > 0) left = fitting;
  }
  return left;
}

function bodyFit(model: Model, argument: Argument, { member, declared, types }: Applied, at: number): Fit {
  const [open, delegate] = [declared[at]!, types[at]!].map((type) =>
    type.is === "unknown" ? undefined : model.delegateOf(type),
  );
  if (!open || !delegate?.known) return "yes";
  const returned = argument.returns?.(delegate.parameters);
  if (!returned) return "maybe";
  if (returned.fails) return "no";
  // What the body is to tell it cannot miss.
  if (mentions(open.result, new Set(ownParameters(model, member)))) return givesNothing(returned.values) ? "no" : "yes";
  const wanted = argument.isAsync ? insideTask(delegate.result) : delegate.result;
  if (!wanted || isVoid(wanted)) return "yes";
  return worst(
    returned.values.map((value) => (isNothing(value) ? "no" : fitOf(model, { ...value, passing: "" }, wanted, ""))),
  );
}

/** What all that a lambda returns is, where that is known and the same. */
export function returnedType(argument: Argument, parameters: readonly TypeRef[]): TypeRef | undefined {
  const returned = argument.returns?.(parameters);
  const types = returned?.values.map(({ shape, type }) => (shape === "value" ? type() : undefined)) ?? [];
  const [first] = types;
  return first && types.every((type) => type && same(type, first)) ? first : undefined;
}

/** What an async body of a delegate gives: of `Task<T>` the `T`. */
export function insideTask(result: TypeRef): TypeRef | undefined {
  return result.is === "external" || result.is === "type" ? result.args[0] : undefined;
}

function givesNothing(values: readonly Argument[]): boolean {
  return values.length > 0 && values.every(isNothing);
}

function isNothing({ shape, type }: Argument): boolean {
  return shape === "value" && isVoid(type());
}

function isVoid(type: TypeRef): boolean {
  return type.is === "external" && type.name === "void";
}
