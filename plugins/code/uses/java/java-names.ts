/** Binds names in Java, and determines the role of each occurrence. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import { bindName, type ParsedFile, type Role, type Scope, type UseKind } from "../uses-rules.ts";

export const TYPE_DECLARATIONS: ReadonlySet<string> = new Set([
  ...["class_declaration", "interface_declaration", "enum_declaration", "record_declaration"],
  "annotation_type_declaration",
]);

export const SCOPES: ReadonlySet<string> = new Set([
  ...TYPE_DECLARATIONS,
  ...["method_declaration", "constructor_declaration", "compact_constructor_declaration", "block", "constructor_body"],
  ...["for_statement", "enhanced_for_statement", "lambda_expression", "catch_clause", "try_with_resources_statement"],
  ...["switch_block_statement_group", "switch_rule"],
]);

const NAMED = new Set([
  ...["formal_parameter", "enhanced_for_statement", "catch_formal_parameter", "resource", "instanceof_expression"],
]);

export function bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void {
  const add = (name: LightNode | undefined, by: LightNode, from: number, scope = inner) => {
    if (name) bindName(scope, file.textOf(name), { name, by, from });
  };
  if (NAMED.has(node.type)) add(childOf(node, "name"), node, node.start);
  switch (node.type) {
    case "spread_parameter": {
      const declarator = node.children.find(({ type }) => type === "variable_declarator");
      add(childOf(declarator, "name"), node, node.start);
      return;
    }
    case "local_variable_declaration":
      for (const each of node.children)
        if (each.type === "variable_declarator") add(childOf(each, "name"), node, each.start);
      return;
    case "type_pattern":
    case "record_pattern_component":
      add(
        node.children.findLast(({ type }) => type === "identifier"),
        node,
        node.start,
      );
      return;
    case "lambda_expression": {
      const parameters = childOf(node, "parameters");
      if (parameters?.type === "identifier") add(parameters, node, node.start);
      if (parameters?.type === "inferred_parameters")
        for (const each of parameters.children) add(each, node, node.start);
      return;
    }
    case "type_parameter":
      add(node.children[0], node, 0);
      return;
    default:
      // This is a class inside a method.
      if (TYPE_DECLARATIONS.has(node.type) && node.parent?.type === "block") add(childOf(node, "name"), node, 0, outer);
  }
}

const LABELS = new Set(["labeled_statement", "break_statement", "continue_statement"]);

export function roleOf(node: LightNode): Role {
  const { parent, field } = node;
  if (!parent) return { is: "none" };
  switch (parent.type) {
    case "method_invocation":
      return field === "name" ? memberOrBare(childOf(parent, "object")) : { is: "bare" };
    case "field_access":
      return field === "field" ? memberOrBare(childOf(parent, "object")) : { is: "bare" };
    case "scoped_identifier":
      return field === "name" ? memberOrBare(childOf(parent, "scope")) : { is: "bare" };
    case "scoped_type_identifier":
      return node === parent.children[0] ? { is: "bare" } : memberOrBare(parent.children[0]);
    case "method_reference":
      return node === parent.children[0] ? { is: "bare" } : memberOrBare(parent.children[0]);
    case "element_value_pair":
      return field === "key" ? { is: "key" } : { is: "bare" };
    case "method_declaration":
    case "constructor_declaration":
    case "enum_constant":
      return field === "name" ? { is: "none" } : { is: "bare" };
    case "variable_declarator":
      return field === "name" && parent.parent?.type === "field_declaration" ? { is: "none" } : { is: "bare" };
    case "package_declaration":
    case "module_declaration":
      return { is: "none" };
    default:
      return LABELS.has(parent.type) ? { is: "none" } : { is: "bare" };
  }
}

function memberOrBare(object: LightNode | undefined): Role {
  return object ? { is: "member", object } : { is: "bare" };
}

export function kindOf(node: LightNode): UseKind {
  let at = node;
  while (at.parent && /^(?:field_access|scoped_(?:type_)?identifier|generic_type)$/.test(at.parent.type)) {
    if (at.field === "object" || (at.field === "scope" && at.parent.type === "scoped_identifier")) break;
    at = at.parent;
  }
  const { parent, field } = at;
  if (parent?.type === "import_declaration") return "import";
  if (parent?.type === "method_invocation" && field === "name") return "call";
  if (parent?.type === "object_creation_expression" && field === "type") return "call";
  if (parent?.type === "method_reference" && at !== parent.children[0]) return "call";
  if (node.type === "type_identifier" || /annotation$/.test(parent?.type ?? "")) return "type";
  if (parent?.type === "assignment_expression" && field === "left") return "write";
  if (parent?.type === "update_expression" || parent?.type === "element_value_pair") return "write";
  return "read";
}
