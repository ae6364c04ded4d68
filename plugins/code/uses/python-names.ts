/** Binds names in Python, and determines the role of each occurrence. */
import { around, childOf, type LightNode } from "../grammar/light-tree.ts";
import { bindName, type ParsedFile, type Role, type Scope, type UseKind } from "./uses-rules.ts";

const ALWAYS = Number.MAX_SAFE_INTEGER;
export const CLASSES = new Set(["class_definition"]);
export const FUNCTIONS = new Set(["function_definition", "lambda"]);

export function bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void {
  const add = (name: LightNode | undefined, scope: Scope) => {
    if (name?.type === "identifier") bindName(scope, file.textOf(name), { name, by: node, from: ALWAYS });
  };
  switch (node.type) {
    case "function_definition":
    case "class_definition":
      add(childOf(node, "name"), outer);
      return;
    case "parameters":
    case "lambda_parameters": {
      // A default value, as in `size=size`, refers to the name outside of the function.
      const from = node.end;
      for (const each of node.children)
        for (const name of parameterNames(each)) bindName(inner, file.textOf(name), { name, by: each, from });
      return;
    }
    case "assignment":
    case "augmented_assignment":
    case "for_statement":
    case "for_in_clause":
      for (const name of targets(childOf(node, "left"))) add(name, inner);
      return;
    case "named_expression":
      add(childOf(node, "name"), inner);
      return;
    case "as_pattern_target":
      for (const name of node.children.flatMap((each) => targets(each)))
        bindName(inner, file.textOf(name), { name, by: node.parent ?? node, from: ALWAYS });
      return;
    case "type_alias_statement":
      add(childOf(node, "left")?.children[0], inner);
      return;
    case "global_statement":
      for (const name of node.children) add(name, inner);
      return;
    case "import_statement":
      bindImports(node, inner, file);
      return;
    case "import_from_statement":
      bindFrom(node, inner, file);
      return;
    case "case_pattern":
      for (const each of node.children)
        if (each.type === "dotted_name" && each.children.length === 1) add(each.children[0], inner);
      return;
  }
}

function parameterNames(node: LightNode): LightNode[] {
  if (node.type === "identifier") return [node];
  const name = childOf(node, "name") ?? node.children[0];
  return name ? parameterNames(name) : [];
}

function targets(left: LightNode | undefined): LightNode[] {
  if (left?.type === "identifier") return [left];
  if (!left || !/^(?:pattern_list|tuple_pattern|list_pattern|list_splat_pattern)$/.test(left.type)) return [];
  return left.children.flatMap(targets);
}

function bindImports(node: LightNode, scope: Scope, file: ParsedFile): void {
  for (const each of node.children) {
    const alias = childOf(each, "alias");
    const path = each.type === "aliased_import" ? childOf(each, "name") : each;
    const name = alias ?? path?.children[0];
    if (!path || !name) continue;
    // `import a.b` binds a, and a.b is accessed through it.
    const module = alias ? file.textOf(path) : file.textOf(name);
    bindName(scope, file.textOf(name), { name, by: node, from: ALWAYS, import: { module, name: "*" } });
  }
}

function bindFrom(node: LightNode, scope: Scope, file: ParsedFile): void {
  const from = childOf(node, "module_name");
  if (!from) return;
  const module = file.textOf(from);
  for (const each of node.children) {
    if (each.field !== "name") continue;
    const path = each.type === "aliased_import" ? childOf(each, "name") : each;
    const name = childOf(each, "alias") ?? path;
    if (path && name)
      bindName(scope, file.textOf(name), {
        name: name.children[0] ?? name,
        by: node,
        from: ALWAYS,
        import: { module, name: file.textOf(path) },
      });
  }
}

/** Returns true for an identifier, and for a string in a list that may be `__all__`. */
export function isName(node: LightNode): boolean {
  return node.type === "identifier" || exportList(node) !== undefined;
}

/** Returns the variable whose list contains a string. */
function exportList(text: LightNode): LightNode | undefined {
  const list = text.type === "string_content" ? text.parent?.parent : undefined;
  const statement = list && /^(?:list|tuple)$/.test(list.type) && list.field === "right" ? list.parent : undefined;
  return /assignment$/.test(statement?.type ?? "") ? childOf(statement, "left") : undefined;
}

export function roleOf(node: LightNode, file: ParsedFile): Role {
  const { parent } = node;
  if (node.type === "string_content") {
    const list = exportList(node);
    return list && file.textOf(list) === "__all__" ? { is: "bare" } : { is: "none" };
  }
  if (parent?.type === "attribute" && node.field === "attribute") {
    const object = childOf(parent, "object");
    return object ? { is: "member", object } : { is: "none" };
  }
  if (parent?.type === "keyword_argument" && node.field === "name")
    return parent.parent?.field === "arguments" ? { is: "key" } : { is: "none" };
  const statement = around(node, new Set(["import_from_statement", "import_statement", "future_import_statement"]));
  if (statement?.type === "import_from_statement") {
    const path = parent?.type === "dotted_name" ? parent : undefined;
    if (node.field === "alias") return { is: "bare" };
    const isName = path?.field === "name" || path?.parent?.type === "aliased_import";
    const module = childOf(statement, "module_name");
    return isName && module ? { is: "imported", module: file.textOf(module) } : { is: "none" };
  }
  if (statement) return { is: "none" };
  return { is: "bare" };
}

export function kindOf(node: LightNode): UseKind {
  const at = node.parent?.type === "attribute" && node.field === "attribute" ? node.parent : node;
  const { parent } = at;
  if (around(node, new Set(["import_from_statement", "import_statement"]))) return "import";
  if (parent?.type === "call" && at.field === "function") return "call";
  if (at.field === "left" && /assignment$/.test(parent?.type ?? "")) return "write";
  if (/^(?:pattern_list|tuple_pattern)$/.test(parent?.type ?? "") && parent?.field === "left") return "write";
  if (around(node, new Set(["type"])) || (parent?.type === "argument_list" && parent.field === "superclasses"))
    return "type";
  return "read";
}
