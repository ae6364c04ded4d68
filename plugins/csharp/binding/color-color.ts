/**
 * Implements the "Color Color" rule. If a name means both a variable or member and its type, the name after the dot decides
 * (C# §12.8.7.2).
 */
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { isStaticMember } from "../semantics/member-lookup.ts";
import type { TypeRef, TypeSymbol } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { type Binder, type BoundValue, typeOf } from "./bound-value.ts";

/** Names that are usually static in external types. */
const STATIC_NAMES =
  /^(?:Empty|New[A-Z]\w*|Parse\w*|TryParse\w*|(?:Min|Max)Value|Zero|One|Now|UtcNow|Today|From[A-Z]\w*|Create\w*|Default|Instance|None|zero|one|up|down|left|right|forward|back|identity|white|black|red|green|blue|yellow|cyan|magenta|gray|grey|clear|Lerp\w*|Slerp\w*|Distance|Angle|Dot|Cross|Euler|AngleAxis|LookRotation|HSVToRGB|RGBToHSV|Combine|Exists|IsNullOrEmpty|Join|Format)$/;

/** Decides for a name with two meanings. @param value `node` bound as an expression @param access the member access around it */
export function bindColorColor(binder: Binder, value: BoundValue, node: SyntaxNode, access: SyntaxNode): BoundValue {
  if (value.is !== "value" && value.is !== "local") return value;
  const type = typeOf(value);
  const name = binder.nameOf(node);
  const member = childOf(access, "name");
  if (!member || !isNamed(type, name)) return value;
  const asType = binder.model.names.simpleType(name, [], binder.scope, false);
  if (type.is === "external") {
    // The name means a different type in the workspace, or the static members of the external type aren't known.
    if (typeof asType === "object" && asType.is === "type") return value;
    if (STATIC_NAMES.test(binder.nameOf(member))) return { is: "type", type };
    return value.is === "value" && !isOfValues(name, binder.nameOf(member)) ? { ...value, ambiguous: true } : value;
  }
  if (typeof asType !== "object" || type.is !== "type" || asType.is !== "type" || asType.type.key !== type.type.key)
    return value;
  const meant = binder.member({ is: "value", type }, member, "any");
  if (meant.is === "type") return { is: "type", type };
  // Extension methods are called on values.
  if (meant.is === "group" && meant.call?.receiver) return value;
  const members = meant.is === "group" || meant.is === "value" ? (meant.members ?? []) : [];
  if (members.length > 0 && members.every(isStaticMember)) return { is: "type", type };
  if (members.length === 0 && meant.is !== "group" && STATIC_NAMES.test(binder.nameOf(member)))
    return { is: "type", type };
  // A source generator may add a part with such a member, so we can't rule it out.
  if (value.is === "value" && meant.is === "unknown" && isPartial(binder, type.type))
    return { ...value, ambiguous: true };
  return value;
}

function isPartial({ model }: Binder, { parts }: TypeSymbol): boolean {
  return parts.some(({ handle }) => (model.store.modifiers(handle) & MODIFIER_BIT.partial) !== 0);
}

/** Returns true for members that are never static. */
function isOfValues(type: string, member: string): boolean {
  if (/^(?:ToString|GetHashCode|GetType)$/.test(member)) return true;
  return /Exception$/.test(type) && /^(?:Message|StackTrace|InnerException|HResult|Source|HelpLink)$/.test(member);
}

/** A name without type arguments can't mean a generic type. */
function isNamed(type: TypeRef, name: string): boolean {
  if (type.is !== "type" && type.is !== "external") return false;
  return type.args.length === 0 && (type.is === "type" ? type.type.name : type.name) === name;
}
