/** Binds names in Rust, and determines the role of each occurrence. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import { bindName, type ParsedFile, type Role, type Scope, type UseKind } from "../uses-rules.ts";
import { usedNames } from "./rust-imports.ts";

const ALWAYS = Number.MAX_SAFE_INTEGER;
/** Items inside a function, which are not in the index. */
const ITEMS = new Set([
  ...["function_item", "struct_item", "enum_item", "union_item", "const_item", "static_item", "type_item"],
  ...["trait_item", "macro_definition"],
]);

export function bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void {
  const add = (name: LightNode, from: number, scope = outer) =>
    bindName(scope, file.textOf(name), { name, by: node, from });
  switch (node.type) {
    case "let_declaration":
      for (const name of patternNames(childOf(node, "pattern"), file)) add(name, node.end);
      return;
    case "let_condition":
      for (const name of patternNames(childOf(node, "pattern"), file)) add(name, node.end);
      return;
    case "parameter":
    case "match_arm":
    case "for_expression": {
      const from = node.type === "for_expression" ? childOf(node, "body")?.start : undefined;
      for (const name of patternNames(childOf(node, "pattern"), file)) add(name, from ?? node.start, inner);
      return;
    }
    case "closure_parameters":
      for (const each of node.children)
        if (each.type !== "parameter") for (const name of patternNames(each, file)) add(name, node.start, inner);
      return;
    case "type_parameter":
    case "const_parameter": {
      const name = childOf(node, "name");
      if (name) add(name, ALWAYS);
      return;
    }
    case "use_declaration":
      for (const { node: name, name: text, path } of usedNames(childOf(node, "argument"), [], file))
        if (text !== "*" && text !== "_")
          bindName(outer, text, {
            name,
            by: node,
            from: ALWAYS,
            import: { module: path.slice(0, -1).join("::"), name: path.at(-1) ?? "" },
          });
      return;
  }
  if (ITEMS.has(node.type) && outer.node.type === "block") {
    const name = childOf(node, "name");
    if (name) add(name, ALWAYS);
  }
}

/** Returns the names that a pattern binds. A name that starts with a capital is a constant or a variant. */
export function patternNames(pattern: LightNode | undefined, file: ParsedFile): LightNode[] {
  if (!pattern) return [];
  switch (pattern.type) {
    case "scoped_identifier":
    case "scoped_type_identifier":
    case "type_identifier":
    case "generic_type":
      return [];
    case "identifier":
      return /^_*[\p{Ll}]|^_$/u.test(file.textOf(pattern)) ? [pattern] : [];
    case "shorthand_field_identifier":
      return [pattern];
    default:
      return pattern.children
        .filter(({ field }) => field !== "type" && field !== "condition")
        .flatMap((each) => patternNames(each, file));
  }
}

export function roleOf(node: LightNode, file: ParsedFile): Role {
  const { parent, field, type } = node;
  if (!parent) return { is: "none" };
  if (parent.type === "lifetime" || parent.type === "label" || /^(?:loop_label)$/.test(parent.type))
    return { is: "none" };
  if (parent.type === "use_as_clause" && field === "alias") return { is: "none" };
  if (type === "shorthand_field_identifier") return { is: "shorthand" };
  if (parent.type === "shorthand_field_initializer") return { is: "shorthand" };
  if (parent.type === "field_expression" && field === "field") return member(childOf(parent, "value"));
  if (/^(?:field_initializer|field_pattern)$/.test(parent.type) && type === "field_identifier") return { is: "key" };
  if (type === "field_identifier") return { is: "none" };
  if (parent.type === "token_tree" && file.text[node.start - 1] === "." && file.text[node.start - 2] !== ".") {
    const before = parent.children[parent.children.indexOf(node) - 1];
    return before && before.end === node.start - 1 ? member(before) : { is: "unknown" };
  }
  if (literalInTokens(node, file)) return { is: "key" };
  return { is: "bare" };
}

/** For `key:` in `Type { key: … }` in the arguments of a macro, returns the name of the type. */
export function literalInTokens(key: LightNode, file: ParsedFile): LightNode | undefined {
  const { parent: tokens } = key;
  if (tokens?.type !== "token_tree" || file.text[tokens.start] !== "{") return undefined;
  const around = tokens.parent?.children ?? [];
  const type = around[around.indexOf(tokens) - 1];
  const isKey = /^\s*:(?!:)/.test(file.text.slice(key.end, key.end + 20));
  return isKey && type && /^\p{Lu}/u.test(file.textOf(type)) ? type : undefined;
}

function member(object: LightNode | undefined): Role {
  return object ? { is: "member", object } : { is: "none" };
}

export function kindOf(node: LightNode, file: ParsedFile): UseKind {
  let at = node;
  while (
    at.parent &&
    /^(?:scoped_identifier|scoped_type_identifier|generic_function|generic_type)$/.test(at.parent.type) &&
    at.field !== "path"
  )
    at = at.parent;
  if (at.parent?.type === "field_expression" && at.field === "field") at = at.parent;
  const { parent, field } = at;
  for (let up = parent; up && /^(?:use_|scoped_)/.test(up.type); up = up.parent)
    if (up.type === "use_declaration" || /^use_/.test(up.type)) return "import";
  if (parent?.type === "use_declaration") return "import";
  if (parent?.type === "generic_function" && parent.parent?.type === "call_expression") return "call";
  if (parent?.type === "call_expression" && field === "function") return "call";
  if (parent?.type === "macro_invocation" && field === "macro") return "call";
  if (parent?.type === "struct_expression" && field === "name") return "call";
  if (/^(?:compound_)?assignment_expr(?:ession)?$/.test(parent?.type ?? "") && field === "left") return "write";
  if (/field_initializer$/.test(parent?.type ?? "") && node.type !== "identifier") return "write";
  if (at.type.endsWith("type_identifier") || at.type === "generic_type" || file.text.startsWith("::", node.end))
    return "type";
  return "read";
}
