/**
 * Checks functions that are bound by name to a delegate or event. The function must exist, be a UFUNCTION and have a matching
 * signature.
 */
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { Flag, type NameSyntax } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import { hasKnownBases } from "./semantic-errors.ts";
import { signatureDifference } from "./signature-match.ts";
import type { TypeUse } from "./type-use.ts";

/** For timers, `delegate` is undefined. */
export function checkBoundName(
  binder: Binder,
  name: NameSyntax,
  object: TypeUse,
  delegate: TypeSymbol | undefined,
  binds: "bind" | "unbind",
): void {
  const { errors, lookup } = binder;
  const type = object.symbol;
  if (!errors || !type.isScript || type.kind !== "class") return;
  const found = lookup.members(type, name.name);
  if (found.length === 0) {
    if (isDeclaredBelow(binder, type, name.name)) return;
    const mayBeInherited = !hasKnownBases(lookup, type);
    errors.add(name.start, name.name.length, `"${type.name}" has no function "${name.name}" to bind`, {
      ...(mayBeInherited || isNativeName(binder, type, name.name) ? { unknown: name.name } : {}),
      mayBeInherited,
      candidates: () => namesOf(binder, type),
    });
    return;
  }
  // Inherited engine functions are bound under their C++ names.
  if (!found.every((member) => member.place && member.kind === "method")) return;
  const bound = found.filter(
    (member) => member.flags & (Flag.ufunction | Flag.blueprintEvent | Flag.blueprintOverride),
  );
  if (bound.length === 0) {
    errors.add(name.start, name.name.length, `"${name.name}" is not a UFUNCTION(), so it cannot be bound`);
    return;
  }
  const signature = delegate && signatureOf(delegate);
  if (binds === "unbind" || !signature) return;
  const differences = bound.map((member) => signatureDifference(lookup, member, signature));
  if (differences.some((each) => each === undefined)) return;
  errors.add(
    name.start,
    name.name.length,
    `"${name.name}" cannot be bound to "${delegate.qualifiedName}": ${differences[0]}`,
  );
}

/** Returns the signature that the bound function must match, or undefined if the parameters of the delegate aren't known. */
function signatureOf(delegate: TypeSymbol): MemberSymbol | undefined {
  return delegate.members.find((member) => member.name === "Broadcast" || member.name === "Execute");
}

function isDeclaredBelow(binder: Binder, type: TypeSymbol, name: string): boolean {
  return binder.lookup.table
    .derived(type)
    .some((each) => each.member(name).length > 0 || isDeclaredBelow(binder, each, name));
}

/** Native functions can be bound even if scripts can't see them, or see them with another name. */
function isNativeName(binder: Binder, type: TypeSymbol, name: string): boolean {
  if (/^(?:K2_|BP_|Receive|On[A-Z])/.test(name)) return true;
  for (const at of binder.lookup.table.chain(type))
    if (!at.isScript && at.name !== "UObject" && at.members.length === 0) return true;
  return false;
}

function* namesOf(binder: Binder, type: TypeSymbol): Generator<string> {
  for (const at of binder.lookup.table.chain(type))
    for (const member of at.members) if (member.kind === "method") yield member.name;
}
