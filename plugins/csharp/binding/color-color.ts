/** A name that is both a member or local and its type: what follows the dot decides (C# §12.8.7.2, "Color Color"). */
import { TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { delegateOf } from "../semantics/delegates.ts";
import { lookupMembers } from "../semantics/member-lookup.ts";
import type { LookupLevel, LookupResult, LookupScope, Member } from "../semantics/semantic-model.ts";
import type { TypeRef } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { type Access, type Binder, type BoundValue, typeOf } from "./bound-value.ts";

/** Members that external types have as static ones again and again. */
const STATIC_NAMES =
  /^(?:Empty|New[A-Z]\w*|Parse\w*|TryParse\w*|(?:Min|Max)Value|Zero|One|Now|UtcNow|Today|From[A-Z]\w*|Create\w*|Default|Instance|None|zero|one|up|down|left|right|forward|back|identity|white|black|red|green|blue|yellow|cyan|magenta|gray|grey|clear|Lerp\w*|Slerp\w*|Distance|Angle|Dot|Cross|Euler|AngleAxis|LookRotation|HSVToRGB|RGBToHSV|Combine|Exists|IsNullOrEmpty|Join|Format)$/;

/** `value` is what `node` means as an expression, `access` the member access that it stands in front of. */
export function bindColorColor(binder: Binder, value: BoundValue, node: SyntaxNode, access: SyntaxNode): BoundValue {
  if (value.is !== "value" && value.is !== "local") return value;
  const type = typeOf(value);
  const name = binder.nameOf(node);
  const member = childOf(access, "name");
  if (!member || !isNamed(type, name)) return value;
  const asType = binder.model.names.simpleType(name, [], binder.scope, false);
  if (type.is === "external") {
    // A type of the workspace is another one; and of an external one nobody knows what is static.
    if (typeof asType === "object" && asType.is === "type") return value;
    if (STATIC_NAMES.test(binder.nameOf(member))) return { is: "type", type };
    return value.is === "value" && !isOfValues(name, binder.nameOf(member)) ? { ...value, ambiguous: true } : value;
  }
  if (typeof asType !== "object" || type.is !== "type" || asType.is !== "type" || asType.type.key !== type.type.key)
    return value;
  const meant = binder.member({ is: "value", type }, member, "any");
  if (meant.is === "type") return { is: "type", type };
  // An extension is called on a value.
  if (meant.is === "group" && meant.call?.receiver) return value;
  const members = meant.is === "group" || meant.is === "value" ? (meant.members ?? []) : [];
  if (members.length > 0 && members.every(isStatic)) return { is: "type", type };
  if (members.length === 0 && meant.is !== "group" && STATIC_NAMES.test(binder.nameOf(member)))
    return { is: "type", type };
  return value;
}

/** No type has these as static ones. */
function isOfValues(type: string, member: string): boolean {
  if (/^(?:ToString|GetHashCode|GetType)$/.test(member)) return true;
  return /Exception$/.test(type) && /^(?:Message|StackTrace|InnerException|HResult|Source|HelpLink)$/.test(member);
}

function isNamed(type: TypeRef, name: string): boolean {
  return type.is === "type" ? type.type.name === name : type.is === "external" && type.name === name;
}

function isStatic({ declaration }: Member): boolean {
  if (declaration.kind === KIND.enumMember) return true;
  return (declaration.modifiers & (MODIFIER_BIT.static | MODIFIER_BIT.const)) !== 0;
}

/** Members of a type; those that cannot be called are none where the name is called (C# §12.5.1). */
export function lookupAccessible(binder: Binder, type: TypeRef, name: string, invoked: boolean): LookupResult {
  const { levels, open } = lookupMembers(binder.model, type, name, binder.enclosingTypes);
  if (!invoked) return { levels, open };
  const callable = levels.flatMap(({ members, substitution }) => {
    const kept = members.filter((member) => isCallable(binder, member));
    return kept.length > 0 ? [{ members: kept, substitution }] : [];
  });
  return { levels: callable, open };
}

/** Methods that an access can mean, where any can (C# §12.6.4.1). */
export function membersByAccess(levels: readonly LookupLevel[], access: Access): LookupLevel[] {
  if (access === "any") return [...levels];
  const kept = levels.flatMap(({ members, substitution }) => {
    const matching = members.filter(
      (member) => member.declaration.kind !== KIND.method || isStatic(member) === (access === "static"),
    );
    return matching.length > 0 ? [{ members: matching, substitution }] : [];
  });
  return kept.length > 0 ? kept : [...levels];
}

/** Whether a place is in a static member, so that there is no `this`. */
export function isStaticContext({ file, index }: LookupScope): boolean {
  const member = file.declarations[index];
  return member !== undefined && (member.modifiers & MODIFIER_BIT.static) !== 0 && !TYPE_KINDS.has(member.kind);
}

/** What type arguments can stand behind. */
export function methodLevels(levels: readonly LookupLevel[]): LookupLevel[] {
  return levels.filter(({ members }) => members[0]!.declaration.kind === KIND.method);
}

function isCallable({ model }: Binder, member: Member): boolean {
  if (member.declaration.kind === KIND.method) return true;
  if (member.declaration.kind === KIND.enumMember) return false;
  const type = model.resultType(member);
  return type.is === "unknown" || type.is === "parameter" || delegateOf(model, type) !== undefined;
}
