/** Rules for declarations in TypeScript and JavaScript. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "./outline-builder.ts";

const FUNCTIONS = new Set(["arrow_function", "function_expression", "generator_function"]);
/** Types whose members are listed below the alias that names them. */
const TYPE_PARTS = new Set(["object_type", "intersection_type", "union_type", "parenthesized_type"]);

/** Returns the text of a literal name. Computed names have no such text. */
function plainName(name: SyntaxNode | null): string | undefined {
  if (!name || name.type === "computed_property_name") return undefined;
  return name.type === "string" ? name.text.slice(1, -1) : name.text;
}

function member(kind: string): Rule {
  return (node, scope, outline) => {
    const name = node.childForFieldName("name");
    const text = plainName(name);
    if (!name || text === undefined) return;
    const body = node.childForFieldName("body");
    let actual = kind;
    if (kind === "method") {
      const before = outline.text.slice(node.startIndex, name.startIndex);
      if (/\b[gs]et\s*$/.test(before)) actual = "property";
      else if (text === "constructor" && scope.kind === "class") actual = "constructor";
    }
    outline.declare(scope, {
      kind: actual,
      name,
      text,
      whole: node,
      body: body ?? longValue(node.childForFieldName("value")),
      isOverload: kind === "method",
    });
    if (actual === "constructor") parameterProperties(node, scope, outline);
  };
}

/** `constructor(private x: X)` declares a property as well. */
function parameterProperties(node: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  for (const parameter of node.childForFieldName("parameters")?.namedChildren ?? []) {
    const name = parameter.childForFieldName("pattern");
    if (name?.type !== "identifier") continue;
    const before = outline.text.slice(parameter.startIndex, name.startIndex);
    if (/\b(public|private|protected|readonly|override)\s/.test(before))
      outline.declare(scope, { kind: "property", name, whole: parameter, documentation: "" });
  }
}

function named(kind: string): Rule {
  return (node, scope, outline) => {
    const name = node.childForFieldName("name");
    const body = node.childForFieldName("body");
    // `export default class {…}` has members but no name.
    const within = name
      ? outline.declare(scope, { kind, name, whole: node, body, isOverload: kind === "function" })
      : { ...scope, kind };
    if (kind !== "function") outline.walk(body, within);
  };
}

const typeAlias: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  if (!name) return;
  const body = value?.type === "object_type" ? value : undefined;
  const within = outline.declare(scope, { kind: "type", name, whole: node, body });
  if (value) typeMembers(value, within, outline);
};

function typeMembers(type: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  if (!TYPE_PARTS.has(type.type)) return;
  if (type.type === "object_type") outline.walk(type, scope);
  else for (const part of type.namedChildren) typeMembers(part, scope, outline);
}

const enumeration: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (!name) return;
  const within = outline.declare(scope, { kind: "enum", name, whole: node, body });
  for (const each of body?.namedChildren ?? []) {
    const inner = each.type === "enum_assignment" ? each.childForFieldName("name") : each;
    const text = inner?.type.includes("comment") ? undefined : plainName(inner);
    if (inner && text !== undefined) outline.declare(within, { kind: "enumMember", name: inner, text, whole: each });
  }
};

/**
 * `namespace A.B` declares B in A, `declare module "x"` is named by its text, and `declare global` declares nothing
 * itself.
 */
const namespace: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (!name) return;
  const parts: SyntaxNode[] = [];
  const collect = (part: SyntaxNode) => {
    if (part.type !== "nested_identifier") parts.push(part);
    else for (const each of part.namedChildren) collect(each);
  };
  collect(name);
  let within = scope;
  for (const part of parts) {
    const text = plainName(part) ?? part.text;
    within = outline.declare(within, { kind: "namespace", name: part, text, whole: node, body });
  }
  outline.walk(body, within);
};

const variables: Rule = (node, scope, outline) => {
  const place = node.parent?.type === "export_statement" ? node.parent.parent : node.parent;
  const isTop = !place || ["program", "ambient_declaration", "export_statement", "ERROR"].includes(place.type);
  const isInNamespace = place?.type === "statement_block" && scope.kind === "namespace";
  if (!isTop && !isInNamespace && !isGlobal(place)) return;
  const isConstant = outline.text.startsWith("const", node.startIndex);
  for (const each of node.namedChildren) {
    if (each.type !== "variable_declarator") continue;
    const name = each.childForFieldName("name");
    const value = each.childForFieldName("value");
    if (name?.type !== "identifier") continue;
    const isFunction = value && FUNCTIONS.has(value.type);
    const kind = isFunction ? "function" : value?.type === "class" ? "class" : isConstant ? "constant" : "variable";
    const body = value && (isFunction || kind === "class") ? value.childForFieldName("body") : longValue(value);
    const head = each.previousNamedSibling ? each : node;
    const within = outline.declare(scope, { kind, name, whole: each, head, body });
    if (kind === "class" && value) outline.walk(value.childForFieldName("body"), within);
  }
};

/** Returns true inside `declare global { var x }`. */
function isGlobal(place: SyntaxNode | null): boolean {
  return place?.type === "statement_block" && place.parent?.type === "ambient_declaration";
}

/** In JavaScript, members can also be declared by assignment: `exports.f = …`, `F.prototype.g = function …`. */
const assignment: Rule = (node, scope, outline) => {
  const expression = node.firstNamedChild;
  if (expression?.type === "assignment_expression") assigned(expression, scope, outline);
};

/** `var f = exports.f = …` declares both. */
const variablesAndExports: Rule = (node, scope, outline) => {
  variables(node, scope, outline);
  if (node.parent?.type !== "program") return;
  for (const each of node.namedChildren) {
    const value = each.childForFieldName("value");
    if (value?.type === "assignment_expression") assigned(value, scope, outline);
  }
};

function assigned(expression: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const lefts: SyntaxNode[] = [];
  let value: SyntaxNode | null = expression;
  while (value?.type === "assignment_expression") {
    const left = value.childForFieldName("left");
    if (left) lefts.push(left);
    value = value.childForFieldName("right");
  }
  if (!value) return;
  for (const left of lefts) {
    if (left.type !== "member_expression") continue;
    if (left.text === "module.exports") assignedWhole(left, value, expression, scope, outline);
    else assignedMember(left, value, expression, scope, outline);
  }
}

function assignedMember(
  left: SyntaxNode,
  value: SyntaxNode,
  whole: SyntaxNode,
  scope: Scope,
  outline: OutlineBuilder,
): void {
  const name = left.childForFieldName("property");
  const owner = left.childForFieldName("object")?.text;
  if (!name || !owner) return;
  const isFunction = FUNCTIONS.has(value.type);
  const isExported = /^(module\.)?exports$/.test(owner);
  const type = /^([\w$]+)(\.prototype)?$/.exec(owner);
  const isClass = value.type === "class";
  if (!isExported && !((isFunction || isClass) && type)) return;
  const within = isExported ? scope : { ...scope, containers: [...scope.containers, type?.[1] ?? owner] };
  const kind = isClass ? "class" : isFunction ? (type?.[2] ? "method" : "function") : "variable";
  const body = isFunction || isClass ? value.childForFieldName("body") : value;
  const inner = outline.declare(within, { kind, name, whole, body });
  if (isClass) outline.walk(body, inner);
}

/**
 * For `module.exports = function f() {}`, `= class {}` and `= { f() {} }`, declares the functions and classes by their
 * own names or keys.
 */
function assignedWhole(
  left: SyntaxNode,
  value: SyntaxNode,
  whole: SyntaxNode,
  scope: Scope,
  outline: OutlineBuilder,
): void {
  const name = value.childForFieldName("name");
  const body = value.childForFieldName("body");
  if (value.type === "class") {
    const inner = name ? outline.declare(scope, { kind: "class", name, whole, body }) : { ...scope, kind: "class" };
    outline.walk(body, inner);
  } else if (FUNCTIONS.has(value.type)) {
    const exports = left.childForFieldName("property");
    if (name) outline.declare(scope, { kind: "function", name, whole, body });
    else if (exports)
      outline.declare(
        { ...scope, containers: [...scope.containers, "module"] },
        { kind: "function", name: exports, whole, body },
      );
  } else if (value.type === "object") {
    for (const each of value.namedChildren) {
      const given = each.type === "method_definition" ? each : each.childForFieldName("value");
      const key = each.type === "method_definition" ? each.childForFieldName("name") : each.childForFieldName("key");
      const text = plainName(key);
      if (!given || !key || text === undefined) continue;
      if (given !== each && !FUNCTIONS.has(given.type)) continue;
      const own = given.childForFieldName("body");
      const isAccessor = /\b[gs]et\s*$/.test(outline.text.slice(each.startIndex, key.startIndex));
      const kind = isAccessor ? "property" : "function";
      outline.declare(scope, { kind, name: key, text, whole: each, body: own, isOverload: isAccessor });
    }
  }
}

export const typescriptRules: OutlineRules = {
  rules: {
    class_declaration: named("class"),
    class: named("class"),
    abstract_class_declaration: named("class"),
    interface_declaration: named("interface"),
    function_declaration: named("function"),
    generator_function_declaration: named("function"),
    function_signature: named("function"),
    type_alias_declaration: typeAlias,
    enum_declaration: enumeration,
    module: namespace,
    internal_module: namespace,
    lexical_declaration: variables,
    variable_declaration: variables,
    method_definition: member("method"),
    method_signature: member("method"),
    abstract_method_signature: member("method"),
    public_field_definition: member("property"),
    field_definition: member("property"),
    property_signature: member("property"),
  },
  through: new Set([
    ...["statement_block", "if_statement", "else_clause", "try_statement", "catch_clause", "finally_clause"],
    ...["for_statement", "for_in_statement", "while_statement", "do_statement", "labeled_statement"],
  ]),
  wrappers: new Set(["export_statement", "ambient_declaration", "expression_statement"]),
  prefixes: new Set(["decorator"]),
  comments: "slash",
};

export const javascriptRules: OutlineRules = {
  ...typescriptRules,
  rules: {
    ...typescriptRules.rules,
    expression_statement: assignment,
    variable_declaration: variablesAndExports,
    lexical_declaration: variablesAndExports,
    field_definition: (node, scope, outline) => {
      const name = node.childForFieldName("property");
      const text = plainName(name);
      if (name && text !== undefined)
        outline.declare(scope, { kind: "property", name, text, whole: node, body: node.childForFieldName("value") });
    },
  },
};
