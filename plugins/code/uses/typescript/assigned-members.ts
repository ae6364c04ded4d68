/**
 * Finds members that JavaScript declares by assignment, such as `app.use = function` and `F.prototype.get = function`.
 */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";
import type { Part, Types } from "./type-model.ts";

const FUNCTION = /^(?:generator_)?function_|^generator_function$|^arrow_function$/;

/** Returns the members assigned to a name that the file declares, either on its prototype or directly. */
export function assignedTo(
  name: LightNode,
  member: string,
  file: ParsedFile,
  resolver: NameResolver,
): IndexedDeclaration[] {
  const text = file.textOf(name);
  const binding = file.lookup(text, name)?.name;
  return resolver.declarationsOf(file.path).filter((each) => {
    if (each.name !== member || each.containers.at(-1) !== text) return false;
    const own = file.place(member, file.lines.offset(each.nameLine, each.column))?.parent;
    const owner = own?.type === "member_expression" ? assignedOwner(own) : undefined;
    return owner !== undefined && file.lookup(text, owner)?.name === binding;
  });
}

/** Returns `name` for `name.member` and `name.prototype.member`. */
export function assignedOwner(member: LightNode): LightNode | undefined {
  const object = childOf(member, "object");
  if (object?.type === "identifier") return object;
  const inner = object?.type === "member_expression" ? childOf(object, "object") : undefined;
  return inner?.type === "identifier" ? inner : undefined;
}

/** Returns the name to which a function that uses `this` is assigned as a member. */
export function ownerOfThis(node: LightNode): LightNode | undefined {
  let at = node;
  while (at.parent && !/^(?:function_expression|generator_function)$/.test(at.type)) {
    if (/^(?:class|method|function_decl|generator_function_decl)/.test(at.type)) return undefined;
    at = at.parent;
  }
  const left = at.field === "right" ? childOf(at.parent, "left") : undefined;
  return left?.type === "member_expression" ? assignedOwner(left) : undefined;
}

/**
 * Returns the members assigned to the name in an expression, in this file or in the module that declares it. Returns
 * undefined if there are not any.
 */
export async function assignedMembers(
  object: LightNode,
  member: string,
  file: ParsedFile,
  types: Types,
): Promise<readonly IndexedDeclaration[] | undefined> {
  const name = object.type === "this" ? ownerOfThis(object) : object;
  if (name?.type !== "identifier") return undefined;
  const own = assignedTo(name, member, file, types.resolver);
  if (own.length > 0) return own;
  if (!file.lookup(file.textOf(name), name)?.import) return undefined;
  const entity = await types.entity(name, file);
  const declared = entity && "declarations" in entity ? entity.declarations : [];
  const found = (await types.parts(declared)).flatMap((part) => membersOfPart(part, member, types.resolver));
  return found.length > 0 ? found : undefined;
}

function membersOfPart({ node, file }: Part, member: string, resolver: NameResolver): IndexedDeclaration[] {
  const name = childOf(node, "name");
  return name ? assignedTo(name, member, file, resolver) : [];
}

/** Returns true if a part of a type is a constructor function without a class. */
export function isConstructor({ node }: Part): boolean {
  return FUNCTION.test(node.type);
}

/** Returns the members of an object that such a constructor creates, or those of the constructor itself. */
export function membersOfConstructor(
  part: Part,
  member: string,
  isStatic: boolean,
  resolver: NameResolver,
): IndexedDeclaration[] {
  return membersOfPart(part, member, resolver).filter(({ kind }) => isStatic === (kind !== "method"));
}

/** Returns the members that are assigned to the variable that is initialized with an object literal. */
export function membersOfObject({ node, file }: Part, member: string, resolver: NameResolver): IndexedDeclaration[] {
  let value = node;
  while (value.parent?.type === "assignment_expression") value = value.parent;
  const name = value.field === "value" ? childOf(value.parent, "name") : undefined;
  return name?.type === "identifier" ? assignedTo(name, member, file, resolver) : [];
}
