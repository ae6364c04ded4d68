/**
 * Finds names that are inferred from an expression, which happens for members of anonymous types and of tuples. For instance,
 * `new { a.Name }` has a member `Name`.
 */
import type { SourceFile } from "../semantics/source-file.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { tokenAt } from "../syntax/token-position.ts";

export type InferredName = "anonymous" | "tuple";

export function inferredName(file: SourceFile, offset: number): { in: InferredName; start: number } | undefined {
  const index = file.declarationAt(offset);
  if (index < 0) return undefined;
  for (const pass of file.passesOf(offset)) {
    if (!file.isActive(offset, pass)) continue;
    const token = tokenAt(file.treeAt(index, offset, pass), offset);
    return token && inferredFrom(token, (node) => file.textOf(node));
  }
  return undefined;
}

function inferredFrom(
  token: SyntaxNode,
  text: (node: SyntaxNode) => string,
): { in: InferredName; start: number } | undefined {
  let node = token;
  while (node.parent && node.field === "name" && /^member_(?:access|binding)_expression$/.test(node.parent.type))
    node = node.parent;
  const { parent } = node;
  if (!parent) return undefined;
  if (parent.type === "anonymous_object_creation_expression") {
    const before = parent.children[parent.children.indexOf(node) - 1]?.type;
    const after = parent.children[parent.children.indexOf(node) + 1]?.type;
    return before === "=" || after === "=" ? undefined : { in: "anonymous", start: node.start };
  }
  const tuple = parent.type === "argument" && parent.children.length === 1 ? parent.parent : undefined;
  if (tuple?.type !== "tuple_expression") return undefined;
  // The targets of a deconstruction don't have names. Neither do elements if two of them would have the same one.
  const isTarget = tuple.field === "left" && tuple.parent?.type === "assignment_expression";
  if (isTarget || isTyped(tuple)) return undefined;
  const name = text(token);
  const same = tuple.children.filter((each) => each.type === "argument" && elementName(each, text) === name);
  return same.length > 1 ? undefined : { in: "tuple", start: node.start };
}

/** Returns true if a declared type names the elements. If the names in the literal differ, the compiler only warns about it. */
function isTyped(value: SyntaxNode): boolean {
  const { parent, field } = value;
  switch (parent?.type) {
    case "parenthesized_expression":
      return isTyped(parent);
    case "conditional_expression":
      return field !== "condition" && isTyped(parent);
    case "switch_expression_arm":
      return parent.parent !== undefined && isTyped(parent.parent);
    case "argument":
      return parent.parent?.type === "tuple_expression" && isTyped(parent.parent);
    case "cast_expression":
    case "property_declaration":
      return true;
    case "assignment_expression":
      return field === "right";
    case "variable_declarator": {
      const type = parent.parent && childOf(parent.parent, "type");
      return type !== undefined && type.type !== "implicit_type";
    }
    case "initializer_expression":
      return parent.parent?.type === "array_creation_expression";
    case "return_statement":
    case "yield_statement":
    case "arrow_expression_clause":
      return isOfDeclaredResult(parent);
    default:
      return false;
  }
}

function isOfDeclaredResult(statement: SyntaxNode): boolean {
  for (let at = statement.parent; at; at = at.parent) {
    if (/^(?:lambda|anonymous)/.test(at.type)) return false;
    if (/_declaration$|local_function/.test(at.type) && at.type !== "accessor_declaration") return true;
  }
  return false;
}

function elementName(argument: SyntaxNode, text: (node: SyntaxNode) => string): string | undefined {
  const [first] = argument.children;
  let node = argument.children.length > 1 ? first : argument.children.at(-1);
  while (node && /^member_(?:access|binding)_expression$/.test(node.type)) node = node.children.at(-1);
  return node && text(node);
}
