/** Knows the conversions that AngelScript never allows, no matter which classes the engine has. */
import type { TypeSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";
import { isNumber } from "./overload-resolution.ts";
import type { TypeUse } from "./type-use.ts";

const TEXTS = new Set(["FString", "FName", "FText"]);
/** These value types don't convert implicitly from or to other types in any engine. */
const EXACT = new Set([
  ...TEXTS,
  ...["FVector", "FVector2D", "FVector4", "FRotator", "FQuat", "FTransform", "FLinearColor", "FColor"],
  ...["FIntPoint", "FIntVector", "FBox", "FTimespan", "FDateTime", "FGuid"],
]);

/**
 * Describes how far the type of an expression can be trusted. With `group` it comes from an engine member whose type depends on
 * the version of the engine (FString or FText, FRotator or FQuat). With `none` several such members have different types, and
 * the arguments selected one of them.
 */
export const Uncertainty = { sure: 0, group: 1, none: 2 } as const;

/** The types that versions of the engine exchanged for each other. */
const GROUPS = new Map(
  [
    [...TEXTS],
    ["FRotator", "FQuat"],
    ["FColor", "FLinearColor"],
    ["bool", "int8", "int16", "int", "int32", "int64", "uint8", "uint16", "uint", "uint32", "uint64"],
  ].flatMap((names, group) => names.map((name) => [name, group])),
);

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
    // There is no conversion between `bool` and numbers.
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

/** Returns true if this type can't be used as a condition. */
export function isNoCondition(lookup: Lookup, { symbol }: TypeUse, uncertainty: number): boolean {
  if (symbol.name === "bool" || isOpen(symbol) || uncertainty === Uncertainty.none) return false;
  if (uncertainty === Uncertainty.group && groupOf(symbol) === GROUPS.get("bool")) return false;
  if (symbol.kind === "primitive" || symbol.kind === "enum" || isEngineValue(symbol)) return true;
  if (symbol.kind === "class") return /^[AU][A-Z]/.test(symbol.name);
  return symbol.kind === "struct" && symbol.isScript && lookup.members(symbol, "opImplConv").length === 0;
}

/** Returns true for types without members, although mixins can still add some. */
export function hasNoMembers({ symbol }: TypeUse): boolean {
  return symbol.kind === "primitive" ? isNumber({ symbol, arguments: [] }) : symbol.kind === "enum";
}

/** Returns true for templates, delegates, and types that accept any value. */
function isOpen(type: TypeSymbol): boolean {
  return (
    type.templateParameters.length > 0 || type.kind === "delegate" || type.kind === "event" || type.name === "void"
  );
}

function takesOthers(lookup: Lookup, type: TypeSymbol): boolean {
  return lookup.constructors(type).length > 0 || lookup.members(type, "opAssign").length > 0;
}

/** Returns true if we need the complete classes of the engine before we can reject this conversion. */
export function dependsOnNatives(from: TypeUse, to: TypeUse): boolean {
  return from.symbol.kind === "class" && to.symbol.kind === "class" && !(from.symbol.isScript && to.symbol.isScript);
}

/** Returns true if the two classes are unrelated and all of their bases are known. */
function areApart(lookup: Lookup, a: TypeSymbol, b: TypeSymbol): boolean {
  for (const type of [a, b])
    for (const at of lookup.table.chain(type)) if (at.isUnknown || (at.isBaseAssumed && at.base !== "")) return false;
  return !lookup.table.derivesFrom(a, b) && !lookup.table.derivesFrom(b, a);
}
