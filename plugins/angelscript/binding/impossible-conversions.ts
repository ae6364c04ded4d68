/** Conversions that AngelScript rules out regardless of the engine's classes. */
import type { TypeSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";
import { isNumber } from "./overload-resolution.ts";
import type { TypeUse } from "./type-use.ts";

const TEXTS = new Set(["FString", "FName", "FText"]);
/** Value types that don't convert implicitly from or to other types, in any engine. */
const EXACT = new Set([
  ...TEXTS,
  ...["FVector", "FVector2D", "FVector4", "FRotator", "FQuat", "FTransform", "FLinearColor", "FColor"],
  ...["FIntPoint", "FIntVector", "FBox", "FTimespan", "FDateTime", "FGuid"],
]);

/**
 * How much to trust an expression's type. `group` means it's from an engine member whose type can vary by engine version (FString
 * or FText, FRotator or FQuat); `none` means that several such members differ in type and the arguments selected one.
 */
export const Uncertainty = { sure: 0, group: 1, none: 2 } as const;

/** Types that engine versions swapped for each other. */
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
    // `bool` and numbers never convert to each other.
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

/** True if this type can't be used as a condition. */
export function isNoCondition(lookup: Lookup, { symbol }: TypeUse, uncertainty: number): boolean {
  if (symbol.name === "bool" || isOpen(symbol) || uncertainty === Uncertainty.none) return false;
  if (uncertainty === Uncertainty.group && groupOf(symbol) === GROUPS.get("bool")) return false;
  if (symbol.kind === "primitive" || symbol.kind === "enum" || isEngineValue(symbol)) return true;
  if (symbol.kind === "class") return /^[AU][A-Z]/.test(symbol.name);
  return symbol.kind === "struct" && symbol.isScript && lookup.members(symbol, "opImplConv").length === 0;
}

/** True for types without members. Mixins can still add some. */
export function hasNoMembers({ symbol }: TypeUse): boolean {
  return symbol.kind === "primitive" ? isNumber({ symbol, arguments: [] }) : symbol.kind === "enum";
}

/** Templates, delegates, and types that accept any value. */
function isOpen(type: TypeSymbol): boolean {
  return (
    type.templateParameters.length > 0 || type.kind === "delegate" || type.kind === "event" || type.name === "void"
  );
}

function takesOthers(lookup: Lookup, type: TypeSymbol): boolean {
  return lookup.constructors(type).length > 0 || lookup.members(type, "opAssign").length > 0;
}

/** True if we need complete engine classes before rejecting this conversion. */
export function dependsOnNatives(from: TypeUse, to: TypeUse): boolean {
  return from.symbol.kind === "class" && to.symbol.kind === "class" && !(from.symbol.isScript && to.symbol.isScript);
}

/** True if the two classes are unrelated and we know all of their bases. */
function areApart(lookup: Lookup, a: TypeSymbol, b: TypeSymbol): boolean {
  for (const type of [a, b])
    for (const at of lookup.table.chain(type)) if (at.isUnknown || (at.isBaseAssumed && at.base !== "")) return false;
  return !lookup.table.derivesFrom(a, b) && !lookup.table.derivesFrom(b, a);
}
