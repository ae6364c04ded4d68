/** Finds the members of enums and namespaces. */
import { childOf } from "../../grammar/light-tree.ts";
import { EXTERNAL, type Member, type Part, type Types } from "./type-model.ts";

export function enumMember({ node, file }: Part, name: string, types: Types): Member[] {
  const members = childOf(node, "body")?.children ?? [];
  const found = members
    .map((each) => childOf(each, "name") ?? each)
    .filter((each) => plainText(file.textOf(each)) === name);
  return found.map((each) => ({ declarations: types.resolver.declaredAt(file, each), type: async () => EXTERNAL }));
}

export function namespaceMembers({ node, file }: Part, name: string, types: Types) {
  const [owner] = types.resolver.declaredAt(file, childOf(node, "name") ?? node);
  if (!owner) return [];
  const within = [...owner.containers, owner.name].join("/");
  return types.resolver
    .declarationsOf(file.path)
    .filter((each) => each.name === name && each.containers.join("/") === within);
}

/** Removes the quotes from a name, which do not make a difference. */
export function plainText(text: string): string {
  return /^(["'])(.*)\1$/s.exec(text)?.[2] ?? text;
}
