/**
 * Determines override families, which are methods that the engine treats as one function. Their parameter types may be spelled
 * differently.
 */
import { Flag } from "../parser/syntax.ts";
import type { Parameter } from "./declaration.ts";
import type { SymbolTable } from "./symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "./symbols.ts";

const WORD = /\b(?:const|float|double|int|uint)\b|\s+|&(?:inout|in|out)?/g;

/** Removes `const` and references, and treats the aliases of number types (`float` or `float64`) as equal. */
export function canonicalType(type: string, floatIsFloat64: boolean): string {
  return type.replace(WORD, (word) => {
    switch (word) {
      case "float":
        return floatIsFloat64 ? "float64" : "float32";
      case "double":
        return "float64";
      case "int":
        return "int32";
      case "uint":
        return "uint32";
      default:
        return "";
    }
  });
}

export function canonicalParameters(parameters: readonly Parameter[] | undefined, floatIsFloat64: boolean): string {
  return (parameters ?? []).map((each) => canonicalType(each.type, floatIsFloat64)).join();
}

/** In a class hierarchy, reflected functions are identified by their name, and their parameters don't matter. */
const REFLECTED = Flag.ufunction | Flag.blueprintEvent | Flag.blueprintOverride;

/** Declarations that don't have a symbol yet can be used as well. */
export type Overridable = Pick<MemberSymbol, "parameters" | "flags" | "isCallable">;

export class OverrideRule {
  readonly #floatIsFloat64: boolean;
  readonly #signatures = new Set<string>();
  readonly #isCallable: boolean;
  #isReflected = false;

  constructor(floatIsFloat64: boolean, first: Overridable) {
    this.#floatIsFloat64 = floatIsFloat64;
    this.#isCallable = first.isCallable;
    this.add(first);
  }

  /** Returns true if `member`, which has the same name in a base or derived class, is the same function. */
  covers(member: Overridable): boolean {
    if (member.isCallable !== this.#isCallable) return false;
    if (this.#isReflected && member.flags & REFLECTED) return true;
    return this.#signatures.has(canonicalParameters(member.parameters, this.#floatIsFloat64));
  }

  add(member: Overridable): void {
    this.#signatures.add(canonicalParameters(member.parameters, this.#floatIsFloat64));
    if (member.flags & REFLECTED) this.#isReflected = true;
  }
}

/** Returns a method together with everything it overrides and everything that overrides it. */
export function overrideFamily(table: SymbolTable, member: MemberSymbol): MemberSymbol[] {
  if (member.kind !== "method" || !member.owner) return [member];
  const rule = new OverrideRule(table.native.floatIsFloat64, member);
  const top = topOf(table, member, rule);
  const family: MemberSymbol[] = [];
  const pending = [top];
  for (let type = pending.pop(); type; type = pending.pop()) {
    const here = type.member(member.name).filter((each) => rule.covers(each));
    // We must not assume that a method without `override` overrides something in an unknown base.
    if (top.isUnknown && type.isScript && here.length > 0 && !here.some(saysOverride)) continue;
    for (const each of here) rule.add(each);
    family.push(...here);
    for (const each of table.derived(type)) pending.push(each);
  }
  return family.length > 0 ? family : [member];
}

/** Returns the topmost class that has this function. For a method marked `override`, this can be an unknown base. */
function topOf(table: SymbolTable, member: MemberSymbol, rule: OverrideRule): TypeSymbol {
  const owner = member.owner as TypeSymbol;
  let top = owner;
  let declares = member;
  let unknown: TypeSymbol | undefined;
  for (const type of table.chain(owner)) {
    if (type.isUnknown) unknown = type;
    const same = type.member(member.name).find((each) => rule.covers(each));
    if (!same) continue;
    rule.add(same);
    declares = same;
    top = type;
  }
  return saysOverride(declares) && unknown ? unknown : top;
}

function saysOverride(member: MemberSymbol): boolean {
  return (member.flags & (Flag.override | Flag.blueprintOverride)) !== 0;
}
