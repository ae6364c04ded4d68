/** Compares signatures of overrides and delegate functions. */
import type { MemberSymbol } from "../database/symbols.ts";
import type { Lookup } from "./lookup.ts";
import { type TypeUse, typeText } from "./type-use.ts";

const REALS = new Set(["float", "float32", "float64", "double"]);
const WHOLE = new Map([
  ["int", "int32"],
  ["uint", "uint32"],
]);

/** Treats alternative spellings as equal, including those from different engines. */
export function sameType(a: TypeUse | undefined, b: TypeUse | undefined): boolean {
  if (!a || !b || a.symbol === b.symbol) {
    if (!a || !b || a.arguments.length !== b.arguments.length) return true;
    return a.arguments.every((each, index) => sameType(each, b.arguments[index]));
  }
  const [first, second] = [a.symbol.name, b.symbol.name];
  if (first === second) return true;
  if (REALS.has(first) && REALS.has(second)) return true;
  if ((WHOLE.get(first) ?? first) === (WHOLE.get(second) ?? second)) return true;
  // Some engines report an enum as an integer.
  const [one, other] = [a.symbol.kind, b.symbol.kind];
  if ((one === "enum" && second === "uint8") || (other === "enum" && first === "uint8")) return true;
  // These are vectors for network transfer (FVector_NetQuantize) and wrappers like TSubclassOf.
  return /^FVector_Net/.test(first) || /^FVector_Net/.test(second) || /^T[A-Z]/.test(first) || /^T[A-Z]/.test(second);
}

/** Describes the first difference that is certain. */
export function signatureDifference(lookup: Lookup, own: MemberSymbol, other: MemberSymbol): string | undefined {
  const mine = own.parameters ?? [];
  const wanted = other.parameters ?? [];
  if (mine.length !== wanted.length) {
    const count = (length: number): string => `${length} ${length === 1 ? "parameter" : "parameters"}`;
    return `it has ${count(mine.length)}, not ${wanted.length}`;
  }
  for (const [index, parameter] of mine.entries()) {
    const type = lookup.parameterType(own, index, undefined);
    const to = lookup.parameterType(other, index, undefined);
    if (type && to && !sameType(type, to)) return `"${parameter.name}" is ${typeText(type)}, not ${typeText(to)}`;
  }
  const gives = lookup.typeOf(own, undefined);
  const given = lookup.typeOf(other, undefined);
  if (gives && given && !sameType(gives, given)) return `it returns ${typeText(gives)}, not ${typeText(given)}`;
  return undefined;
}
