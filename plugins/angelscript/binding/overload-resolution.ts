/** Resolves overloads by choosing the candidate with the cheapest conversions. */
import { type MemberSymbol, requiredParameters, type TypeSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";
import type { TypeUse } from "./type-use.ts";

export interface Argument {
  label: string | undefined;
  type: TypeUse | undefined;
  /** See `Uncertainty`. */
  uncertainty: number;
  /** True for `nullptr`, which converts to every class. */
  isNull: boolean;
}

const IMPOSSIBLE = 1000;
const RANKS = new Map<string, number>(
  ["bool", "int8", "uint8", "int16", "uint16", "int", "int32", "uint", "uint32", "int64", "uint64"]
    .concat(["float32", "float", "float64", "double"])
    .map((name, rank) => [name, rank]),
);
const FIRST_FLOAT = 11;

export function resolveOverload(
  lookup: Lookup,
  candidates: readonly MemberSymbol[],
  list: readonly Argument[],
  owner: TypeUse | undefined,
): MemberSymbol | undefined {
  let best: MemberSymbol | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  let position = 0;
  for (const candidate of candidates) {
    if (!candidate.parameters || (owner && !extendsOwner(lookup, candidate, owner))) continue;
    // If the cost is equal, the nearer declaration wins, because an override hides the method of its base.
    const cost = costOf(lookup, candidate, list, owner) + position++ * 0.001;
    if (cost < lowest) {
      lowest = cost;
      best = candidate;
    }
  }
  return best;
}

/** For example, a mixin on `TArray<int>` doesn't extend `TArray<FVector>`. */
export function extendsOwner(lookup: Lookup, member: MemberSymbol, owner: TypeUse): boolean {
  if (!member.isMixin || member.owner || owner.arguments.length === 0) return true;
  const self = lookup.parameterType(member, 0, undefined);
  return !self || self.symbol !== owner.symbol || sameArguments(self, owner);
}

function costOf(
  lookup: Lookup,
  candidate: MemberSymbol,
  list: readonly Argument[],
  owner: TypeUse | undefined,
): number {
  const parameters = candidate.parameters ?? [];
  // The first parameter of a mixin is the object.
  const skip = candidate.isMixin && owner ? 1 : 0;
  const filled = new Set<number>();
  let cost = 0;
  let next = skip;
  for (const argument of list) {
    let index = next;
    if (argument.label === undefined) next++;
    else index = parameters.findIndex((parameter) => parameter.name === argument.label);
    if (index < 0 || index >= parameters.length) {
      cost += IMPOSSIBLE;
      continue;
    }
    filled.add(index);
    cost += conversionCost(lookup, argument, lookup.parameterType(candidate, index, owner));
  }
  for (let index = skip; index < parameters.length; index++)
    if (!filled.has(index) && parameters[index]?.value === undefined) cost += IMPOSSIBLE;
  return cost;
}

function conversionCost(lookup: Lookup, from: Argument, to: TypeUse | undefined): number {
  if (!to) return 3;
  if (from.isNull) return to.symbol.kind === "class" ? 0.5 : 5;
  if (!from.type) return 2;
  const source = from.type.symbol;
  const target = to.symbol;
  if (source === target) return sameArguments(from.type, to) ? 0 : 20;
  const numeric = numericCost(source, target);
  if (numeric !== undefined) return numeric;
  const distance = classDistance(lookup, source, target);
  if (distance > 0) return Math.min(distance * 0.1, 3);
  if (isText(source) && isText(target)) return 3;
  if (lookup.members(source, "opImplConv").some((member) => lookup.typeOf(member, from.type)?.symbol === target))
    return 4;
  if (lookup.constructors(target).some((each) => takesOne(lookup, each, source))) return 8;
  return target.kind === "struct" && target.templateParameters.length > 0 ? 30 : 50;
}

function sameArguments(a: TypeUse, b: TypeUse): boolean {
  if (a.arguments.length !== b.arguments.length) return a.arguments.length === 0 || b.arguments.length === 0;
  return a.arguments.every((each, index) => {
    const other = b.arguments[index] as TypeUse;
    return each.symbol === other.symbol && sameArguments(each, other);
  });
}

function numericCost(source: TypeSymbol, target: TypeSymbol): number | undefined {
  const from = source.kind === "enum" ? 5 : RANKS.get(source.name);
  const to = RANKS.get(target.name);
  if (from === undefined || to === undefined) return undefined;
  if (from === 0 || to === 0) return 10;
  const crosses = from >= FIRST_FLOAT !== to >= FIRST_FLOAT;
  // `Math::Wrap(Yaw, 0, 360)` picks the float overload: integers widen, but floats don't truncate.
  if (crosses && from >= FIRST_FLOAT) return 9;
  return (crosses ? 2 : 0.2) + (to < from ? 1 : 0) + (source.kind === "enum" ? 1 : 0) + Math.abs(to - from) * 0.01;
}

function classDistance(lookup: Lookup, source: TypeSymbol, target: TypeSymbol): number {
  let distance = 0;
  for (const at of lookup.table.chain(source)) {
    if (at === target) return distance;
    distance++;
  }
  return -1;
}

function isText(type: TypeSymbol): boolean {
  return type.name === "FString" || type.name === "FName" || type.name === "FText";
}

function takesOne(lookup: Lookup, maker: MemberSymbol, source: TypeSymbol): boolean {
  if (!maker.parameters?.length || requiredParameters(maker) > 1) return false;
  return lookup.parameterType(maker, 0, undefined)?.symbol === source;
}

/** Returns the type that results from arithmetic with two numbers. */
export function widerNumber(a: TypeUse | undefined, b: TypeUse | undefined): TypeUse | undefined {
  if (!a || !b) return a ?? b;
  const left = RANKS.get(a.symbol.name) ?? -1;
  const right = RANKS.get(b.symbol.name) ?? -1;
  return right > left ? b : a;
}

export function isNumber(use: TypeUse): boolean {
  return use.symbol.kind === "enum" || RANKS.has(use.symbol.name);
}
