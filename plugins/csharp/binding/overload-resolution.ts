/** Implements overload resolution (C# §12.6.4), which finds the applicable methods and then chooses the best. */
import { exclude, implies } from "../outline/conditions.ts";
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { type ConversionMatch, worstMatch } from "../semantics/conversions.ts";
import { sameSignature } from "../semantics/member-signature.ts";
import type { LookupLevel, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { Substitution } from "../semantics/substitution.ts";
import type { TypeRef } from "../semantics/type-ref.ts";
import { allArguments, applicableCandidate } from "./applicability.ts";
import { betterMember, filterByLambdaReturns, isAmbiguous, isRefusedByResult } from "./better-member.ts";
import type { Applicable, BoundValue, Call, Candidate } from "./bound-value.ts";

export interface OverloadResult {
  members: Member[];
  substitution: Map<string, TypeRef>;
  /** Tells whether the call matches. */
  match: ConversionMatch;
  applicable: readonly Applicable[];
}

/**
 * Returns the members that a call may mean. There are several if the types can't decide it. It is undefined if none is
 * applicable.
 */
export function resolveOverload(
  model: SemanticModel,
  levels: readonly LookupLevel[],
  call: Call | undefined,
): OverloadResult | undefined {
  const first = levels[0];
  if (!first) return undefined;
  if (!call || !levels.some((level) => level.members.some(isInvocable)))
    return { members: first.members, substitution: first.substitution, match: "yes", applicable: [] };
  return applicableMembers(model, candidatesOf(model, levels), call);
}

function isInvocable({ declaration }: Member): boolean {
  return declaration.kind === KIND.method || declaration.kind === KIND.indexer || declaration.kind === KIND.operator;
}

/** Collects candidates. An override counts as the overridden member, at the level of that member (C# §12.8.10.2). */
function candidatesOf(model: SemanticModel, levels: readonly LookupLevel[]): Candidate[] {
  const found: Candidate[] = [];
  const overridden = new Set<string>();
  levels.forEach(({ members, substitution }, depth) => {
    for (const member of members) {
      if (overridden.has(member.key) || !isInvocable(member)) continue;
      let declared = depth;
      if ((member.declaration.modifiers & MODIFIER_BIT.override) !== 0) {
        // The overridden member may be declared outside of the workspace.
        declared = levels.length;
        for (let up = depth + 1; up < levels.length; up++) {
          const by = new Map([...levels[up]!.substitution]);
          for (const other of levels[up]!.members) {
            if (!sameSignature(model, member, other, by, substitution)) continue;
            overridden.add(other.key);
            declared = up;
          }
        }
      }
      found.push({ member, substitution, depth: declared });
    }
  });
  return found;
}

/** Treats all members as if they were declared in the same type. */
export function candidatesFrom(members: readonly Member[], substitution: Substitution = new Map()): Candidate[] {
  return members.map((member) => ({ member, substitution, depth: 0 }));
}

export function applicableMembers(
  model: SemanticModel,
  candidates: readonly Candidate[],
  call: Call,
): OverloadResult | undefined {
  let applied: Applicable[] = [];
  let tried = -1;
  for (const some of compiledFirst(model, candidates, call)) {
    if (some.length === tried) continue;
    tried = some.length;
    applied = some.flatMap((candidate) => applicableCandidate(model, candidate, call) ?? []);
    if (applied.length > 0) break;
  }
  if (applied.length === 0) return undefined;
  applied = applied.map((one) => (isAmbiguous(one, applied) ? { ...one, match: "maybe" } : one));
  // An applicable method in a derived type hides those of the base types.
  const nearest = Math.min(...applied.filter(({ match }) => match === "yes").map(({ depth }) => depth));
  applied = applied.filter(({ depth }) => depth <= nearest);
  if (applied.length > 1) applied = filterByLambdaReturns(model, applied, call);
  const applicable = betterMember(model, applied, call);
  return {
    members: applicable.map(({ member }) => member),
    substitution: new Map(applicable.flatMap((one) => [...one.substitution])),
    match: worstMatch(applicable.map(({ match }) => match)),
    applicable,
  };
}

/** Returns true if no method of a group is applicable, because a lambda returns something else than its delegate (C# §10.7.1). */
export function isRefusedByLambda(model: SemanticModel, group: BoundValue & { is: "group" }): boolean {
  const { members, substitution, call } = group;
  if (!call?.arguments.some(({ shape }) => shape === "lambda")) return false;
  return members.every((member) => {
    const types = applicableCandidate(model, { member, substitution, depth: 0 }, call)?.types;
    return types?.some((type, at) => isRefusedByResult(model, allArguments(call)[at]!, type)) === true;
  });
}

/**
 * Returns the candidates that are compiled together with the call. If none of them is applicable, the next list is tried, which
 * has more.
 */
function compiledFirst(model: SemanticModel, candidates: readonly Candidate[], { site }: Call) {
  if (candidates.every(({ member }) => member.declaration.condition === "")) return [candidates];
  const here = site?.file.conditionAt(site.offset) ?? "";
  // Symbols are the same throughout an assembly.
  const isNear = ({ file }: Member) => here !== "" && file.assembly === site?.file.assembly;
  const together = candidates.filter(({ member }) => !isNear(member) || !exclude(here, member.declaration.condition));
  const compiled = together.filter(
    ({ member }) =>
      model.isCompiled(member) !== false || (isNear(member) && implies(here, member.declaration.condition)),
  );
  return [compiled, together, candidates];
}
