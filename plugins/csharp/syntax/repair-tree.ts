/** Repairs the trees of ambiguous code. C# has rules for these cases, whereas the grammar just prefers the shorter tree. */
import { repairCalledTarget } from "./called-targets.ts";
import { childOf, firstChild, lastChild, type SyntaxNode } from "./syntax-node.ts";

/** The nodes that might have been parsed as a type. */
const TYPE_LIKE =
  /^(?:identifier|generic_name|member_access_expression|qualified_name|predefined_type|tuple_expression)$/;

/** Repairs a tree in place, starting with the leaves. @param text the source that offsets refer to */
export function repairTree(node: SyntaxNode, text: string): void {
  for (const child of node.children) repairTree(child, text);
  if (node.type === "declaration_expression") repairProduct(node);
  else if (node.type === "binary_expression") repairGenericCall(node);
  else if (node.type === "cast_expression") repairDifference(node);
  else if (node.type === "declaration_pattern") repairNameof(node);
  else if (node.type === "assignment_expression") repairCalledTarget(node, text);
  else if (node.type === "member_access_expression") {
    // In `a.b->c`, the operand is not a type.
    const of = firstChild(node);
    if (of.type === "qualified_name") asExpression(of);
  }
}

/** Repairs `f(a.b * c)`, which is a product. Without `out`, an argument cannot be a declaration (C# §12.6.2.1). */
function repairProduct(node: SyntaxNode): void {
  const type = childOf(node, "type");
  const name = childOf(node, "name");
  const siblings = node.parent?.children ?? [];
  if (type?.type !== "pointer_type" || !name || siblings[siblings.indexOf(node) - 1]?.type === "out") return;
  const [left, star] = [firstChild(type), lastChild(type)];
  asExpression(left);
  replace(node, "binary_expression", [
    [left, "left"],
    [star, "operator"],
    [name, "right"],
  ]);
}

/**
 * Repairs `(a.b) - c`, which is a difference. In front of a sign, parentheses are only a cast if there is a keyword in them
 * (C# §12.9.7).
 */
function repairDifference(node: SyntaxNode): void {
  const [open, type, close, value] = node.children;
  const sign = value?.type === "prefix_unary_expression" ? value.children[0] : undefined;
  if (!open || !type || !close || !value || !sign || !/^[+-]$/.test(sign.type)) return;
  if (!/^(?:identifier|qualified_name)$/.test(type.type)) return;
  asExpression(type);
  type.field = "";
  const left = made("parenthesized_expression", open.start, close.end, [open, type, close]);
  replace(node, "binary_expression", [
    [left, "left"],
    [sign, "operator"],
    [value.children[1]!, "right"],
  ]);
}

/**
 * Repairs `case nameof(X):`, which is parsed as a type with a designation in parentheses. In C#, that is not even a complete
 * pattern.
 */
function repairNameof(node: SyntaxNode): void {
  const [head, list] = node.children;
  if (head?.type !== "identifier" || list?.type !== "parenthesized_variable_designation") return;
  const [open, name, close, more] = list.children;
  if (!open || !name || !close || more) return;
  name.field = "";
  const argument = made("argument", name.start, name.end, [name]);
  const call = made("argument_list", list.start, list.end, [open, argument, close]);
  replace(node, "invocation_expression", [
    [head, "function"],
    [call, "arguments"],
  ]);
}

/** Converts a dotted type to a member access. */
function asExpression(node: SyntaxNode): void {
  if (node.type !== "qualified_name") return;
  node.type = "member_access_expression";
  const qualifier = firstChild(node);
  qualifier.field = "expression";
  asExpression(qualifier);
}

/**
 * Repairs `(T)new X<A>(b)`, `(T)f<A>(b)` and `new X<A>(b) { … }`, because angle brackets before `(` contain type arguments
 * (C# §6.2.5).
 */
function repairGenericCall(node: SyntaxNode): void {
  const [less, close, list] = node.children;
  if (less?.type !== "binary_expression" || close?.type !== ">" || !list) return;
  const [head, open, argument] = less.children;
  if (open?.type !== "<" || !head || !argument || !/^(?:parenthesized|tuple|cast)_expression$/.test(list.type)) return;
  if (!TYPE_LIKE.test(argument.type)) return;
  let name: SyntaxNode = head;
  while (name.type === "cast_expression" || name.type === "member_access_expression")
    name = childOf(name, name.type === "cast_expression" ? "value" : "name") ?? lastChild(name);
  const creation = name.type === "object_creation_expression" && !childOf(name, "arguments") ? name : undefined;
  if (creation) name = childOf(creation, "type") ?? creation;
  if (name.type === "qualified_name") name = lastChild(name);
  // Braces after a type in parentheses belong to the new object.
  const braces = list.type === "cast_expression" ? childOf(list, "value") : undefined;
  if (list.type === "cast_expression" && (!creation || braces?.type !== "initializer_expression")) return;
  if (name.type !== "identifier") return;
  const typeArguments = made("type_argument_list", open.start, close.end, [open, argument, close]);
  open.field = "";
  argument.field = "";
  close.field = "";
  const generic = made("generic_name", name.start, close.end, [{ ...name, field: "" }, typeArguments]);
  exchange(name, generic);
  const call = asArguments(list);
  for (let at: SyntaxNode | undefined = generic.parent; at && at !== node; at = at.parent) at.end = close.end;
  if (creation) {
    creation.children.push(call);
    call.parent = creation;
    call.field = "arguments";
    if (braces) {
      creation.children.push(braces);
      braces.parent = creation;
      braces.field = "initializer";
    }
    for (let at: SyntaxNode | undefined = creation; at && at !== node; at = at.parent) at.end = list.end;
    become(node, head);
    return;
  }
  // The call is on the name, inside any cast.
  let callee: SyntaxNode = generic;
  while (callee.parent && callee.parent !== less && callee.parent.type === "member_access_expression")
    callee = callee.parent;
  const outer = callee.parent;
  const { field } = callee;
  const invocation = made("invocation_expression", callee.start, list.end, [callee, call]);
  if (outer && outer !== less) {
    outer.children[outer.children.indexOf(callee)] = invocation;
    invocation.parent = outer;
    invocation.field = field;
    callee.field = "function";
    call.field = "arguments";
    become(node, head);
  } else {
    callee.field = "function";
    call.field = "arguments";
    become(node, invocation);
  }
}

/** Converts `(a, b)` to an argument list. */
function asArguments(list: SyntaxNode): SyntaxNode {
  if (list.type === "tuple_expression") return made("argument_list", list.start, list.end, list.children);
  const children = list.children.slice(0, 3).map((child) => {
    if (child.type === "(" || child.type === ")") return child;
    asExpression(child);
    child.field = "";
    return made("argument", child.start, child.end, [child]);
  });
  return made("argument_list", list.start, children.at(-1)?.end ?? list.end, children);
}

function made(type: string, start: number, end: number, children: SyntaxNode[]): SyntaxNode {
  const node: SyntaxNode = { type, start, end, field: "", parent: undefined, children };
  for (const child of children) child.parent = node;
  return node;
}

function exchange(old: SyntaxNode, by: SyntaxNode): void {
  const { parent } = old;
  by.field = old.field;
  by.parent = parent;
  if (parent) parent.children[parent.children.indexOf(old)] = by;
}

/** Replaces the content of a node with that of another one. Its parent remains the same. */
function become(node: SyntaxNode, other: SyntaxNode): void {
  node.type = other.type;
  node.children = other.children;
  for (const child of node.children) child.parent = node;
}

function replace(node: SyntaxNode, type: string, children: [SyntaxNode, string][]): void {
  node.type = type;
  node.children = children.map(([child, field]) => {
    child.field = field;
    child.parent = node;
    return child;
  });
}
