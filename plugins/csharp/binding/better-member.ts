/** Of two applicable methods the better one (C# §12.6.4.3 to §12.6.4.7). */
import { converts, same, underNullable } from "../semantics/conversions.ts";
import { isBetterNumber } from "../semantics/framework-types.ts";
import { externalName, keyOf, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { Model } from "../semantics/workspace-model.ts";
import { insideTask, returnedType } from "./lambda-returns.ts";
import { orderOf } from "./overload-priorities.ts";
import { type Applied, type Argument, argumentFrom, type Call } from "./overload-resolution.ts";

/** Of what every candidate asks for nobody needs to know whether it is so: one of them is called. */
export function doubted(one: Applied, all: readonly Applied[]): Applied {
  const isOpen = one.doubts.some((doubt) => all.some(({ doubts }) => !doubts.includes(doubt)));
  return isOpen ? { ...one, fit: "maybe" } : one;
}

/** What nothing else is better than, or preferred to; of a circle all. */
export function bestOf(model: Model, applied: readonly Applied[], call: Call): readonly Applied[] {
  if (applied.length < 2) return applied;
  const order = orderOf(
    model,
    applied.map(({ member }) => member),
  );
  const left = applied.filter(
    (one) => !applied.some(({ member, fit }) => fit === "yes" && order(member, one.member) > 0),
  );
  const best = left.filter(
    (one) =>
      !left.some((other) => other !== one && order(one.member, other.member) <= 0 && isBetter(model, other, one, call)),
  );
  return best.length > 0 ? best : left;
}

/** Whether one applicable method is better than another (C# §12.6.4.3). */
function isBetter(model: Model, a: Applied, b: Applied, call: Call): boolean {
  let better = false;
  const given = call.receiver ? [argumentFrom(call.receiver), ...call.arguments] : call.arguments;
  let equal = true;
  for (const [at, argument] of given.entries()) {
    const [one, two] = [a.types[at]!, b.types[at]!];
    if (keyOf(one) === keyOf(two) && one.is !== "unknown") continue;
    equal = false;
    // What is not known to be applicable is not known to be better.
    if (a.fit !== "yes") return false;
    const which = betterConversion(model, argument, one, two);
    // What is better for neither leaves it to the other arguments.
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

/** Of equal parameter types those written with fewer type parameters. */
function isMoreSpecific(a: readonly TypeRef[], b: readonly TypeRef[]): boolean {
  const order = a.map((type, at) => specificity(type, b[at]!));
  return order.includes(1) && !order.includes(-1);
}

function specificity(a: TypeRef, b: TypeRef): number {
  if (a.is === "parameter" || b.is === "parameter") return Number(b.is === "parameter") - Number(a.is === "parameter");
  if (a.is === "array" && b.is === "array") return specificity(a.element, b.element);
  if ((a.is === "type" || a.is === "external") && a.is === b.is) {
    const order = a.args.map((arg, at) => (b.args[at] ? specificity(arg, b.args[at]!) : 0));
    return order.includes(1) === order.includes(-1) ? 0 : order.includes(1) ? 1 : -1;
  }
  return 0;
}

/** `unsure` where the types do not tell; `neither` where they tell that none is. */
type Better = "first" | "second" | "neither" | "unsure";

function betterConversion(model: Model, given: Argument, a: TypeRef, b: TypeRef): Better {
  if (a.is === "unknown" || b.is === "unknown") return "unsure";
  if (given.shape === "lambda") return betterLambda(model, given, a, b);
  const from = given.shape === "value" ? given.type() : UNKNOWN;
  if (from.is !== "unknown" && same(from, a)) return "first";
  if (from.is !== "unknown" && same(from, b)) return "second";
  return betterTarget(model, a, b);
}

/** The better conversion target: the one that converts to the other (C# §12.6.4.7). */
function betterTarget(model: Model, a: TypeRef, b: TypeRef): Better {
  const [there, back] = [converts(model, a, b), converts(model, b, a)];
  if (there === "yes" && back === "no") return "first";
  if (back === "yes" && there === "no") return "second";
  const [one, two] = [underNullable(a) ?? a, underNullable(b) ?? b];
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

function betterLambda(model: Model, given: Argument, a: TypeRef, b: TypeRef): Better {
  const [one, two] = [model.delegateOf(a), model.delegateOf(b)];
  if (!one || !two || one.parameters.length !== two.parameters.length) return "unsure";
  const isVoid = (type: TypeRef) => type.is === "external" && type.name === "void";
  // Of a delegate that gives a value and one that gives none the former is better, where the body can give one.
  if (isVoid(one.result) !== isVoid(two.result)) {
    const told = given.isUnsure && !given.isAsync ? returnedType(given, one.parameters) : UNKNOWN;
    if (!told) return "unsure";
    return isVoid(two.result) ? "first" : "second";
  }
  if (given.isAsync) {
    // Of tasks none is better than another; what is none is not known to be one.
    if (isTask(one.result) !== isTask(two.result)) return isTask(one.result) ? "first" : "second";
  }
  // What it gives itself is better than what that becomes.
  const made = returnedType(given, one.parameters);
  const [wanted, other] = given.isAsync ? [insideTask(one.result), insideTask(two.result)] : [one.result, two.result];
  const [isOne, isOther] = [wanted, other].map((type) => made !== undefined && type !== undefined && same(made, type));
  if (isOne !== isOther) return isOne ? "first" : "second";
  return betterTarget(model, wanted ?? one.result, other ?? two.result);
}
