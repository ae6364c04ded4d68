/** Chooses the better of two applicable methods (C# §12.6.4.3 to §12.6.4.7). */
import { type ConversionMatch, conversion, isSameType, underlyingType, worstMatch } from "../semantics/conversions.ts";
import { delegateOf } from "../semantics/delegates.ts";
import { isBetterNumber } from "../semantics/framework-types.ts";
import { originalDeclaration } from "../semantics/implementations.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import { externalName, isVoid, keyOf, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { allArguments, matchArgument } from "./applicability.ts";
import type { Applicable, Argument, Call } from "./bound-value.ts";
import { mentions, methodTypeParameters } from "./type-inference.ts";

/**
 * Returns true if the call could also mean another candidate. A constraint that all of them share doesn't matter, because one
 * of them will be called anyway.
 */
export function isAmbiguous(one: Applicable, all: readonly Applicable[]): boolean {
  return one.undecided.some((constraint) => all.some(({ undecided }) => !undecided.includes(constraint)));
}

/** Removes all candidates for which another one is better. The comparison can be circular, in which case nothing is removed. */
export function betterMember(model: SemanticModel, applied: readonly Applicable[], call: Call): readonly Applicable[] {
  if (applied.length < 2) return applied;
  const order = priorityOrder(model, applied);
  const left = applied.filter(
    (one) => !applied.some(({ member, match }) => match === "yes" && order(member, one.member) > 0),
  );
  const best = left.filter(
    (one) =>
      !left.some((other) => other !== one && order(one.member, other.member) <= 0 && isBetter(model, other, one, call)),
  );
  return best.length > 0 ? best : left;
}

/** Returns true if the first method is the better function member (C# §12.6.4.3). */
function isBetter(model: SemanticModel, a: Applicable, b: Applicable, call: Call): boolean {
  let better = false;
  const given = allArguments(call);
  let equal = true;
  for (const [at, argument] of given.entries()) {
    const [one, two] = [a.types[at]!, b.types[at]!];
    if (keyOf(one) === keyOf(two) && one.is !== "unknown") continue;
    equal = false;
    // A method that might not even be applicable can't be certain to be better.
    if (a.match !== "yes") return false;
    const which = betterConversion(model, argument, one, two);
    // This argument doesn't decide it, so we continue with the next one.
    if (which === "second" || which === "unsure") return false;
    better ||= which === "first";
  }
  if (better) return true;
  if (!equal) return false;
  if (a.generic !== b.generic) return !a.generic;
  if (a.expanded !== b.expanded) return !a.expanded;
  if (a.defaults !== b.defaults) return !a.defaults;
  return isMoreSpecific(a.declared, b.declared);
}

/** Returns true if the parameter types of the first are more specific than those of the second. */
function isMoreSpecific(a: readonly TypeRef[], b: readonly TypeRef[]): boolean {
  const order = a.map((type, at) => specificity(type, b[at]!));
  return order.includes(1) && !order.includes(-1);
}

function specificity(a: TypeRef, b: TypeRef): number {
  if (a.is === "parameter" || b.is === "parameter") return Number(b.is === "parameter") - Number(a.is === "parameter");
  if (a.is === "array" && b.is === "array") return specificity(a.element, b.element);
  if ((a.is === "type" || a.is === "external") && a.is === b.is) {
    const order = a.args.map((arg, at) => (b.args[at] ? specificity(arg, b.args[at]) : 0));
    return order.includes(1) === order.includes(-1) ? 0 : order.includes(1) ? 1 : -1;
  }
  return 0;
}

/** `neither` is a tie. `unsure` means that we know too little about the types. */
type Better = "first" | "second" | "neither" | "unsure";

function betterConversion(model: SemanticModel, given: Argument, a: TypeRef, b: TypeRef): Better {
  if (a.is === "unknown" || b.is === "unknown") return "unsure";
  if (given.shape === "lambda") return betterLambda(model, given, a, b);
  if (given.shape === "several") return betterCollection(model, a, b);
  const from = given.shape === "value" ? given.type() : UNKNOWN;
  if (from.is !== "unknown" && isSameType(from, a)) return "first";
  if (from.is !== "unknown" && isSameType(from, b)) return "second";
  return betterTarget(model, a, b);
}

/** For a collection expression, a span is better than an array or an interface (C# 12). */
function betterCollection(model: SemanticModel, a: TypeRef, b: TypeRef): Better {
  const rank = (type: TypeRef) =>
    type.is !== "external" ? 0 : type.name === "ReadOnlySpan" ? 2 : type.name === "Span" ? 1 : 0;
  const [one, two] = [rank(a), rank(b)];
  return one === two ? betterTarget(model, a, b) : one > two ? "first" : "second";
}

/** If one target converts to the other, it is the better one (C# §12.6.4.7). */
function betterTarget(model: SemanticModel, a: TypeRef, b: TypeRef): Better {
  const [there, back] = [conversion(model, a, b), conversion(model, b, a)];
  if (there === "yes" && back === "no") return "first";
  if (back === "yes" && there === "no") return "second";
  const [one, two] = [underlyingType(a) ?? a, underlyingType(b) ?? b];
  if (one.is === "external" && two.is === "external") {
    if (isBetterNumber(externalName(one), externalName(two))) return "first";
    if (isBetterNumber(externalName(two), externalName(one))) return "second";
  }
  return there === "maybe" || back === "maybe" ? "unsure" : "neither";
}

function isTask(type: TypeRef): boolean {
  return (
    (type.is === "external" || type.is === "type") && /Task$/.test(type.is === "type" ? type.type.name : type.name)
  );
}

function betterLambda(model: SemanticModel, given: Argument, a: TypeRef, b: TypeRef): Better {
  const [one, two] = [delegateOf(model, a), delegateOf(model, b)];
  if (!one || !two || one.parameters.length !== two.parameters.length) return "unsure";
  // If the body can return a value, a delegate with a result is preferred.
  if (isVoid(one.result) !== isVoid(two.result)) {
    if (given.isAmbiguous && !given.isAsync && !returnedType(given, one.parameters)) return "unsure";
    return isVoid(two.result) ? "first" : "second";
  }
  if (given.isAsync) {
    // Task types are equal, and an unknown type might be a task.
    if (isTask(one.result) !== isTask(two.result)) return isTask(one.result) ? "first" : "second";
  }
  // An exact match is better than a conversion.
  const made = returnedType(given, one.parameters);
  const [wanted, other] = given.isAsync ? [taskResult(one.result), taskResult(two.result)] : [one.result, two.result];
  const [isOne, isOther] = [wanted, other].map(
    (type) => made !== undefined && type !== undefined && isSameType(made, type),
  );
  if (isOne !== isOther) return isOne ? "first" : "second";
  return betterTarget(model, wanted ?? one.result, other ?? two.result);
}

/** Keeps the candidates whose delegates accept the result of the lambda. If none would be left, all of them are kept. */
export function filterByLambdaReturns(model: SemanticModel, applied: Applicable[], call: Call): Applicable[] {
  const given = allArguments(call);
  let left = applied;
  for (const [at, argument] of given.entries()) {
    if (argument.shape !== "lambda" || !argument.returns) continue;
    const delegates = new Set(left.map(({ types }) => keyOf(types[at]!)));
    if (delegates.size < 2) continue;
    const matching = left.flatMap((one) => {
      const match = matchLambdaBody(model, argument, one, at);
      return match === "no" ? [] : [{ ...one, match: worstMatch([one.match, match]) }];
    });
    if (matching.length > 0) left = matching;
  }
  return left;
}

function matchLambdaBody(
  model: SemanticModel,
  argument: Argument,
  { member, declared, types }: Applicable,
  at: number,
): ConversionMatch {
  const [open, delegate] = [declared[at]!, types[at]!].map((type) =>
    type.is === "unknown" ? undefined : delegateOf(model, type),
  );
  if (!open || !delegate?.known) return "yes";
  const returned = argument.returns?.(delegate.parameters);
  if (!returned) return "maybe";
  if (returned.hasUnknownMember) return "no";
  // The result depends on the body, so the body has to be known.
  if (mentions(open.result, new Set(methodTypeParameters(model, member))))
    return givesNothing(returned.values) ? "no" : "yes";
  return matchResults(model, argument, delegate.result, returned.values);
}

function matchResults(
  model: SemanticModel,
  { isAsync }: Argument,
  result: TypeRef,
  values: readonly Argument[],
): ConversionMatch {
  const wanted = isAsync ? taskResult(result) : result;
  if (!wanted || isVoid(wanted)) return "yes";
  return worstMatch(
    values.map((value) => (isNothing(value) ? "no" : matchArgument(model, { ...value, passing: "" }, wanted, ""))),
  );
}

/** Returns true if a lambda certainly does not convert to this delegate, because of what its body returns (C# §10.7.1). */
export function isRefusedByResult(model: SemanticModel, argument: Argument, type: TypeRef): boolean {
  const delegate = argument.shape === "lambda" && type.is !== "unknown" ? delegateOf(model, type) : undefined;
  const returned = delegate?.known ? argument.returns?.(delegate.parameters) : undefined;
  if (!delegate || !returned || returned.hasUnknownMember) return false;
  return matchResults(model, argument, delegate.result, returned.values) === "no";
}

/** Returns the common type of a lambda's results, if it is known. */
export function returnedType(argument: Argument, parameters: readonly TypeRef[]): TypeRef | undefined {
  const returned = argument.returns?.(parameters);
  const types = returned?.values.map(({ shape, type }) => (shape === "value" ? type() : undefined)) ?? [];
  const [first] = types;
  return first && types.every((type) => type && isSameType(type, first)) ? first : undefined;
}

/** Returns the result of a delegate's return type for an async body, for example `T` for `Task<T>`. */
export function taskResult(result: TypeRef): TypeRef | undefined {
  return result.is === "external" || result.is === "type" ? result.args[0] : undefined;
}

function givesNothing(values: readonly Argument[]): boolean {
  return values.length > 0 && values.every(isNothing);
}

function isNothing({ shape, type }: Argument): boolean {
  return shape === "value" && isVoid(type());
}

const PRIORITY = /^(?:[\w.]+(?:\.|::))?OverloadResolutionPriority(?:Attribute)?\((.*)\)$/;

/** Unity defines this symbol, and its compiler does not support the attribute. */
const UNITY_COMPILER = "UNITY_5_3_OR_NEWER";

interface PriorityRank {
  /** The type with the original declaration. */
  owner: string;
  /** NaN if it isn't a literal number. */
  priority: number;
  written: string;
}

/** Returns a positive number if the first is preferred, and NaN if this isn't known. */
export type Order = (a: Member, b: Member) => number;

export function priorityOrder(model: SemanticModel, applied: readonly Applicable[]): Order {
  const ranks = new Map(applied.map(({ member }) => [member.key, rankOf(model, member)]));
  return (a, b) => {
    const [one, other] = [ranks.get(a.key)!, ranks.get(b.key)!];
    return one.owner !== other.owner || one.written === other.written ? 0 : one.priority - other.priority;
  };
}

function rankOf(model: SemanticModel, member: Member): PriorityRank {
  // Overrides inherit the attribute from the original.
  const first = originalDeclaration(model, member);
  const isKnown = model.isDefined(first.file.path, UNITY_COMPILER) !== true;
  const { attributes } = model.header(first);
  const written = isKnown ? (attributes.map((each) => PRIORITY.exec(each)?.[1]).find((each) => each) ?? "0") : "0";
  const number = written.replaceAll(/[\s_]/g, "");
  const priority = /^[-+]?\d+$/.test(number) ? Number(number) : Number.NaN;
  return { owner: first.owner.key, priority, written: number };
}
