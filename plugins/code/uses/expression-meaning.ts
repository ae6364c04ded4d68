/** Resolves expressions to the declarations of a name and the type that follows from them. */
import { childOf, type LightNode } from "../grammar/light-tree.ts";
import type { Meaning, NameResolver, ParsedFile, Type } from "./uses-rules.ts";

/** The syntax of member access in a language. */
export interface MemberForm {
  /** The type of the node. */
  type: string;
  /** The fields that contain the expression before the name, and the name. */
  object: string;
  name: string;
}

/** Resolves a plain name or a member access. */
export async function meaningOfExpression(
  node: LightNode,
  form: MemberForm,
  file: ParsedFile,
  resolver: NameResolver,
  depth: number,
): Promise<Meaning> {
  if (node.type === "identifier" || node.type === "type_identifier") return await resolver.bare(file, node);
  const [object, name] = [childOf(node, form.object), childOf(node, form.name)];
  return node.type === form.type && object && name
    ? await resolver.member(file, object, file.textOf(name), depth + 1)
    : undefined;
}

/** The name of a type has that type, and anything else has the type with which it is declared. */
export async function typeOfMeaning(
  meant: Meaning,
  typeKinds: RegExp,
  resolver: NameResolver,
  depth: number,
): Promise<Type | undefined> {
  const [first] = meant ?? [];
  if (!meant || !first) return undefined;
  return typeKinds.test(first.kind) ? { declarations: meant } : await resolver.typeOfDeclaration(meant, depth);
}
