/**
 * Lists the members of a type in a hierarchy. This includes the members that it declares, those that it overrides, and those
 * that it inherits and could override.
 */
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import type { AnalysisSession } from "../queries/analysis-session.ts";
import { baseMembers } from "../queries/related-members.ts";
import type { HierarchyRow } from "../queries/requests/requests.ts";
import { isOverridable, isOverride, originalDeclaration } from "../semantics/implementations.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";

/** A chain that is longer than this has to be a cycle. */
const MAX_BASES = 100;
const UNLISTED: ReadonlySet<number> = new Set([KIND.constructor, KIND.destructor, KIND.enumMember]);

export function membersOfType({ model }: AnalysisSession, type: TypeSymbol): Partial<HierarchyRow> {
  const [declares, overrides] = [new Set<string>(), new Set<string>()];
  const inherits: Record<string, string[]> = {};
  const overridden = new Set<string>();
  for (const member of membersIn(model, type)) {
    const above = isOverride(member) ? originalDeclaration(model, member) : member;
    overridden.add(above.key);
    const { name, modifiers, traits } = member.declaration;
    if (isOverride(member)) overrides.add(above === member ? `${name} (declared outside)` : name);
    else if ((traits & TRAIT.explicit) !== 0 || baseMembers(model, member).length > 0) overrides.add(name);
    else declares.add(`${name}${markOf(type, modifiers)}`);
  }
  for (const base of basesOf(model, type)) {
    const names = new Set<string>();
    for (const member of membersIn(model, base)) {
      const above = isOverride(member) ? originalDeclaration(model, member) : member;
      if (!isOverridable(member) || overridden.has(above.key)) continue;
      overridden.add(above.key);
      const mark = (member.declaration.modifiers & MODIFIER_BIT.abstract) === 0 ? "" : " (abstract)";
      names.add(`${member.declaration.name}${mark}`);
    }
    if (names.size > 0) inherits[base.name] = [...names];
  }
  return { declares: [...declares], overrides: [...overrides], inherits };
}

function markOf(type: TypeSymbol, modifiers: number): string {
  if (type.kind === KIND.interface) return "";
  if ((modifiers & MODIFIER_BIT.abstract) !== 0) return " (abstract)";
  return (modifiers & MODIFIER_BIT.virtual) === 0 ? "" : " (virtual)";
}

function membersIn(model: SemanticModel, type: TypeSymbol): Member[] {
  const names = new Set<string>();
  for (const { path, handle } of type.parts) {
    for (const each of model.store.ofFile(path)) {
      const owner = model.store.parentOf(each);
      if (owner?.segment === handle.segment && owner.at === handle.at) names.add(model.store.name(each));
    }
  }
  return [...names]
    .flatMap((name) => model.members(type, name))
    .filter(({ declaration }) => !UNLISTED.has(declaration.kind));
}

/** Returns the base classes of a type, nearest first. */
function basesOf(model: SemanticModel, type: TypeSymbol): TypeSymbol[] {
  const found: TypeSymbol[] = [];
  for (let at: TypeSymbol | undefined = type; at && found.length < MAX_BASES; ) {
    const above: TypeSymbol | undefined = model
      .bases(at)
      .flatMap((base) => (base.is === "type" && base.type.kind === KIND.class ? [base.type] : []))[0];
    if (!above || above.key === type.key || found.some(({ key }) => key === above.key)) break;
    found.push(above);
    at = above;
  }
  return found;
}
