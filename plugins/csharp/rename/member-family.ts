/** Collects all declarations that have to share a member's name, which are its overrides and implementations in both directions. */
import { KIND } from "../outline/declaration-table.ts";
import { baseMembers, derivedTypes, isPolymorphic, overridingMembers } from "../queries/related-members.ts";
import { type Contracts, contractsOf } from "../semantics/external-contracts.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import { twinsOf } from "./branch-members.ts";

export interface MemberFamily {
  members: Member[];
  contracts: Contracts;
}

/** Yields the steps of the search, each of which may need more files. */
export function* familySteps(
  model: SemanticModel,
  start: readonly Member[],
): Generator<() => void, MemberFamily, void> {
  const members = new Map(start.map((each) => [each.key, each]));
  const known = new Set<string>();
  const possible = new Set<string>();
  const pending = [...start];
  for (let at = pending.shift(); at; at = pending.shift()) {
    const member = at;
    yield () => {
      const related = isPolymorphic(member) ? [...baseMembers(model, member), ...overridingMembers(model, member)] : [];
      related.push(...twinsOf(model, member));
      const below = member.owner.kind === KIND.class ? derivedTypes(model, member.owner) : [];
      const contracts = contractsOf(model, member, [member.owner, ...below]);
      for (const each of contracts.known) known.add(each);
      for (const each of contracts.possible) possible.add(each);
      for (const each of related) {
        if (members.has(each.key)) continue;
        members.set(each.key, each);
        pending.push(each);
      }
    };
  }
  return { members: [...members.values()], contracts: { known: [...known], possible: [...possible] } };
}
