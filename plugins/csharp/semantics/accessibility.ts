/** Determines whether members are private. */
import type { SymbolHandle, SymbolStore } from "../index/symbol-store.ts";
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";

const SHARED = MODIFIER_BIT.public | MODIFIER_BIT.protected | MODIFIER_BIT.internal | MODIFIER_BIT.override;

/** Members of classes and structs are private by default (C# §7.5.2). */
export function isPrivate(store: SymbolStore, handle: SymbolHandle): boolean {
  const owner = store.parentOf(handle);
  if (!owner || (store.kind(owner) !== KIND.class && store.kind(owner) !== KIND.struct)) return false;
  return (store.modifiers(handle) & SHARED) === 0 && (store.traits(handle) & TRAIT.explicit) === 0;
}
