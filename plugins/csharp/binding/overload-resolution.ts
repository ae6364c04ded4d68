/** Which of several methods a call means: applicable ones, then the better ones (C# §12.6.4). */
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { meetsBounds } from "../semantics/constraints.ts";
import { converts, type Fit, isValueType, same, underNullable, worst } from "../semantics/conversions.ts";
import { elementOf, isPlain } from "../semantics/external-types.ts";
import { constantFits, isDelegateName, isWhole } from "../semantics/framework-types.ts";
import { sameSignature } from "../semantics/member-signature.ts";
import { externalName, substitute, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { Level, Member, Model } from "../semantics/workspace-model.ts";
import { bestOf, doubted } from "./better-member.ts";
import { byReturns } from "./lambda-returns.ts";
import type { Returned } from "./speculative-binder.ts";
import { completed, infer, mentions, ownParameters } from "./type-inference.ts";

/** What stands in one place of a call. */
export interface Argument {
  /** How it gets its type: `value` by itself, the others by what is asked for. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** `name:` in front, or "". */
  name: string;
  /** `ref`, `out`, `in` or "". */
  passing: string;
  type(): TypeRef;
  /** Of a constant integer the value, NaN where nobody knows it; undefined of all else. */
  constant?: () => number | undefined;
  /** Of a lambda: how many parameters it has, undefined where it says nothing of them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /** Whether its body can give a value, and whether it can give none; unsure where that depends on what a call in it gives. */
  givesValue?: boolean;
  givesNothing?: boolean;
  isUnsure?: boolean;
  isAsync?: boolean;
  /** What its body gives where its parameters have these types. */
  returns?: (parameters: readonly TypeRef[]) => Returned | undefined;
  /** Whether a method of the group takes such arguments. */
  accepts?: (parameters: readonly TypeRef[]) => Fit;
  /** What a lambda or a method group gives for arguments of these types. */
  result(parameters: readonly TypeRef[]): TypeRef;
}

/** How a name is used as the head of a call. */
export interface Call {
  arguments: readonly Argument[];
  /** Explicit type arguments. */
  typeArgs: readonly TypeRef[];
  /** The receiver fills the first parameter (extension method). */
  receiver?: TypeRef;
}

export interface Choice {
  members: Member[];
  substitution: Map<string, TypeRef>;
  /** The call fits what was chosen for sure. */
  fit: Fit;
  applied: readonly Applied[];
}

interface Candidate {
  member: Member;
  substitution: ReadonlyMap<string, TypeRef>;
  /** How far up it was first declared: overrides count as what they override. */
  depth: number;
}

/** A candidate with its parameters as the arguments meet them. */
export interface Applied extends Candidate {
  fit: Fit;
  /** What of its type arguments is not known to be as it must. */
  doubts: readonly string[];
  /** The type that each argument meets, before and after the method's type parameters are known. */
  declared: TypeRef[];
  types: TypeRef[];
  generic: boolean;
  expanded: boolean;
  defaults: boolean;
}

/** Which members of the levels are meant; several where types do not decide. Undefined where none fits. */
export function choose(model: Model, levels: readonly Level[], call: Call | undefined): Choice | undefined {
  const first = levels[0];
  if (!first) return undefined;
  if (!call || !levels.some((level) => level.members.some(isInvocable)))
    return { members: first.members, substitution: first.substitution, fit: "yes", applied: [] };
  return select(model, candidatesOf(model, levels), call);
}

function isInvocable({ declaration }: Member): boolean {
  return declaration.kind === KIND.method || declaration.kind === KIND.indexer || declaration.kind === KIND.operator;
}

/** Overrides are no candidates of their own: they stand for what they override, where that was declared (C# §12.8.10.2). */
function candidatesOf(model: Model, levels: readonly Level[]): Candidate[] {
  const found: Candidate[] = [];
  const overridden = new Set<string>();
  levels.forEach(({ members, substitution }, depth) => {
    for (const member of members) {
      if (overridden.has(member.key) || !isInvocable(member)) continue;
      let declared = depth;
      if ((member.declaration.modifiers & MODIFIER_BIT.override) !== 0) {
        // What it overrides may be declared outside the workspace.
        declared = levels.length;
        for (let up = depth + 1; up < levels.length; up++) {
          const by = new Map([...levels[up]!.substitution]);
          for (const other of levels[up]!.members) {
            if (!sameSignature(model, member, other, by)) continue;
            overridden.add(other.key);
            declared = up;
          }
        }
      }
      found.push({ member, substitution, depth: declared });
    }
  });
  return found;
}

/** The best of what is applicable. */
export function select(model: Model, candidates: readonly Candidate[], call: Call): Choice | undefined {
  // What the project never compiles is no candidate beside what it may.
  const compiled = candidates.filter(({ member }) => model.isCompiled(member) !== false);
  let applied = compiled.flatMap((candidate) => apply(model, candidate, call) ?? []);
  if (applied.length === 0 && compiled.length < candidates.length)
    applied = candidates.flatMap((candidate) => apply(model, candidate, call) ?? []);
  if (applied.length === 0) return undefined;
  applied = applied.map((one) => doubted(one, applied));
  // A method further down hides all that are further up, where it is applicable.
  const nearest = Math.min(...applied.filter(({ fit }) => fit === "yes").map(({ depth }) => depth));
  applied = applied.filter(({ depth }) => depth <= nearest);
  if (applied.length > 1) applied = byReturns(model, applied, call);
  const kept = bestOf(model, applied, call);
  const substitution = new Map(kept.flatMap((one) => [...one.substitution]));
  return {
    members: kept.map(({ member }) => member),
    substitution,
    fit: worst(kept.map(({ fit }) => fit)),
    applied: kept,
  };
}

/** A candidate in its normal form, else in its expanded one; undefined where it takes no such arguments. */
export function apply(model: Model, candidate: Candidate, call: Call): Applied | undefined {
  return applyForm(model, candidate, call, false) ?? applyForm(model, candidate, call, true);
}

function applyForm(model: Model, candidate: Candidate, call: Call, expanded: boolean): Applied | undefined {
  const { member, substitution } = candidate;
  const { parameters, typeParameters } = model.header(member);
  if (expanded && parameters.at(-1)?.passing !== "params") return undefined;
  if (call.typeArgs.length > 0 && call.typeArgs.length !== typeParameters.length) return undefined;
  if (call.receiver && parameters[0]?.passing !== "this") return undefined;
  const shift = call.receiver ? 1 : 0;
  const places = placesOf(call, parameters, shift, expanded);
  if (!places) return undefined;
  const declared = model.parameterTypes(member).map((type) => substitute(type, substitution));
  const given = call.receiver ? [argumentFrom(call.receiver), ...call.arguments] : [...call.arguments];
  const all = call.receiver ? [0, ...places] : places;
  const met = all.map((place) => {
    const type = declared[place]!;
    return expanded && place === parameters.length - 1 ? elementOfParams(type) : type;
  });
  const told = typeArgumentsOf(model, candidate, met, given, call);
  if (!told) return undefined;
  const types = met.map((type) => substitute(type, told.by));
  const fits = types.map((type, at) => fitOf(model, given[at]!, type, parameters[all[at]!]!.passing));
  if (fits.includes("no")) return undefined;
  const defaults = !expanded && parameters.some((_, place) => place >= shift && !places.includes(place));
  return {
    ...candidate,
    fit: worst(fits),
    doubts: told.doubts,
    declared: met,
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

/** Which parameter each argument is for; undefined where they do not correspond (C# §12.6.2.2). */
export function placesOf(
  { arguments: given }: Call,
  parameters: readonly { name: string; optional: boolean; passing: string }[],
  shift: number,
  expanded: boolean,
): number[] | undefined {
  const last = parameters.length - 1;
  const places: number[] = [];
  for (const [at, { name }] of given.entries()) {
    let place = at + shift;
    if (name !== "") place = parameters.findIndex((parameter) => parameter.name === name);
    else if (expanded) place = Math.min(place, last);
    if (place < 0 || place > last) return undefined;
    if (!(expanded && place === last) && places.includes(place)) return undefined;
    places.push(place);
  }
  const isLeftOut = parameters.some(
    ({ optional }, place) => place >= shift && !optional && !(expanded && place === last) && !places.includes(place),
  );
  return isLeftOut ? undefined : places;
}

/** What the method's type parameters stand for; undefined where they cannot be inferred, or are not what they must be. */
function typeArgumentsOf(
  model: Model,
  { member, substitution }: Candidate,
  met: readonly TypeRef[],
  given: readonly Argument[],
  call: Call,
): { by: Map<string, TypeRef>; doubts: string[] } | undefined {
  const wanted = ownParameters(model, member);
  const doubts: string[] = [];
  if (wanted.length === 0) return { by: new Map(), doubts };
  let found: Map<string, TypeRef>;
  if (call.typeArgs.length > 0) found = new Map(wanted.map((id, at) => [id, call.typeArgs[at]!]));
  else {
    const ids = new Set(wanted);
    // Without an argument that names it, a type parameter cannot be inferred.
    const named = met.filter((type, at) => mentions(type, ids) && tells(model, given[at]!, type));
    if (wanted.some((id) => !named.some((type) => mentions(type, new Set([id]))))) return undefined;
    found = infer(
      model,
      wanted,
      met.map((declared, at) => ({ declared, given: given[at]! })),
      false,
    );
  }
  for (const [at, id] of wanted.entries()) {
    const type = found.get(id);
    if (!type) continue;
    const meets = meetsBounds(model, member, at, type, new Map([...substitution, ...found]));
    if (meets.fit === "no") return undefined;
    doubts.push(...meets.doubts);
  }
  return { by: completed(wanted, found), doubts };
}

/** Whether an argument says anything of the type parameters in the type that it meets: a lambda does in a delegate only. */
function tells(model: Model, given: Argument, type: TypeRef): boolean {
  if (/^(?:null|default|new|several)$/.test(given.shape)) return false;
  if (given.shape !== "lambda" && given.shape !== "group") return true;
  return type.is === "unknown" || type.is === "external" || model.delegateOf(type) !== undefined;
}

/** What a delegate hands to a method: by reference or not, its type alone does not say. */
export function handedOver(type: TypeRef): Argument {
  return { ...argumentFrom(type), passing: "?" };
}

/** An argument that is just a value of a type. */
export function argumentFrom(type: TypeRef): Argument {
  return { shape: "value", name: "", passing: "", type: () => type, result: () => UNKNOWN };
}

export function fitOf(model: Model, given: Argument, to: TypeRef, passing: string): Fit {
  const isOpen = given.passing === "?";
  if (!isOpen && /^(?:ref|out)$/.test(passing) !== /^(?:ref|out)$/.test(given.passing)) return "no";
  if (!isOpen && given.passing !== "" && passing !== given.passing && passing !== "in") return "no";
  switch (given.shape) {
    case "unknown":
      return "maybe";
    case "out":
      return "yes";
    case "null":
      return isValueType(to) && !underNullable(to)
        ? "no"
        : to.is === "parameter" || to.is === "unknown"
          ? "maybe"
          : "yes";
    case "default":
      return to.is === "unknown" ? "maybe" : "yes";
    case "several":
      return severalFit(to);
    case "new":
      return to.is === "type" || to.is === "external" || to.is === "unknown" ? "maybe" : "no";
    case "lambda":
      return lambdaFit(model, given, to);
    case "group": {
      const delegate = to.is === "unknown" ? undefined : model.delegateOf(to);
      if (!delegate) return to.is === "unknown" || (to.is === "external" && !isWhole(to)) ? "maybe" : "no";
      return delegate.known && given.accepts ? given.accepts(delegate.parameters) : "maybe";
    }
  }
  const from = given.type();
  // By reference nothing is converted.
  if (/^(?:ref|out)$/.test(passing))
    return same(from, to) ? "yes" : from.is === "unknown" || to.is === "unknown" ? "maybe" : sameOrOpen(from, to);
  const fit = converts(model, from, to);
  return fit === "no" && given.constant && from.is === "external"
    ? asConstant(externalName(from), given.constant, to)
    : fit;
}

/** `[1, 2]` is an array, a span or a collection (C# 12), whatever is in it. */
function severalFit(to: TypeRef): Fit {
  if (to.is === "array" || to.is === "unknown") return "maybe";
  if (to.is === "type") return to.type.kind === KIND.class || to.type.kind === KIND.struct ? "maybe" : "no";
  if (to.is !== "external") return "no";
  const name = externalName(to);
  if (name === "object" || name === "string" || isDelegateName(name)) return "no";
  return elementOf(to) === undefined || (isValueType(to) && to.args.length === 0) ? "no" : "maybe";
}

/** A constant may become a smaller number, and 0 any enum (C# §10.2.4, §10.2.11). */
function asConstant(from: string, value: () => number | undefined, to: TypeRef): Fit {
  const target = underNullable(to) ?? to;
  if (target.is === "external") return constantFits(from, value, externalName(target));
  if (target.is !== "type" || target.type.kind !== KIND.enum || from !== "int") return "no";
  const given = value();
  return given === 0 ? "yes" : Number.isNaN(given) ? "maybe" : "no";
}

function sameOrOpen(a: TypeRef, b: TypeRef): Fit {
  if (a.is !== b.is) return "no";
  return a.is === "type" && b.is === "type" && a.type.key !== b.type.key ? "no" : "maybe";
}

function lambdaFit(model: Model, given: Argument, to: TypeRef): Fit {
  if (to.is === "unknown") return "maybe";
  const delegate = model.delegateOf(to);
  if (!delegate) return to.is === "external" && (to.name === "object" || !isPlain(to.name)) ? "maybe" : "no";
  if (given.parameters !== undefined && delegate.known && given.parameters !== delegate.parameters.length) return "no";
  const { result } = delegate;
  // Whatever it is that a delegate asks for, it is not nothing.
  if (delegate.known && result.is === "unknown" && !given.isAsync && !given.givesValue) return "no";
  if (result.is === "unknown" || !delegate.known) return "maybe";
  const isVoid = result.is === "external" && result.name === "void";
  const task = result.is === "external" && /Task$/.test(result.name) ? result : undefined;
  if (isVoid) return given.givesNothing ? "yes" : "no";
  if (given.isAsync) {
    if (task) return (task.args.length > 0 ? given.givesValue : given.givesNothing) ? "yes" : "no";
    return result.is === "external" && !isValueType(result) ? "maybe" : result.is === "type" ? "maybe" : "no";
  }
  return given.givesValue ? "yes" : "no";
}
