/** Decides expressions: the declarations of a name, and the type that follows from them. */
import { childOf, type LightNode } from "../grammar/light-tree.ts";
import type { Meaning, NameResolver, ParsedFile, Type } from "./uses-rules.ts";

/** How a language writes a member of an expression. */
export interface MemberForm {
  /** The node's type. */
  type: string;
  /** Fields of the expression in front, and of the name. */
  object: string;
  name: string;
}

/** Decides a bare name, or a member of an expression. */
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

/** A type is the type of its own name; anything else has the type that it is declared with. */
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
