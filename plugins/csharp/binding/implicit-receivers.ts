/** Binds names whose receiver isn't written, which occur in initializers, patterns and attributes. */
import { KIND } from "../outline/declaration-table.ts";
import { elementOf } from "../semantics/external-types.ts";
import type { LookupScope } from "../semantics/semantic-model.ts";
import { external, type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { type Binder, type BoundValue, typeOf } from "./bound-value.ts";

const NOTHING: BoundValue = { is: "unknown" };

/** Binds the `P` of a pattern `{ P: … }`. */
function patternMember(binder: Binder, subpattern: SyntaxNode, node: SyntaxNode): BoundValue {
  const pattern = subpattern.parent?.parent;
  if (pattern?.type !== "recursive_pattern") return NOTHING;
  return binder.member({ is: "value", type: binder.localTypes.patternType(pattern) }, node);
}

/** Binds the first name in `{ A.B: … }`, which is a member of the matched value. It returns undefined outside of a pattern. */
export function patternHead(binder: Binder, access: SyntaxNode, node: SyntaxNode): BoundValue | undefined {
  let whole = access;
  while (whole.parent?.type === "member_access_expression" && whole.parent.children[0] === whole) whole = whole.parent;
  const { parent } = whole;
  return parent?.type === "subpattern" && parent.children[0] === whole
    ? patternMember(binder, parent, node)
    : undefined;
}

/** In an attribute, `Name = …` sets a member, while `name: …` is for a parameter. */
export function attributeArgument(binder: Binder, node: SyntaxNode, name: string): BoundValue {
  const argument = node.parent!;
  const next = argument.children[argument.children.indexOf(node) + 1]?.type;
  let attribute: SyntaxNode | undefined = argument;
  while (attribute && attribute.type !== "attribute") attribute = attribute.parent;
  const written = childOf(attribute, "name");
  if (next !== "=" || !written) return { is: "local", local: { node, declarator: node }, type: UNKNOWN };
  const type = binder.types.of(written);
  if (type.is !== "type") return { is: "external", type: external(name), name };
  return binder.member({ is: "value", type }, node);
}

/** Returns the operand of the conditional access (`?`) around a `.Name`. */
export function conditionalReceiver(binding: SyntaxNode): SyntaxNode | undefined {
  for (let at = binding.parent; at; at = at.parent) {
    const condition = at.type === "conditional_access_expression" ? childOf(at, "condition") : undefined;
    if (condition && condition !== binding) return primaryOf(condition);
  }
  return undefined;
}

/** For the grammar, the operand of `?.` is all of `a || b`. It's really just `b` (C# §12.8.8). */
function primaryOf(node: SyntaxNode): SyntaxNode {
  const loose = /^(?:binary|prefix_unary|cast|await|assignment)_expression$/.test(node.type);
  return loose ? primaryOf(node.children.at(-1)!) : node;
}

/** Primary constructor parameters, e.g. `class Foo(int name)`, are in scope in every part of a type. */
export function primaryConstructorParameter(
  { file, model }: Binder,
  node: SyntaxNode,
  type: TypeSymbol,
  name: string,
): BoundValue | undefined {
  if (type.kind > KIND.struct) return undefined;
  const own = type.parts.filter(({ path }) => path === file.path);
  for (const { path, handle } of type.parts.length > 1 ? [...own, ...type.parts] : own) {
    const from: LookupScope = {
      file: path === file.path ? file : model.file(path),
      index: model.store.indexOf(handle),
    };
    const parameter = from.file.header(from.index).parameters.find((each) => each.name === name);
    if (parameter)
      return { is: "local", local: { node, declarator: node, from }, type: model.resolveText(parameter.type, from) };
  }
  return undefined;
}

/**
 * Returns true if parameters of a primary constructor hide members at this node. This is the case in initializers of fields
 * and properties, and in arguments for the base type (C# §12.8.4).
 */
export function primaryParameterFirst({ file, scope }: Binder, node: SyntaxNode): boolean {
  const { kind } = file.declaration(scope.index);
  if (kind <= KIND.struct) return true;
  if (kind !== KIND.field && kind !== KIND.property && kind !== KIND.event) return false;
  for (let at: SyntaxNode | undefined = node; at?.parent; at = at.parent) {
    if (/^(?:accessor_list|arrow_expression_clause)$/.test(at.type)) return false;
    if (/^(?:property_declaration|variable_declarator)$/.test(at.parent.type)) return at.field !== "type";
  }
  return false;
}

/**
 * Returns the type that is extended by the extension block at an offset, provided that `name` is the name of its receiver.
 * Members of the block can use the receiver by name.
 */
export function extensionReceiver({ file, model, scope }: Binder, offset: number, name: string): TypeRef | undefined {
  const block = file.extensionBlock(offset)?.header;
  const receiver = block?.parameters[0];
  if (!block || receiver?.name !== name) return undefined;
  // members can use the block's type parameters
  return model.resolveText(receiver.type, scope);
}

/** `P` in `new Foo { P = 1 }` */
export function initializerMember(binder: Binder, initializer: SyntaxNode, node: SyntaxNode): BoundValue {
  const owner = initializerTarget(binder, initializer);
  return owner ? binder.member(owner, node) : { is: "unknown" };
}

/** The object an initializer is about: the new object or, if it's nested, a member. */
export function initializerTarget(binder: Binder, initializer: SyntaxNode): BoundValue | undefined {
  const owner = initializer.parent;
  if (!owner) return undefined;
  if (/^(?:implicit_)?object_creation_expression$/.test(owner.type))
    return { is: "value", type: typeOf(binder.value(owner)) };
  const left = owner.type === "assignment_expression" ? childOf(owner, "left") : undefined;
  return left && binder.value(left);
}

/** The element type in `{ a, b }`, or key and value type in `{ { key, value } }`. */
export function initializerElementType(binder: Binder, braces: SyntaxNode, node: SyntaxNode): TypeRef {
  const outer = braces.parent;
  if (outer?.type === "initializer_expression") {
    const owner = initializerTarget(binder, outer);
    const whole = owner && elementOf(typeOf(owner));
    if (whole?.is !== "external" || whole.name !== "KeyValuePair") return UNKNOWN;
    const parts = braces.children.filter(({ type }) => !/^[{},]$/.test(type));
    return whole.args[parts.indexOf(node)] ?? UNKNOWN;
  }
  const array = outer?.type === "array_creation_expression" ? binder.types.of(outer) : undefined;
  const filled = array ?? (outer?.type === "variable_declarator" ? binder.calls.targetType(braces) : undefined);
  const owner = filled ?? typeOf(initializerTarget(binder, braces) ?? { is: "unknown" });
  return elementOf(owner) ?? (owner.is === "type" ? binder.localTypes.elementsOf(owner) : UNKNOWN);
}
