/** Binds names in `cref` attributes (C# annex D), because a rename has to change these as well. */
import { KIND } from "../outline/declaration-table.ts";
import { lookupMembers } from "../semantics/member-lookup.ts";
import { isSameOrUnknown } from "../semantics/member-signature.ts";
import type { LookupScope, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { type ConstructedType, type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import { splitTop } from "../text/split-top.ts";

export type CrefMeaning =
  | { is: "type"; type: TypeRef }
  | { is: "members"; members: Member[] }
  | { is: "namespace"; name: string }
  | { is: "other" }
  | { is: "unknown" };

interface Segment {
  name: string;
  arity: number;
  /** The offset of the name within the value of the attribute. */
  at: number;
}

const NAME = /^@?([\p{L}_][\p{L}\p{N}_]*)\s*(?:\{(.*)\})?$/su;

/**
 * Binds a name in a `cref` attribute.
 * @param at - Offset of the name in the attribute's value
 * @param offset - Position of the comment in the file
 */
export function bindCref(
  model: SemanticModel,
  file: SourceFile,
  value: string,
  at: number,
  offset: number,
): CrefMeaning {
  const scope = scopeOf(file, offset);
  if (/^\w:/.test(value)) return { is: "other" };
  const open = value.indexOf("(");
  const head = open < 0 ? value : value.slice(0, open);
  if (open >= 0 && at > open) return inParameters(model, scope, value, open, at);
  const segments = segmentsOf(head);
  if (!segments) return inTypeArguments(model, scope, head, at);
  const wanted = segments.findIndex((segment) => segment.at === at);
  if (wanted < 0) return inTypeArguments(model, scope, head, at);
  const parameters =
    open < 0 || wanted < segments.length - 1
      ? undefined
      : splitTop(
          value
            .slice(open + 1, value.lastIndexOf(")"))
            .replaceAll("{", "<")
            .replaceAll("}", ">"),
        ).filter((each) => each.trim() !== "");
  let meaning = simple(model, scope, segments[0]!, segments.length === 1 ? parameters : undefined, segments.length > 1);
  for (const [index, segment] of segments.slice(1, wanted + 1).entries()) {
    const isLast = index + 1 === segments.length - 1;
    meaning = member(model, scope, meaning, segment, isLast ? parameters : undefined);
  }
  return meaning;
}

/** Returns the scope of a doc comment. For the comment of a type, it includes the type's own members. */
function scopeOf(file: SourceFile, offset: number): LookupScope {
  const enclosing = file.declarationAt(offset);
  const next = file.declarations.findIndex(
    (one, index) => one.start >= offset && one.parent === enclosing && index > enclosing,
  );
  return { file, index: next < 0 ? enclosing : next };
}

function segmentsOf(head: string): Segment[] | undefined {
  const segments: Segment[] = [];
  let from = 0;
  for (const part of splitTop(head.replaceAll("{", "<").replaceAll("}", ">"), /[.]/y)) {
    const written = head.slice(from, from + part.length);
    const found = NAME.exec(written.trim());
    if (!found) return undefined;
    const at = from + written.indexOf(found[1]!);
    segments.push({
      name: found[1]!,
      arity: found[2] === undefined ? 0 : splitTop(found[2].replaceAll("{", "<").replaceAll("}", ">")).length,
      at,
    });
    from += part.length + 1;
  }
  return segments;
}

/** Between braces, a name is a type, or a type parameter that the comment introduces. */
function inTypeArguments(model: SemanticModel, scope: LookupScope, head: string, at: number): CrefMeaning {
  const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(head.slice(at))?.[0] ?? "";
  return typeMeaning(model.resolveText(name, scope));
}

function inParameters(model: SemanticModel, scope: LookupScope, value: string, open: number, at: number): CrefMeaning {
  const list = value.slice(open + 1, value.lastIndexOf(")"));
  const before = /(?:[\p{L}_][\p{L}\p{N}_]*\s*\.\s*)*$/u.exec(list.slice(0, at - open - 1))?.[0] ?? "";
  const rest = list.slice(at - open - 1);
  const name = /^[\p{L}_][\p{L}\p{N}_]*(?:\s*\{[^{}]*\})?/u.exec(rest)?.[0] ?? "";
  return typeMeaning(
    model.resolveText((before + name).replaceAll("{", "<").replaceAll("}", ">").replace(/\s/g, ""), scope),
  );
}

function typeMeaning(type: TypeRef): CrefMeaning {
  return type.is === "type" ? { is: "type", type } : type.is === "unknown" ? { is: "unknown" } : { is: "other" };
}

/** Binds a simple name. Members and nested types of the enclosing types come first, followed by all other types and namespaces. */
function simple(
  model: SemanticModel,
  scope: LookupScope,
  { name, arity }: Segment,
  parameters: string[] | undefined,
  asQualifier: boolean,
): CrefMeaning {
  const enclosing = asQualifier ? [] : model.enclosingTypes(scope);
  const own = (isOwn: boolean): CrefMeaning | undefined => {
    const members = enclosing
      .map((type) => membersOf(model, scope, type, name, arity, parameters, isOwn))
      .find(({ length }) => length > 0);
    return members && { is: "members", members };
  };
  const mine = own(true);
  if (mine) return mine;
  const args = Array.from({ length: arity }, () => UNKNOWN);
  const found = model.names.simpleType(name, args, scope, true);
  if (typeof found === "string") return { is: "namespace", name: found };
  // The compiler doesn't find inherited members in comments, so one is only used if there is nothing else.
  const inherited = found ? undefined : own(false);
  if (inherited) return inherited;
  if (!found) return model.complete ? { is: "other" } : { is: "unknown" };
  return parameters && found.is === "type" ? constructorsOf(model, scope, found, parameters) : typeMeaning(found);
}

function member(
  model: SemanticModel,
  scope: LookupScope,
  of: CrefMeaning,
  { name, arity }: Segment,
  parameters: string[] | undefined,
): CrefMeaning {
  if (of.is === "namespace") {
    const found = model.names.inNamespace(
      of.name,
      name,
      Array.from({ length: arity }, () => UNKNOWN),
      scope,
    );
    if (typeof found === "string") return { is: "namespace", name: found };
    return found ? typeMeaning(found) : { is: "other" };
  }
  if (of.is !== "type" || of.type.is !== "type") return of.is === "unknown" ? of : { is: "other" };
  const { type } = of.type;
  if (name === type.name) return parameters ? constructorsOf(model, scope, of.type, parameters) : of;
  const members = membersOf(model, scope, type, name, arity, parameters, true);
  if (members.length > 0) return { is: "members", members };
  const inner = model.nested(type, name, arity);
  if (inner) return { is: "type", type: { is: "type", type: inner, args: [] } };
  const inherited = membersOf(model, scope, type, name, arity, parameters, false);
  return inherited.length > 0 ? { is: "members", members: inherited } : { is: "other" };
}

function membersOf(
  model: SemanticModel,
  scope: LookupScope,
  type: TypeSymbol,
  name: string,
  arity: number,
  parameters: string[] | undefined,
  isOwn: boolean,
): Member[] {
  const { levels } = lookupMembers(model, model.names.selfOf(type), name, [type, ...model.enclosingTypes(scope)]);
  for (const { members } of levels) {
    if (isOwn && members[0]!.owner.key !== type.key) continue;
    const matching = members.filter(
      (each) =>
        (arity === 0 || model.header(each).typeParameters.length === arity) && takes(model, scope, each, parameters),
    );
    // If the comment has no type parameters, a method that isn't generic is preferred.
    const plain = matching.filter((each) => model.header(each).typeParameters.length === 0);
    if (arity === 0 && parameters && plain.length > 0) return plain;
    if (matching.length > 0) return matching;
  }
  return [];
}

function constructorsOf(
  model: SemanticModel,
  scope: LookupScope,
  type: ConstructedType,
  parameters: string[],
): CrefMeaning {
  const constructors = model
    .members(type.type, type.type.name)
    .filter((each) => each.declaration.kind === KIND.constructor && takes(model, scope, each, parameters));
  return constructors.length > 0 ? { is: "members", members: constructors } : { is: "type", type };
}

function takes(model: SemanticModel, scope: LookupScope, each: Member, parameters: string[] | undefined): boolean {
  if (!parameters) return true;
  if (each.declaration.kind !== KIND.method && each.declaration.kind !== KIND.constructor) return false;
  const types = model.parameterTypes(each);
  if (types.length !== parameters.length) return false;
  return parameters.every((written, at) => {
    const type = model.resolveText(written.trim().replace(/^(?:ref|out|in)\s+/, ""), scope);
    // A comment can use other names for type parameters.
    return isSameOrUnknown(withoutParameters(type), withoutParameters(types[at]!));
  });
}

/** Makes all type parameters unknown, so that they are equal to anything. */
function withoutParameters(type: TypeRef): TypeRef {
  switch (type.is) {
    case "parameter":
      return UNKNOWN;
    case "type":
    case "external":
      return { ...type, args: type.args.map(withoutParameters) };
    case "array":
      return { is: "array", element: withoutParameters(type.element) };
    case "tuple":
      return {
        is: "tuple",
        elements: type.elements.map((each) => ({ ...each, type: withoutParameters(each.type) })),
      };
    default:
      return type;
  }
}
