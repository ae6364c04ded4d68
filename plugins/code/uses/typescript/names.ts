/** Binds names in TypeScript and JavaScript, and determines the role of each occurrence. */
import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import { bindName, type Import, type ParsedFile, type Role, type Scope, type UseKind } from "../uses-rules.ts";
import { requiredBy, requiredKey } from "./commonjs.ts";
import { ownerInLink } from "./doc-links.ts";

const ALWAYS = Number.MAX_SAFE_INTEGER;
export const FUNCTIONS = new Set([
  ...["function_declaration", "function_expression", "arrow_function", "method_definition", "generator_function"],
  ...["generator_function_declaration", "program", "class_static_block"],
]);
export const CLASSES = new Set(["class_declaration", "class", "abstract_class_declaration"]);
const DECLARING = new Set([
  ...["function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration"],
  ...["interface_declaration", "type_alias_declaration", "enum_declaration", "function_signature", "internal_module"],
]);

export function bind(node: LightNode, outer: Scope, inner: Scope, file: ParsedFile): void {
  const add = (name: LightNode | undefined, scope: Scope, imported?: Import) => {
    if (name)
      bindName(scope, file.textOf(name), { name, by: node, from: ALWAYS, ...(imported ? { import: imported } : {}) });
  };
  if (DECLARING.has(node.type)) add(childOf(node, "name"), outer);
  switch (node.type) {
    case "function_expression":
    case "class":
      add(childOf(node, "name"), inner);
      return;
    case "variable_declarator": {
      const scope = node.parent?.type === "variable_declaration" ? functionScope(outer) : outer;
      const whole = childOf(node, "name");
      for (const name of patternNames(whole)) {
        const key = name.parent?.type === "pair_pattern" ? childOf(name.parent, "key") : name;
        const required = name === whole ? requiredBy(childOf(node, "value"), file) : key && requiredKey(key, file);
        add(name, scope, required);
      }
      return;
    }
    case "required_parameter":
    case "optional_parameter":
      for (const name of patternNames(childOf(node, "pattern"))) add(name, outer);
      return;
    case "arrow_function":
      add(childOf(node, "parameter"), inner);
      return;
    case "formal_parameters":
      // In JavaScript, parameters are patterns that are not wrapped in another node.
      for (const each of node.children) for (const name of patternNames(each)) add(name, outer);
      return;
    case "catch_clause":
      for (const name of patternNames(childOf(node, "parameter"))) add(name, inner);
      return;
    case "for_in_statement":
      if (
        childOf(node, "kind") ||
        /^for\s*(?:await\s*)?\(\s*(?:const|let|var)\b/.test(file.text.slice(node.start, node.start + 40))
      )
        for (const name of patternNames(childOf(node, "left"))) add(name, inner);
      return;
    case "type_parameter":
    case "mapped_type_clause":
      add(childOf(node, "name"), outer);
      return;
    case "infer_type":
      add(node.children[0], conditionalScope(outer));
      return;
    case "import_statement":
      bindImports(node, file);
      return;
  }
}

/** `infer T` inside a function type is visible in the whole condition. */
function conditionalScope(scope: Scope): Scope {
  let at = scope;
  while (at.parent && at.node.type !== "conditional_type") at = at.parent;
  return at;
}

function functionScope(scope: Scope): Scope {
  let at = scope;
  while (at.parent && !FUNCTIONS.has(at.node.type)) at = at.parent;
  return at;
}

function patternNames(pattern: LightNode | undefined): LightNode[] {
  switch (pattern?.type) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [pattern];
    case "pair_pattern":
      return patternNames(childOf(pattern, "value"));
    case "assignment_pattern":
    case "object_assignment_pattern":
      return patternNames(childOf(pattern, "left"));
    case "object_pattern":
    case "array_pattern":
    case "rest_pattern":
      return pattern.children.flatMap(patternNames);
    default:
      return [];
  }
}

export function moduleOf(statement: LightNode | undefined, file: ParsedFile): string | undefined {
  const source = childOf(statement, "source") ?? childOf(statement?.children[0], "source");
  return source && file.textOf(source).slice(1, -1);
}

/** Returns the names in an import or export specifier. The JavaScript grammar has no node for `default`. */
export function specifierOf(specifier: LightNode, file: ParsedFile): { name?: LightNode; alias?: LightNode } {
  const [name, alias] = [childOf(specifier, "name"), childOf(specifier, "alias")];
  const [first, last] = defaultsOf(specifier, file);
  const written = { name: name ?? first, alias: alias ?? last };
  return { ...(written.name ? { name: written.name } : {}), ...(written.alias ? { alias: written.alias } : {}) };
}

/** Returns a node for each `default` in a specifier that has no node of its own: before `as`, and after it. */
export function defaultsOf(specifier: LightNode, file: ParsedFile): [LightNode | undefined, LightNode | undefined] {
  const text = file.textOf(specifier);
  const node = (field: string, start: number): LightNode => ({
    ...{ type: "identifier", field, parent: specifier, children: [] },
    ...{ start: specifier.start + start, end: specifier.start + start + "default".length },
  });
  const isFirst = !childOf(specifier, "name") && /^default\b/.test(text);
  const isLast = !childOf(specifier, "alias") && /\bas\s+default$/.test(text);
  return [isFirst ? node("name", 0) : undefined, isLast ? node("alias", text.length - "default".length) : undefined];
}

function bindImports(node: LightNode, file: ParsedFile): void {
  const module = moduleOf(node, file);
  if (module === undefined) return;
  const add = (name: LightNode | undefined, imported: string) => {
    if (name)
      bindName(file.top, file.textOf(name), { name, by: node, from: ALWAYS, import: { module, name: imported } });
  };
  const visit = (each: LightNode): void => {
    if (each.type === "import_specifier") {
      const { name, alias } = specifierOf(each, file);
      add(alias ?? name, name ? file.textOf(name) : "");
    } else if (each.type === "namespace_import") add(each.children[0], "*");
    else if (each.type === "identifier") add(each, each.parent?.type === "import_require_clause" ? "*" : "default");
    else each.children.forEach(visit);
  };
  node.children.filter(({ field }) => field !== "source").forEach(visit);
}

/** Matches the text before the name of a parameter in JSDoc. */
const PARAMETER = /@param\s+(?:\{[^}\n]*\}\s*)?\[?$/;

export function roleOf(node: LightNode, file: ParsedFile): Role {
  const { parent, type, field } = node;
  if (type === "string_fragment") return indexRole(parent);
  if (
    parent?.type === "comment" &&
    PARAMETER.test(file.text.slice(Math.max(parent.start, node.start - 200), node.start))
  )
    return { is: "key" };
  const linkOwner = parent?.type === "comment" ? ownerInLink(node, file) : undefined;
  if (linkOwner) return { is: "member", object: linkOwner };
  if (/^shorthand_property/.test(type)) return { is: "shorthand" };
  if (type === "statement_identifier") return { is: "none" };
  if (/^jsx_/.test(parent?.type ?? "") && field === "name" && /^[a-z]/.test(file.textOf(node))) return { is: "key" };
  if (parent?.type === "member_expression" && field === "property") {
    const object = childOf(parent, "object");
    // The grammar parses `x as a.b.C` as a member of `x as a.b`.
    return withObject(object?.type === "as_expression" ? object.children[1] : object);
  }
  if (parent?.type === "nested_type_identifier" && field === "name") return withObject(childOf(parent, "module"));
  if (parent?.type === "nested_identifier" && field === "property") return withObject(childOf(parent, "object"));
  if (parent?.type === "import_specifier" || parent?.type === "export_specifier")
    return specifierRole(node, parent, file);
  if (parent?.type === "namespace_export" || (parent?.type === "export_statement" && field === ""))
    return { is: parent.type === "export_statement" ? "bare" : "none" };
  const required = parent?.type === "pair_pattern" && field === "key" ? requiredKey(node, file) : undefined;
  if (required) return { is: "imported", module: required.module };
  if (type === "property_identifier" || type === "private_property_identifier") return keyRole(parent);
  return { is: "bare" };
}

/** Returns true for a string that names a member, as in `type["key"]` and `value["key"]`. */
export function isIndex(fragment: LightNode): boolean {
  const string = fragment.parent;
  if (string?.type !== "string" || string.children.length !== 1) return false;
  if (string.parent?.type === "subscript_expression") return string.field === "index";
  return string.parent?.type === "literal_type" && string.parent.parent?.type === "lookup_type";
}

function indexRole(string: LightNode | undefined): Role {
  const holder = string?.parent?.type === "literal_type" ? string.parent.parent : string?.parent;
  return withObject(holder?.children[0]);
}

function withObject(object: LightNode | undefined): Role {
  return object ? { is: "member", object } : { is: "none" };
}

function specifierRole(node: LightNode, parent: LightNode, file: ParsedFile): Role {
  const statement = around(parent, new Set(["import_statement", "export_statement"]));
  const module = moduleOf(statement, file);
  const { name: own } = specifierOf(parent, file);
  if (node.field === "alias")
    return parent.type === "export_specifier" && own ? { is: "alias", of: own } : { is: "bare" };
  return module === undefined ? { is: "bare" } : { is: "imported", module };
}

/** Returns the role of a property name: a key in a literal or pattern, or else a declaration. */
function keyRole(parent: LightNode | undefined): Role {
  if (parent?.type === "pair" || parent?.type === "jsx_attribute" || parent?.type === "pair_pattern")
    return { is: "key" };
  if (parent?.type === "method_definition" && parent.parent?.type === "object") return { is: "key" };
  return { is: "none" };
}

const BEFORE_CALL = /^(?:await|unary)_expression$/;

/** Returns the callee. The grammar parses `await f<T>()` and `!f<T>()` as calls of `await f` and `!f`. */
export function calledBy(call: LightNode | undefined): LightNode | undefined {
  const called = childOf(call, "function");
  return called && BEFORE_CALL.test(called.type) ? called.children[0] : called;
}

export function kindOf(node: LightNode, file: ParsedFile): UseKind {
  const { parent: own } = node;
  const isLast = (own?.type === "member_expression" && node.field === "property") || /^nested_/.test(own?.type ?? "");
  const access = isLast && own ? own : node;
  const isBehind = access.parent?.field === "function" && BEFORE_CALL.test(access.parent.type);
  const at = isBehind && access.parent ? access.parent : access;
  const { parent } = at;
  if (/^(?:import_specifier|export_specifier|import_clause|namespace_import)$/.test(parent?.type ?? ""))
    return "import";
  if (at.field === "name" && parent?.type === "variable_declarator" && requiredBy(childOf(parent, "value"), file))
    return "import";
  if (requiredKey(at, file)) return "import";
  if (parent?.type === "call_expression" && at.field === "function") return "call";
  if (parent?.type === "new_expression" && at.field === "constructor") return "call";
  if (/^jsx_(?:opening|self_closing|closing)/.test(parent?.type ?? "") && at.field === "name") return "call";
  if (/assignment_expression$/.test(parent?.type ?? "") && at.field === "left") return "write";
  if (parent?.type === "update_expression") return "write";
  if (parent?.type === "pair" && at.field === "key") return "write";
  if (node.type === "type_identifier" || parent?.type === "type_query" || parent?.type === "extends_clause")
    return "type";
  return "read";
}
