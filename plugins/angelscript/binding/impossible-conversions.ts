/** Conversions that the language rules out, whatever the engine declares. */
import type { TypeSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";
import { isNumber } from "./overload-resolution.ts";
import type { TypeUse } from "./type-use.ts";

const TEXTS = new Set(["FString", "FName", "FText"]);
/** Value types of every engine that convert to nothing, and to which nothing converts, without a constructor written out. */
const EXACT = new Set([
  ...TEXTS,
  ...["FVector", "FVector2D", "FVector4", "FRotator", "FQuat", "FTransform", "FLinearColor", "FColor"],
  ...["FIntPoint", "FIntVector", "FBox", "FTimespan", "FDateTime", "FGuid"],
]);

/**
 * How sure the type of a value is. `group`: it comes from an engine's member, which in another version may give another text,
 * number or rotation. `none`: it comes from one of several such members, chosen by its arguments.
 */
export const Uncertainty = { sure: 0, group: 1, none: 2 } as const;

/** Types that engines exchanged for one another from version to version. */
const GROUPS = new Map(
  [
    [...TEXTS],
    ["FRotator", "FQuat"],
    ["FColor", "FLinearColor"],
    ["bool", "int8", "int16", "int", "int32", "int64", "uint8", "uint16", "uint", "uint32", "uint64"],
  ].flatMap((names, group) => names.map((name) => [name, group])),
);

/** True for pairs that the language itself rules out. */
export function cannotConvert(
  lookup: Lookup,
  from: TypeUse,
  to: TypeUse,
  uncertainty: number = Uncertainty.sure,
): boolean {
  const source = from.symbol;
  const target = to.symbol;
  if (uncertainty === Uncertainty.none || source === target || isOpen(source) || isOpen(target)) return false;
  if (source.name === target.name) return false;
  if (uncertainty === Uncertainty.group && groupOf(source) === groupOf(target)) return false;
  if (isEngineValue(source) && isEngineValue(target)) return true;
  if (lookup.members(source, "opImplConv").length > 0 && source.name !== "FName") return false;
  const plain = source.kind === "primitive" || source.kind === "enum" || isEngineValue(source);
  const ownStruct = source.kind === "struct" && source.isScript;
  if (target.kind === "primitive") {
    if (isEngineValue(source) || ownStruct || source.kind === "class") return true;
    // Numbers are no truth values; a truth value is not a number.
    return (target.name === "bool") !== (source.name === "bool") && plain;
  }
  if (isEngineValue(target)) return plain || ownStruct || source.kind === "class";
  if (target.kind === "class" && /^[AU][A-Z]/.test(target.name)) {
    if (plain || ownStruct) return true;
    return source.kind === "class" && areApart(lookup, source, target);
  }
  if (target.kind === "struct" && target.isScript && !takesOthers(lookup, target))
    return plain || source.kind === "class" || ownStruct;
  if (target.kind !== "enum") return false;
  if (isEngineValue(source) || ownStruct || source.kind === "class") return true;
  return source.kind === "enum" && source.isScript && target.isScript;
}

function groupOf(type: TypeSymbol): number | string {
  return GROUPS.get(type.name) ?? (type.kind === "enum" ? GROUPS.get("int") : undefined) ?? type.name;
}

function isEngineValue(type: TypeSymbol): boolean {
  return !type.isScript && EXACT.has(type.name);
}

/** Returns true if a value can never be a condition, which takes nothing but `bool`. */
export function isNoCondition(lookup: Lookup, { symbol }: TypeUse, uncertainty: number): boolean {
  if (symbol.name === "bool" || isOpen(symbol) || uncertainty === Uncertainty.none) return false;
  if (uncertainty === Uncertainty.group && groupOf(symbol) === GROUPS.get("bool")) return false;
  if (symbol.kind === "primitive" || symbol.kind === "enum" || isEngineValue(symbol)) return true;
  if (symbol.kind === "class") return /^[AU][A-Z]/.test(symbol.name);
  return symbol.kind === "struct" && symbol.isScript && lookup.members(symbol, "opImplConv").length === 0;
}

/** Returns true if a value can have no members at all but those that scripts mix in. */
export function hasNoMembers({ symbol }: TypeUse): boolean {
  return symbol.kind === "primitive" ? isNumber({ symbol, arguments: [] }) : symbol.kind === "enum";
}

/** Templates, delegates and types that accept any other. */
function isOpen(type: TypeSymbol): boolean {
  return (
    type.templateParameters.length > 0 || type.kind === "delegate" || type.kind === "event" || type.name === "void"
  );
}

function takesOthers(lookup: Lookup, type: TypeSymbol): boolean {
  return lookup.constructors(type).length > 0 || lookup.members(type, "opAssign").length > 0;
}

/** Returns true if rejecting a conversion depends on knowing the engine's classes. */
export function dependsOnNatives(from: TypeUse, to: TypeUse): boolean {
  return from.symbol.kind === "class" && to.symbol.kind === "class" && !(from.symbol.isScript && to.symbol.isScript);
}

/** Neither derives from the other, and all bases of both are known. */
function areApart(lookup: Lookup, a: TypeSymbol, b: TypeSymbol): boolean {
  for (const type of [a, b])
    for (const at of lookup.table.chain(type)) if (at.isUnknown || (at.isBaseAssumed && at.base !== "")) return false;
  return !lookup.table.derivesFrom(a, b) && !lookup.table.derivesFrom(b, a);
}
