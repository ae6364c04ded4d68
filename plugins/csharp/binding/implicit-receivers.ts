/** Names that belong to something that is not written before them: in initialisers, patterns and attributes. */
import { KIND } from "../outline/declaration-table.ts";
import { external, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import type { TypeSymbol } from "../semantics/workspace-model.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";
import type { Binder, Value } from "./binder.ts";

const NOTHING: Value = { is: "unknown" };

/** `P` of `{ P: … }`. */
export function inPattern(binder: Binder, subpattern: SyntaxNode, node: SyntaxNode): Value {
  const pattern = subpattern.parent?.parent;
  if (pattern?.type !== "recursive_pattern") return NOTHING;
  return binder.member({ is: "value", type: binder.types.locals.patternType(pattern) }, node);
}

/** `Name = …` in an attribute sets a member of the attribute's class; `name: …` names a parameter. */
export function attributeArgument(binder: Binder, node: SyntaxNode, name: string): Value {
  const argument = node.parent!;
  const next = argument.children[argument.children.indexOf(node) + 1]?.type;
  let attribute: SyntaxNode | undefined = argument;
  while (attribute && attribute.type !== "attribute") attribute = attribute.parent;
  const written = attribute && childOf(attribute, "name");
  if (next !== "=" || !written) return { is: "local", local: { node, declarator: node }, type: UNKNOWN };
  const type = binder.types.of(written);
  if (type.is !== "type") return { is: "foreign", type: external(name), name };
  return binder.member({ is: "value", type }, node);
}

/** What stands before the `?` of the conditional access that a `.Name` belongs to. */
export function conditionOf(binding: SyntaxNode): SyntaxNode | undefined {
  for (let at = binding.parent; at; at = at.parent) {
    const condition = at.type === "conditional_access_expression" ? childOf(at, "condition") : undefined;
    if (condition && condition !== binding) return primaryOf(condition);
  }
  return undefined;
}

/** The grammar takes all of `a || b` for what stands before `?.`: it is `b` alone (C# §12.8.8). */
function primaryOf(node: SyntaxNode): SyntaxNode {
  const loose = /^(?:binary|prefix_unary|cast|await|assignment)_expression$/.test(node.type);
  return loose ? primaryOf(node.children.at(-1)!) : node;
}

/** The type of a parameter that the type itself has, `class Foo(int name)`: all of the type sees it. Undefined where it has none of that name. */
export function primaryParameter({ file, model }: Binder, type: TypeSymbol, name: string): TypeRef | undefined {
  const part = type.parts.find((each) => each.path === file.path);
  const index = part ? model.store.indexOf(part.place) : -1;
  if (index < 0 || type.kind > KIND.struct) return undefined;
  const parameter = file.header(index).parameters.find((each) => each.name === name);
  return parameter && model.resolveText(parameter.type, { file, index });
}

/** The type of what a block around extends: its members see that by the name it has there. */
export function blockReceiver({ file, model, scope }: Binder, offset: number, name: string): TypeRef | undefined {
  const block = file.extensionBlock(offset)?.header;
  const receiver = block?.parameters[0];
  if (!block || receiver?.name !== name) return undefined;
  // The members have its type parameters as theirs.
  return model.resolveText(receiver.type, scope);
}
