/** What no other type may name. */
import { KIND, TRAIT } from "../outline/symbols.ts";
import { MODIFIER_BIT } from "../outline/words.ts";

interface Written {
  kind: number;
  modifiers: number;
  traits: number;
}

const SHARED = MODIFIER_BIT.public | MODIFIER_BIT.protected | MODIFIER_BIT.internal | MODIFIER_BIT.override;
const KINDS: ReadonlySet<number> = new Set([KIND.method, KIND.constructor, KIND.field, KIND.property, KIND.event]);

/** A member of a class or struct without another word is private to it (C# §7.5.2). */
export function isPrivate({ kind, modifiers, traits }: Written, owner: Pick<Written, "kind" | "traits">): boolean {
  return (
    KINDS.has(kind) &&
    (modifiers & SHARED) === 0 &&
    (traits & TRAIT.explicit) === 0 &&
    (owner.kind === KIND.class || owner.kind === KIND.struct) &&
    // What stands behind a record's name is public without a word.
    (owner.traits & TRAIT.record) === 0
  );
}
