/**
 * Determines whether a method is applicable, which means that it accepts the arguments, and by which conversions
 * (C# §12.6.4.2).
 */
import { KIND } from "../outline/declaration-table.ts";
import { checkConstraints, isConstrained } from "../semantics/constraints.ts";
import {
  type ConversionMatch,
  conversion,
  hasUnknownPart,
  isSameType,
  isValueType,
  standardConversion,
  underlyingType,
  worstMatch,
} from "../semantics/conversions.ts";
import { delegateOf, mayBeDelegate } from "../semantics/delegates.ts";
import { elementOf } from "../semantics/external-types.ts";
import {
  constantFits,
  isDelegateName,
  isExpressionTree,
  isInterfaceName,
  isNonDelegateName,
} from "../semantics/framework-types.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { substitute } from "../semantics/substitution.ts";
import { externalName, isVoid, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { Applicable, Argument, Call, Candidate } from "./bound-value.ts";
import { inferTypeArguments, mentions, methodTypeParameters, withUnknowns } from "./type-inference.ts";

const SEQUENCE: TypeRef = { is: "external", name: "IEnumerable", args: [], namespace: "System.Collections" };

/**
 * Returns the candidate in its normal form, or in its expanded form if only that is applicable. The result is undefined if
 * neither is.
 */
export function applicableCandidate(model: SemanticModel, candidate: Candidate, call: Call): Applicable | undefined {
  return applicableInForm(model, candidate, call, false) ?? applicableInForm(model, candidate, call, true);
}

function applicableInForm(
  model: SemanticModel,
  candidate: Candidate,
  call: Call,
  expanded: boolean,
): Applicable | undefined {
  const { member, substitution } = candidate;
  const { parameters, typeParameters } = model.header(member);
  if (expanded && parameters.at(-1)?.passing !== "params") return undefined;
  if (call.typeArgs.length > 0 && call.typeArgs.length !== typeParameters.length) return undefined;
  if (call.receiver && parameters[0]?.passing !== "this") return undefined;
  const shift = call.receiver ? 1 : 0;
  const positions = correspondingParameters(call, parameters, shift, expanded);
  if (!positions) return undefined;
  const declared = model.parameterTypes(member).map((type) => substitute(type, substitution));
  const given = allArguments(call);
  const all = call.receiver ? [0, ...positions] : positions;
  const filled = all.map((position) => {
    const type = declared[position]!;
    return expanded && position === parameters.length - 1 ? elementOfParams(type) : type;
  });
  const inferred = typeArgumentsOf(model, candidate, filled, given, call);
  if (!inferred) return undefined;
  const types = filled.map((type) => substitute(type, inferred.by));
  const matches = filled.map((open, at) => {
    const [argument, type] = [given[at]!, types[at]!];
    const match = matchArgument(model, argument, type, parameters[all[at]!]!.passing);
    return match === "maybe" && decidesByResult(model, argument, open, type, inferred.isFree) ? "yes" : match;
  });
  if (matches.includes("no")) return undefined;
  const defaults = !expanded && parameters.some((_, position) => position >= shift && !positions.includes(position));
  return {
    ...candidate,
    match: worstMatch(matches),
    undecided: inferred.undecided,
    declared: filled,
    types,
    generic: typeParameters.length > 0,
    expanded,
    defaults,
  };
}

function elementOfParams(type: TypeRef): TypeRef {
  if (type.is === "array") return type.element;
  return type.is === "external" && type.args.length === 1 ? type.args[0]! : UNKNOWN;
}

/** Returns the parameter for each argument, or undefined if the arguments don't fit the parameter list (C# §12.6.2.2). */
export function correspondingParameters(
  { arguments: given }: Call,
  parameters: readonly { name: string; optional: boolean; passing: string }[],
  shift: number,
  expanded: boolean,
): number[] | undefined {
  const last = parameters.length - 1;
  const positions: number[] = [];
  for (const [at, { name }] of given.entries()) {
    let position = at + shift;
    if (name !== "") position = parameters.findIndex((parameter) => parameter.name === name);
    else if (expanded) position = Math.min(position, last);
    if (position < 0 || position > last) return undefined;
    if (!(expanded && position === last) && positions.includes(position)) return undefined;
    positions.push(position);
  }
  const isLeftOut = parameters.some(
    ({ optional }, position) =>
      position >= shift && !optional && !(expanded && position === last) && !positions.includes(position),
  );
  return isLeftOut ? undefined : positions;
}

/**
 * Infers types. It returns undefined if a type argument can't be inferred or violates a constraint. `isFree` means that any
 * type would do for some of them.
 */
function typeArgumentsOf(
  model: SemanticModel,
  { member, substitution }: Candidate,
  filled: readonly TypeRef[],
  given: readonly Argument[],
  call: Call,
): { by: Map<string, TypeRef>; undecided: string[]; isFree: (id: string) => boolean } | undefined {
  const wanted = methodTypeParameters(model, member);
  const undecided: string[] = [];
  if (wanted.length === 0) return { by: new Map(), undecided, isFree: () => false };
  let found: Map<string, TypeRef>;
  if (call.typeArgs.length > 0) found = new Map(wanted.map((id, at) => [id, call.typeArgs[at]!]));
  else {
    // It can't be inferred if no argument mentions it.
    const named = filled.flatMap((type, at) => inferredFrom(model, given[at]!, type) ?? []);
    if (wanted.some((id) => !named.some((type) => mentions(type, new Set([id]))))) return undefined;
    const pairs = filled.map((declared, at) => ({ declared, given: given[at]! }));
    found = inferTypeArguments(model, wanted, pairs, false);
  }
  for (const [at, id] of wanted.entries()) {
    const type = found.get(id);
    if (!type) continue;
    const meets = checkConstraints(model, member, at, type, new Map([...substitution, ...found]));
    if (meets.match === "no") return undefined;
    undecided.push(...meets.undecided);
  }
  const left = new Set(wanted.filter((id) => !found.has(id)));
  const isFree = (id: string) => left.has(id) && !isConstrained(model, member, wanted.indexOf(id));
  return { by: withUnknowns(wanted, found), undecided, isFree };
}

/** Returns true if the result of a lambda determines a type parameter, which then accepts any value. */
function decidesByResult(
  model: SemanticModel,
  { shape, isAsync, isAmbiguous, givesValue, parameters }: Argument,
  declared: TypeRef,
  type: TypeRef,
  isFree: (id: string) => boolean,
): boolean {
  if (shape !== "lambda" || isAsync || isAmbiguous || !givesValue) return false;
  const result = delegateOf(model, declared)?.result;
  const delegate = delegateOf(model, type);
  if (result?.is !== "parameter" || !isFree(result.id) || !delegate?.known) return false;
  return parameters === delegate.parameters.length && !delegate.parameters.some(hasUnknownPart);
}

/**
 * The part of a parameter's type that inference looks at. In a delegate that is just the result, unless the lambda declares
 * its parameter types.
 */
function inferredFrom(model: SemanticModel, given: Argument, type: TypeRef): TypeRef | undefined {
  if (/^(?:null|default|new)$/.test(given.shape)) return undefined;
  if (given.shape === "several") return given.elements?.().length ? type : undefined;
  if (given.shape !== "lambda" && given.shape !== "group") return type;
  const delegate = delegateOf(model, type);
  if (!delegate) return type.is === "unknown" || type.is === "external" ? type : undefined;
  if (!delegate.known || given.parameterTypes?.().some((each) => each !== undefined)) return type;
  return delegate.result;
}

/** Creates an argument that a delegate passes to a method. The type doesn't show whether it is passed by reference. */
export function passedArgument(type: TypeRef): Argument {
  return { ...argumentFrom(type), passing: "?" };
}

/** Returns the arguments of a call. For extension methods, the receiver comes first. */
export function allArguments({ receiver, arguments: given }: Call): readonly Argument[] {
  return receiver ? [argumentFrom(receiver), ...given] : given;
}

/** Creates an argument that is a plain value of this type. */
export function argumentFrom(type: TypeRef): Argument {
  return { shape: "value", name: "", passing: "", type: () => type, result: () => UNKNOWN };
}

export function matchArgument(model: SemanticModel, given: Argument, to: TypeRef, passing: string): ConversionMatch {
  const isOpen = given.passing === "?";
  if (!isOpen && /^(?:ref|out)$/.test(passing) !== /^(?:ref|out)$/.test(given.passing)) return "no";
  if (!isOpen && given.passing !== "" && passing !== given.passing && passing !== "in") return "no";
  switch (given.shape) {
    case "unknown":
      return "maybe";
    case "out":
      return "yes";
    case "null":
      if (isValueType(to) && !underlyingType(to)) return "no";
      return to.is === "parameter" || to.is === "unknown" ? "maybe" : "yes";
    case "default":
      return to.is === "unknown" ? "maybe" : "yes";
    case "several":
      return matchCollection(model, given, to);
    case "new":
      return to.is === "type" || to.is === "external" || to.is === "unknown" ? "maybe" : "no";
    case "lambda":
      return matchLambda(model, given, to);
    case "group": {
      const delegate = to.is === "unknown" ? undefined : delegateOf(model, to);
      if (!delegate) return mayBeDelegate(model, to) ? "maybe" : "no";
      return delegate.known && given.accepts ? given.accepts(delegate.parameters, delegate.result) : "maybe";
    }
  }
  const from = given.type();
  // There is no conversion for an argument that is passed by reference.
  if (/^(?:ref|out)$/.test(passing)) return matchByReference(from, to);
  const match = conversion(model, from, to);
  if (match === "no" && given.isInterpolated) return matchInterpolated(to);
  if (match !== "no" || !given.constant || from.is !== "external") return match;
  return matchConstant(externalName(from), given.constant, to);
}

/** An interpolated string may also become a format with its arguments, or call a handler (C# §10.2.5). */
function matchInterpolated(to: TypeRef): ConversionMatch {
  const name = to.is === "type" ? to.type.name : to.is === "external" ? to.name : "";
  if (to.is === "external" && /^(?:FormattableString|IFormattable)$/.test(name)) return "yes";
  return name.endsWith("Handler") ? "maybe" : "no";
}

/** Matches the types that a collection expression converts to if its elements do. */
const SEQUENCES = /^(?:(?:ReadOnly)?Span|List|I(?:Enumerable|(?:ReadOnly)?(?:Collection|List)))$/;

/** `[1, 2]` can become an array, a span or another collection (C# 12). */
function matchCollection(model: SemanticModel, { elements }: Argument, to: TypeRef): ConversionMatch {
  const match = matchCollectionType(model, to);
  const isSequence = to.is === "array" || (to.is === "external" && to.args.length === 1 && SEQUENCES.test(to.name));
  const element = isSequence ? elementOf(to) : undefined;
  if (match === "no" || !element || !elements) return match;
  return worstMatch(elements().map((each) => matchArgument(model, each, element, "")));
}

function matchCollectionType(model: SemanticModel, to: TypeRef): ConversionMatch {
  if (to.is === "array" || to.is === "unknown") return "maybe";
  if (to.is === "type") return to.type.kind === KIND.class || to.type.kind === KIND.struct ? "maybe" : "no";
  if (to.is !== "external") return "no";
  const name = externalName(to);
  if (name === "object" || name === "string" || isDelegateName(name)) return "no";
  // Only these five interfaces are possible (C# §10.2.17).
  if (isInterfaceName(name) && !/^I(?:Enumerable|(?:ReadOnly)?(?:Collection|List))$/.test(name)) return "no";
  if (elementOf(to) === undefined || (isValueType(to) && to.args.length === 0)) return "no";
  return to.args.length === 0 && standardConversion(model, to, SEQUENCE) === "no" ? "no" : "maybe";
}

/** Integer constants convert to smaller integer types, and 0 even to enums (C# §10.2.4, §10.2.11). */
function matchConstant(from: string, value: () => number | undefined, to: TypeRef): ConversionMatch {
  const target = underlyingType(to) ?? to;
  if (target.is === "external") return constantFits(from, value, externalName(target));
  if (target.is !== "type" || target.type.kind !== KIND.enum || from !== "int") return "no";
  const given = value();
  return given === 0 ? "yes" : Number.isNaN(given) ? "maybe" : "no";
}

function matchByReference(a: TypeRef, b: TypeRef): ConversionMatch {
  if (isSameType(a, b)) return "yes";
  if (a.is === "unknown" || b.is === "unknown") return "maybe";
  if (a.is !== b.is) return "no";
  return a.is === "type" && b.is === "type" && a.type.key !== b.type.key ? "no" : "maybe";
}

function matchLambda(model: SemanticModel, given: Argument, to: TypeRef): ConversionMatch {
  if (to.is === "unknown") return "maybe";
  const delegate = delegateOf(model, to);
  if (!delegate) {
    if (to.is !== "external") return "no";
    // Lambdas convert to objects, delegates and expression trees.
    const isBase = /^(?:object|(?:Multicast)?Delegate)$/.test(externalName(to)) || isExpressionTree(to.name);
    return isBase || (!isNonDelegateName(to.name) && mayBeDelegate(model, to)) ? "maybe" : "no";
  }
  if (given.parameters !== undefined && delegate.known && given.parameters !== delegate.parameters.length) return "no";
  // Parameter types that are written must match those of the delegate (C# §10.7.1).
  const written = given.parameterTypes?.() ?? [];
  const isOther = (type: TypeRef, other: TypeRef) =>
    conversion(model, type, other) === "no" || conversion(model, other, type) === "no";
  if (delegate.known && delegate.parameters.some((type, at) => written[at] && isOther(written[at], type))) return "no";
  const { result } = delegate;
  // We only know that the result of the delegate isn't void.
  if (delegate.known && result.is === "unknown" && !given.isAsync && !given.givesValue) return "no";
  if (result.is === "unknown" || !delegate.known) return "maybe";
  const task = result.is === "external" && /Task$/.test(result.name) ? result : undefined;
  if (isVoid(result)) return given.givesNothing ? "yes" : "no";
  if (given.isAsync) {
    if (task) return (task.args.length > 0 ? given.givesValue : given.givesNothing) ? "yes" : "no";
    return result.is === "external" && !isValueType(result) ? "maybe" : result.is === "type" ? "maybe" : "no";
  }
  return given.givesValue ? "yes" : "no";
}
