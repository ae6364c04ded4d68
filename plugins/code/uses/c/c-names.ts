/** Binds names in C and C++, and determines the role of each occurrence. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import { bindName, type ParsedFile, type Role, type Scope, type UseKind } from "../uses-rules.ts";

/** Blocks, and nodes with parameters or declarations in their head. */
export const SCOPES = new Set([
  ...["function_definition", "lambda_expression", "compound_statement", "for_statement", "for_range_loop"],
  ...["template_declaration", "if_statement", "while_statement", "switch_statement", "catch_clause"],
]);
const TAGGED = /^(?:struct|union|enum|class)_specifier$/;

/** Binds locals and parameters. Declarations outside functions are in the index. */
export function bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void {
  const add = (declarator: LightNode | undefined, by: LightNode, scope: Scope) => {
    const name = declaredName(declarator);
    if (name) bindName(scope, file.textOf(name), { name, by, from: name.start });
  };
  switch (node.type) {
    case "function_definition":
    case "lambda_expression":
    case "catch_clause":
      for (const each of parametersOf(node)) add(childOf(each, "declarator"), each, inner);
      return;
    case "declaration":
    case "condition_clause":
      if (outer.node === file.root) return;
      for (const each of node.children) if (each.field === "declarator") add(each, node, outer);
      return;
    case "template_declaration":
      for (const each of childOf(node, "parameters")?.children ?? []) {
        const name = templateParameter(each);
        if (name) bindName(inner, file.textOf(name), { name, by: each, from: name.start });
      }
      return;
    case "for_range_loop":
      add(childOf(node, "declarator"), node, inner);
      return;
  }
}

function parametersOf(node: LightNode): readonly LightNode[] {
  for (let at = childOf(node, "declarator") ?? childOf(node, "parameters"); at; ) {
    const list = at.type === "parameter_list" ? at : childOf(at, "parameters");
    if (list) return list.children;
    at = childOf(at, "declarator");
  }
  return [];
}

function templateParameter(node: LightNode): LightNode | undefined {
  if (/^(?:optional_)?parameter_declaration$/.test(node.type)) return declaredName(childOf(node, "declarator"));
  const inner = node.children.find(({ type }) => type === "type_parameter_declaration");
  return inner ? templateParameter(inner) : node.children.find(({ type }) => type === "type_identifier");
}

/** Returns the name in a declarator, such as f in `*(*f)(int)`. */
export function declaredName(declarator: LightNode | undefined): LightNode | undefined {
  for (let at = declarator; at; ) {
    if (at.type === "identifier") return at;
    at = childOf(at, "declarator") ?? at.children.find(({ type }) => /declarator$|^identifier$/.test(type));
  }
  return undefined;
}

/** Returns true for the name of a struct, union, enum or class in a form like `struct A`. */
export function isTag(node: LightNode): boolean {
  return node.field === "name" && TAGGED.test(node.parent?.type ?? "");
}

export function roleOf(node: LightNode): Role {
  const { parent } = node;
  if (!parent) return { is: "none" };
  if (parent.type === "preproc_params") return { is: "none" };
  const whole = /^template_(?:type|function)$/.test(parent.type) && node.field === "name" ? parent : node;
  if (whole.parent?.type === "qualified_identifier" && whole.field === "name") {
    if (isDeclarator(whole.parent)) return { is: "none" };
    const object = childOf(whole.parent, "scope");
    return object ? { is: "member", object, isNamespace: true } : { is: "bare" };
  }
  if (node.type === "field_identifier") {
    const around = parent.type === "template_method" ? parent.parent : parent;
    const object = around?.type === "field_expression" ? childOf(around, "argument") : undefined;
    if (object) return { is: "member", object };
    if (around?.type === "field_designator") return { is: "key" };
    if (around?.type === "field_initializer") return { is: "bare" };
    const type = around?.type === "offsetof_expression" ? childOf(around, "type") : undefined;
    return type ? { is: "member", object: type } : { is: "none" };
  }
  if (!isParameterOfPrototype(node)) return { is: "bare" };
  return isArgumentOfLocal(node) ? { is: "unknown" } : { is: "none" };
}

/** Returns true if the name is declared by a definition outside its class, such as `void A::b() {}`. */
function isDeclarator(qualified: LightNode): boolean {
  let at = qualified;
  while (at.parent && (at.field === "declarator" || (at.parent.type === "qualified_identifier" && at.field === "name")))
    at = at.parent;
  return at !== qualified && /^(?:function_definition|declaration)$/.test(at.type);
}

/** Returns true for an argument in `Type local(argument)`, which the grammar reads as a function. */
export function isArgumentOfLocal(node: LightNode): boolean {
  let at = node;
  let isInList = false;
  for (
    ;
    at.parent && /(?:declarator|^qualified_identifier|^parameter_(?:declaration|list))$/.test(at.parent.type);
    at = at.parent
  )
    isInList ||= at.type === "parameter_list";
  return isInList && at.parent?.type === "declaration" && at.parent.parent?.type === "compound_statement";
}

function isParameterOfPrototype(node: LightNode): boolean {
  let at = node;
  while (at.field === "declarator" && at.parent) at = at.parent;
  return at !== node && /parameter_declaration$/.test(at.type);
}

export function kindOf(node: LightNode): UseKind {
  let at = node;
  while (at.parent && /^(?:qualified_identifier|template_function)$/.test(at.parent.type) && at.field === "name")
    at = at.parent;
  if (at.parent?.type === "field_expression" && at.field === "field") at = at.parent;
  const { parent } = at;
  if (parent?.type === "call_expression" && at.field === "function") return "call";
  if (/^(?:type|namespace)_identifier$/.test(node.type)) return "type";
  if (parent?.type === "assignment_expression" && at.field === "left") return "write";
  return parent?.type === "update_expression" || node.parent?.type === "field_designator" ? "write" : "read";
}
