/** Collects the errors that the binder can prove, together with the evidence. */
import { type MemberSymbol, type Place, requiredParameters, type TypeSymbol } from "../database/symbols.ts";
import { cannotConvert, dependsOnNatives } from "./impossible-conversions.ts";
import type { Lookup } from "./lookup.ts";
import type { Argument } from "./overload-resolution.ts";
import { type TypeUse, typeText } from "./type-use.ts";

export interface SemanticError {
  start: number;
  length: number;
  message: string;
  /** The name or base class that isn't declared. It is only reported if all types of the engine are known. */
  unknown?: string;
  /** True if an unknown base class might declare the name. */
  mayBeInherited?: boolean;
  /** Returns suggestions for the correct spelling. */
  candidates?: () => Iterable<string>;
  /** The other declaration, if this is a duplicate. If it is in another file, that file is read again before we report it. */
  other?: Place;
  /** True if the code is valid but most likely a mistake. */
  isLikely?: boolean;
}

export class SemanticErrors {
  readonly found: SemanticError[] = [];

  add(start: number, length: number, message: string, rest: Omit<SemanticError, "start" | "length" | "message"> = {}) {
    this.found.push({ start, length, message, ...rest });
  }
}

/** Returns true if we know all base classes by name, because an unknown base might declare anything. */
export function hasKnownBases(lookup: Lookup, type: TypeSymbol): boolean {
  for (const at of lookup.table.chain(type)) if (at.isUnknown) return false;
  return true;
}

/** Returns true if native code can't add members to the type. */
export function hasOnlyScriptMembers(type: TypeSymbol): boolean {
  return type.isScript && type.kind !== "class";
}

/** Returns the reason why the arguments don't fit. It is undefined if they do, or if we can't tell. */
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
    if (!argument.type || !to || !cannotConvert(lookup, argument.type, to, argument.uncertainty)) continue;
    const wanted = `${typeText(to)} for "${parameters[at]?.name ?? ""}"`;
    return {
      message: `"${member.name}" takes ${wanted}, not ${typeText(argument.type)}`,
      ...(dependsOnNatives(argument.type, to) ? { native: to.symbol.name } : {}),
    };
  }
  return undefined;
}
