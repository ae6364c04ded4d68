/** Which of several methods a call may mean, as far as counts and known types tell. */
import { KIND } from "../outline/symbols.ts";
import type { Level, Member, Model } from "./model.ts";
import { substitute, type TypeRef } from "./type-refs.ts";

/** How a name is used as the head of a call. */
export interface Call {
  /** One per argument, computed when asked. */
  argument(index: number): TypeRef;
  count: number;
  /** Explicit type arguments, 0 for none. */
  typeArguments: number;
  /** Names of named arguments. */
  named: string[];
  /** The receiver fills the first parameter (extension method). */
  extension: boolean;
}

export type Fit = "no" | "maybe" | "yes";

/** Which members of the levels are meant: one level's, or those of several where types do not decide. */
export function choose(
  model: Model,
  levels: readonly Level[],
  call: Call | undefined,
): { members: Member[]; substitution: Map<string, TypeRef> } | undefined {
  let chosen: { members: Member[]; substitution: Map<string, TypeRef> } | undefined;
  for (const level of levels) {
    const first = level.members[0]!;
    if (!call || first.declaration.kind !== KIND.method) {
      if (!chosen) return { members: level.members, substitution: level.substitution };
      continue;
    }
    const fits = level.members
      .map((member) => ({ member, fit: fitOf(model, member, call, level.substitution) }))
      .filter(({ fit }) => fit !== "no");
    if (fits.length === 0) continue;
    const certain = fits.filter(({ fit }) => fit === "yes");
    if (!chosen && certain.length > 0)
      return { members: certain.map(({ member }) => member), substitution: level.substitution };
    const members = fits.map(({ member }) => member);
    chosen = chosen
      ? { members: [...chosen.members, ...members], substitution: chosen.substitution }
      : { members, substitution: level.substitution };
  }
  if (chosen || levels.length === 0) return chosen;
  // Nothing fits: the code is wrong, or what is known of it is. The nearest level is what a person would mean.
  return undefined;
}

/** Whether a method can take a call's arguments. */
export function fitOf(model: Model, member: Member, call: Call, substitution: ReadonlyMap<string, TypeRef>): Fit {
  const header = model.header(member);
  const { parameters } = header;
  const shift = call.extension ? 1 : 0;
  if (call.typeArguments > 0 && call.typeArguments !== header.typeParameters.length) return "no";
  const open = parameters.at(-1)?.passing === "params";
  const needed = parameters
    .slice(shift)
    .filter((parameter) => !parameter.optional && parameter.passing !== "params").length;
  const most = open ? Number.POSITIVE_INFINITY : parameters.length - shift;
  if (call.count < needed || call.count > most) return "no";
  if (call.named.some((name) => !parameters.some((parameter) => parameter.name === name))) return "no";
  if (call.named.length > 0) return "maybe";
  let fit: Fit = "yes";
  for (let index = 0; index < call.count; index++) {
    const parameter = parameters[Math.min(index + shift, parameters.length - 1)]!;
    if (parameter.passing === "params") return fit === "yes" ? "maybe" : fit;
    const type = substitute(
      model.resolveText(parameter.type, { file: member.file, index: member.index }),
      substitution,
    );
    const one = converts(model, call.argument(index), type);
    if (one === "no") return "no";
    if (one === "maybe") fit = "maybe";
  }
  return fit;
}

const NUMBERS = new Set("sbyte byte short ushort int uint long ulong float double decimal char nint nuint".split(" "));
const KEYWORD_NAMES: Record<string, string> = {
  String: "string",
  Object: "object",
  Int32: "int",
  Boolean: "bool",
  Single: "float",
  Double: "double",
  Int64: "long",
  Byte: "byte",
  Char: "char",
  UInt32: "uint",
};
/** Types that nothing derives from and that are no interface. */
const PLAIN = new Set([...NUMBERS, "bool", "string"]);

/** Whether a value of one type is accepted for another. */
export function converts(model: Model, from: TypeRef, to: TypeRef): Fit {
  if (from.is === "unknown" || to.is === "unknown") return "maybe";
  if (to.is === "parameter") {
    if (to.bounds.length === 0) return "yes";
    return worst(to.bounds.map((bound) => converts(model, from, bound)));
  }
  if (to.is === "external" && nameOf(to) === "object") return "yes";
  if (from.is === "external" && from.name === "null")
    return to.is === "external" && NUMBERS.has(nameOf(to)) ? "no" : "maybe";
  if (from.is === "parameter")
    return from.bounds.length === 0 ? "maybe" : best(from.bounds.map((bound) => converts(model, bound, to)));
  if (from.is === "type") return fromType(model, from, to);
  if (from.is === "external") return fromExternal(model, nameOf(from), to);
  if (from.is === "array") {
    if (to.is === "array") return converts(model, from.element, to.element);
    return to.is === "external" && !PLAIN.has(nameOf(to)) ? "maybe" : "no";
  }
  return to.is === "tuple" ? "maybe" : to.is === "external" && !PLAIN.has(nameOf(to)) ? "maybe" : "no";
}

function fromType(model: Model, from: TypeRef & { is: "type" }, to: TypeRef): Fit {
  if (to.is === "type" && to.type.key === from.type.key) {
    if (from.args.length === 0) return "yes";
    return worst(from.args.map((arg, at) => (same(arg, to.args[at]) ? "yes" : "maybe")));
  }
  if (hasConversions(model, from.type.name) || (to.is === "type" && hasConversions(model, to.type.name)))
    return "maybe";
  if (to.is === "external" && PLAIN.has(nameOf(to))) return "no";
  const { found, open } = inherits(model, from, to);
  if (found) return "yes";
  return open ? "maybe" : "no";
}

function fromExternal(model: Model, name: string, to: TypeRef): Fit {
  if (to.is === "external") {
    const target = nameOf(to);
    if (target === name) return "yes";
    if (NUMBERS.has(name) && NUMBERS.has(target)) return "maybe";
    return PLAIN.has(name) && PLAIN.has(target) ? "no" : "maybe";
  }
  // A type of another assembly never derives from one of the workspace; only a conversion, or a literal 0, could help.
  if (to.is === "type") {
    if (to.type.kind === KIND.enum) return NUMBERS.has(name) ? "maybe" : "no";
    return to.type.kind === KIND.delegate || hasConversions(model, to.type.name) ? "maybe" : "no";
  }
  return PLAIN.has(name) ? "no" : "maybe";
}

/** Whether a type has the other among its bases; `open` where an external base may lead there. */
export function inherits(model: Model, from: TypeRef, to: TypeRef): { found: boolean; open: boolean } {
  const seen = new Set<string>();
  let open = false;
  const visit = (at: TypeRef): boolean => {
    if (at.is === "external" || at.is === "unknown") {
      if (at.is === "external" && to.is === "external" && at.name === to.name) return true;
      // An external base has only external bases.
      if (at.is === "unknown" || to.is !== "type") open = true;
      return false;
    }
    if (at.is !== "type") return false;
    if (to.is === "type" && at.type.key === to.type.key) return true;
    if (seen.has(at.type.key)) return false;
    seen.add(at.type.key);
    return model.bases(at.type).some(visit);
  };
  return { found: visit(from), open };
}

function hasConversions(model: Model, type: string): boolean {
  return model.typesNamed(type).some((each) => model.hasConversions(each));
}

function nameOf(type: TypeRef & { is: "external" }): string {
  return KEYWORD_NAMES[type.name] ?? type.name;
}

function same(a: TypeRef, b: TypeRef | undefined): boolean {
  if (!b || a.is !== b.is) return false;
  if (a.is === "type" && b.is === "type") return a.type.key === b.type.key;
  return a.is === "external" && b.is === "external" && nameOf(a) === nameOf(b);
}

function worst(fits: Fit[]): Fit {
  return fits.includes("no") ? "no" : fits.includes("maybe") ? "maybe" : "yes";
}

function best(fits: Fit[]): Fit {
  return fits.includes("yes") ? "yes" : fits.includes("maybe") ? "maybe" : "no";
}
