/** Finds the records whose members a name refers to although no source declares them (C# §15.16). */
import type { Binder, BoundValue } from "../binding/bound-value.ts";
import { receiverOf } from "../binding/delegate-calls.ts";
import { TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { primaryConstructor } from "../semantics/primary-constructor.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";

/** A record replaces these members of its base type, unless it declares them itself. */
const ADDED = /^(?:Equals|GetHashCode|ToString)$/;

/** Returns the record for which the compiler adds the member that `token` is bound to. */
export function recordAdding(binder: Binder, token: SyntaxNode, bound: BoundValue): TypeSymbol | undefined {
  const name = binder.nameOf(token);
  const receiver = receiverOf(token);
  const type = receiver && receiver.type !== "base" ? binder.types.of(receiver) : undefined;
  if (type?.is !== "type" || !isRecord(binder.model, type.type)) return undefined;
  if (bound.is === "external") return ADDED.test(name) ? type.type : undefined;
  if (bound.is === "unknown")
    return name === "Deconstruct" && primaryConstructor(binder.model, type.type) ? type.type : undefined;
  const members = bound.is === "group" && ADDED.test(name) && !bound.call?.receiver ? bound.members : [];
  const isReplaced = ({ owner, declaration }: Member) =>
    owner.key !== type.type.key && isRecord(binder.model, owner) && !isSealed(declaration.modifiers);
  return members.length > 0 && members.every(isReplaced) ? type.type : undefined;
}

function isRecord({ store }: SemanticModel, { parts }: TypeSymbol): boolean {
  return parts.some(({ handle }) => (store.traits(handle) & TRAIT.record) !== 0);
}

/** Derived records inherit a sealed `ToString`. */
function isSealed(modifiers: number): boolean {
  return (modifiers & MODIFIER_BIT.sealed) !== 0;
}
