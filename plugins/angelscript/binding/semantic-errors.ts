/** Semantic errors that binding finds, each with what it takes to prove it. */
import { type MemberSymbol, requiredParameters, type TypeSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";
import { type Argument, isNumber } from "./overload-resolution.ts";
import { type TypeUse, typeText } from "./type-use.ts";

export interface SemanticError {
  start: number;
  length: number;
  message: string;
  /** What rests on all of the engine's types being known: the name that nobody declares, or the class that another is not. */
  unknown?: string;
}

export class SemanticErrors {
  readonly found: SemanticError[] = [];

  add(start: number, length: number, message: string, unknown?: string): void {
    this.found.push({ start, length, message, ...(unknown === undefined ? {} : { unknown }) });
  }
}

/** Whether all bases are known by name: where one is not, anything may be inherited. */
export function hasKnownBases(lookup: Lookup, type: TypeSymbol): boolean {
  for (const at of lookup.table.chain(type)) if (at.isUnknown) return false;
  return true;
}

/** Whether nothing but scripts can give the type members. */
export function hasOnlyScriptMembers(type: TypeSymbol): boolean {
  return type.isScript && type.kind !== "class";
}

/** Why a call cannot be of this function; undefined if it can, or if that cannot be decided. */
export function argumentError(
  lookup: Lookup,
  member: MemberSymbol,
  list: readonly Argument[],
  owner: TypeUse | undefined,
): { message: string; native?: string } | undefined {
  const parameters = (member.parameters ?? []).slice(member.isMixin && owner && !member.owner ? 1 : 0);
  const skipped = (member.parameters?.length ?? 0) - parameters.length;
  const takes = parameters.length;
  const required = requiredParameters(member) - skipped;
  const label = list.find(({ label: name }) => name !== undefined && !parameters.some((each) => each.name === name));
  if (label) return { message: `"${member.name}" has no parameter "${label.label}"` };
  if (list.length > takes || list.length < required) {
    const wanted = required === takes ? `${takes}` : `${required} to ${takes}`;
    return {
      message: `"${member.name}" takes ${wanted} ${wanted === "1" ? "argument" : "arguments"}, not ${list.length}`,
    };
  }
  for (const [index, argument] of list.entries()) {
    const at = argument.label === undefined ? index : parameters.findIndex((each) => each.name === argument.label);
    const to = lookup.parameterType(member, at + skipped, owner);
    if (!argument.type || !to || !cannotConvert(lookup, argument.type, to)) continue;
    const wanted = `${typeText(to)} for "${parameters[at]?.name ?? ""}"`;
    return {
      message: `"${member.name}" takes ${wanted}, not ${typeText(argument.type)}`,
      ...(dependsOnNatives(argument.type, to) ? { native: to.symbol.name } : {}),
    };
  }
  return undefined;
}

const TEXTS = new Set(["FString", "FName", "FText"]);

/** Only where no conversion can exist, whatever the engine declares: pairs that the language itself rules out. */
export function cannotConvert(lookup: Lookup, from: TypeUse, to: TypeUse): boolean {
  const source = from.symbol;
  const target = to.symbol;
  if (source === target || isOpen(source) || isOpen(target)) return false;
  if (source.name === target.name || lookup.members(source, "opImplConv").length > 0) return false;
  const plain = source.kind === "primitive" || source.kind === "enum" || TEXTS.has(source.name);
  const ownStruct = source.kind === "struct" && source.isScript;
  if (target.kind === "primitive" && target.name !== "bool" && target.name !== "void" && isNumber(to))
    return TEXTS.has(source.name) || ownStruct || source.kind === "class";
  if (target.kind === "class" && /^[AU][A-Z]/.test(target.name)) {
    if (plain || ownStruct) return true;
    return source.kind === "class" && areApart(lookup, source, target);
  }
  if (target.kind === "struct" && target.isScript && !takesOthers(lookup, target))
    return plain || source.kind === "class" || ownStruct;
  return target.kind === "enum" && target.isScript && (TEXTS.has(source.name) || ownStruct || source.kind === "class");
}

/** Templates, delegates and what stands for any type. */
function isOpen(type: TypeSymbol): boolean {
  return (
    type.templateParameters.length > 0 || type.kind === "delegate" || type.kind === "event" || type.name === "void"
  );
}

function takesOthers(lookup: Lookup, type: TypeSymbol): boolean {
  return lookup.constructors(type).length > 0 || lookup.members(type, "opAssign").length > 0;
}

/** Whether that two types do not convert rests on what is told of the engine's classes. */
export function dependsOnNatives(from: TypeUse, to: TypeUse): boolean {
  return from.symbol.kind === "class" && to.symbol.kind === "class" && !(from.symbol.isScript && to.symbol.isScript);
}

/** Neither derives from the other, and all bases of both are told. */
function areApart(lookup: Lookup, a: TypeSymbol, b: TypeSymbol): boolean {
  for (const type of [a, b])
    for (const at of lookup.table.chain(type)) if (at.isUnknown || (at.isBaseAssumed && at.base !== "")) return false;
  return !lookup.table.derivesFrom(a, b) && !lookup.table.derivesFrom(b, a);
}
