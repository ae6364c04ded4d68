/** Finds the implicit receiver of names in initializers, patterns and attributes. */
import { KIND } from "../outline/declaration-table.ts";
import { elementOf } from "../semantics/external-types.ts";
import type { LookupScope } from "../semantics/semantic-model.ts";
import { external, type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { type Binder, type BoundValue, typeOf } from "./bound-value.ts";

const NOTHING: BoundValue = { is: "unknown" };

/** Binds `P` in the pattern `{ P: … }`. */
function patternMember(binder: Binder, subpattern: SyntaxNode, node: SyntaxNode): BoundValue {
  const pattern = subpattern.parent?.parent;
  if (pattern?.type !== "recursive_pattern") return NOTHING;
  return binder.member({ is: "value", type: binder.localTypes.patternType(pattern) }, node);
}

/**
 * Binds the first name of the pattern `{ A.B: … }`, which is a member of the matched value. Returns undefined outside
 * of patterns.
 */
export function patternHead(binder: Binder, access: SyntaxNode, node: SyntaxNode): BoundValue | undefined {
  let whole = access;
  while (whole.parent?.type === "member_access_expression" && whole.parent.children[0] === whole) whole = whole.parent;
  const { parent } = whole;
  return parent?.type === "subpattern" && parent.children[0] === whole
    ? patternMember(binder, parent, node)
    : undefined;
}

/** In an attribute, `Name = …` sets a member of the attribute class, whereas `name: …` names a parameter. */
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

/** Returns the operand of the conditional access (`?`) that contains a `.Name`. */
export function conditionalReceiver(binding: SyntaxNode): SyntaxNode | undefined {
  for (let at = binding.parent; at; at = at.parent) {
    const condition = at.type === "conditional_access_expression" ? childOf(at, "condition") : undefined;
    if (condition && condition !== binding) return primaryOf(condition);
  }
  return undefined;
}

/** The grammar takes all of `a || b` as the operand of `?.`, but it is only `b` (C# §12.8.8). */
function primaryOf(node: SyntaxNode): SyntaxNode {
  const loose = /^(?:binary|prefix_unary|cast|await|assignment)_expression$/.test(node.type);
  return loose ? primaryOf(node.children.at(-1)!) : node;
}

/**
 * Finds a parameter of a primary constructor, such as `class Foo(int name)`. It is in scope in all parts of the type.
 */
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
 * In the initializers of fields and properties and in the arguments of the base type, these parameters hide members
 * (C# §12.8.4).
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

/** Returns the type that the enclosing extension block extends. Its members can use the receiver by name. */
export function extensionReceiver({ file, model, scope }: Binder, offset: number, name: string): TypeRef | undefined {
  const block = file.extensionBlock(offset)?.header;
  const receiver = block?.parameters[0];
  if (!block || receiver?.name !== name) return undefined;
  // The members of the block can use its type parameters.
  return model.resolveText(receiver.type, scope);
}

/** Binds `P` in `new Foo { P = 1 }`. */
export function initializerMember(binder: Binder, initializer: SyntaxNode, node: SyntaxNode): BoundValue {
  const owner = initializerTarget(binder, initializer);
  return owner ? binder.member(owner, node) : { is: "unknown" };
}

/**
 * Returns the object that an initializer sets, which is either the created object or a member in an outer initializer.
 */
export function initializerTarget(binder: Binder, initializer: SyntaxNode): BoundValue | undefined {
  const owner = initializer.parent;
  if (!owner) return undefined;
  if (/^(?:implicit_)?object_creation_expression$/.test(owner.type))
    return { is: "value", type: typeOf(binder.value(owner)) };
  const left = owner.type === "assignment_expression" ? childOf(owner, "left") : undefined;
  return left && binder.value(left);
}

/** Returns the expected type of an element in `{ a, b }`, or of the key and value in `{ { key, value } }`. */
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
