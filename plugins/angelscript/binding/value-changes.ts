/** Finds indirect writes (by method calls, `out` arguments and struct members) and the uses of events. */
import type { MemberSymbol } from "../database/symbols.ts";
import { type Expression, Flag } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import type { Use } from "./bound-uses.ts";
import type { TypeUse } from "./type-use.ts";

const EVENT_USES = new Map<string, Use>([
  ["Broadcast", "broadcast"],
  ["Execute", "broadcast"],
  ["ExecuteIfBound", "broadcast"],
  ["AddUFunction", "bind"],
  ["BindUFunction", "bind"],
  ["Unbind", "unbind"],
  ["UnbindObject", "unbind"],
  ["Clear", "unbind"],
]);

/** Returns true for value types, for which writing to a part changes the whole variable. */
function isValue(type: TypeUse | undefined): boolean {
  return type?.symbol.kind === "struct";
}

/** Applies `use` to the name and to each value that contains it. */
export function markChanged(binder: Binder, place: Expression, use: Use): void {
  let at = place;
  while (at.kind === "index") at = at.object;
  if (at.kind === "path") {
    const name = at.path.at(-1);
    if (name) binder.uses.reclassify(name.start, use);
  } else if (at.kind === "member") {
    binder.uses.reclassify(at.name.start, use);
    markOwnerChanged(binder, at.object, binder.objectTypes.get(at), use);
  }
}

export function markOwnerChanged(binder: Binder, object: Expression, type: TypeUse | undefined, use: Use): void {
  if (isValue(type)) markChanged(binder, object, use);
}

/** Handles calls such as `Event.Broadcast()`, even if the type of the event isn't declared. */
export function markEventUse(binder: Binder, object: Expression, method: string): void {
  const use = EVENT_USES.get(method);
  const name = object.kind === "path" ? object.path.at(-1) : object.kind === "member" ? object.name : undefined;
  if (use && name) binder.uses.reclassify(name.start, use);
}

/** Handles `Object.Method()`. A method that isn't const may modify the object. */
export function markCalledOn(
  binder: Binder,
  object: Expression,
  type: TypeUse | undefined,
  method: MemberSymbol,
): void {
  const kind = type?.symbol.kind;
  if (kind === "delegate" || kind === "event") markEventUse(binder, object, method.name);
  else if (isValue(type) && mayChangeItsObject(method)) markChanged(binder, object, "mutatingCall");
}

function mayChangeItsObject(method: MemberSymbol): boolean {
  if (!method.isMixin || method.owner) return (method.flags & Flag.const) === 0;
  return isOutput(method.parameters?.[0]?.type ?? "");
}

/** Returns true for `T&`, `T&out` and `T&inout`. */
export function isOutput(type: string): boolean {
  return /&\s*(?:out|inout)?$/.test(type) && !/^const\b/.test(type);
}
