/** Rules for declarations in Swift. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child, isInType, item } from "../item-rule.ts";
import { inside, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "../outline-builder.ts";

const KINDS: Readonly<Record<string, string>> = { class: "class", struct: "struct", enum: "enum", actor: "class" };

/** Classes, structs, enums and actors. The members of an extension belong to its type. */
const typeRule: Rule = (node, scope, outline) => {
  const keyword = node.children.find(({ type }) => type in KINDS || type === "extension")?.type ?? "class";
  const name = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (keyword !== "extension") {
    item(KINDS[keyword] ?? "class", { holds: true })(node, scope, outline);
    return;
  }
  const type = name?.descendantsOfType("type_identifier").at(-1)?.text ?? name?.text;
  outline.walk(body, type === undefined ? scope : inside(scope, type, "class"));
};

function bound(pattern: SyntaxNode): SyntaxNode[] {
  if (pattern.type === "simple_identifier") return [pattern];
  return pattern.namedChildren.filter(({ type }) => type === "pattern" || type === "simple_identifier").flatMap(bound);
}

const property: Rule = (node, scope, outline) => {
  const patterns = node.childrenForFieldName("name").filter((each) => each?.type === "pattern");
  const body = node.namedChildren.find(({ type }) =>
    /^(?:computed_property|willset_didset_block|protocol_property_requirements)$/.test(type),
  );
  const value = node.childForFieldName("value");
  const isLong = value !== null && value.endIndex - value.startIndex > 60;
  const kind = isInType(scope)
    ? "property"
    : /\blet\b/.test(outline.text.slice(node.startIndex, patterns[0]?.startIndex))
      ? "constant"
      : "variable";
  for (const name of patterns.flatMap((each) => (each ? bound(each) : [])))
    outline.declare(scope, { kind, name, whole: node, body: body ?? (isLong ? value : undefined) });
};

const entries: Rule = (node, scope, outline) => {
  for (const name of node.childrenForFieldName("name"))
    if (name?.type === "simple_identifier") outline.declare(scope, { kind: "enumMember", name, whole: node });
};

/** Declarations whose name is a keyword. */
const keyword =
  (kind: string, word: string): Rule =>
  (node: SyntaxNode, scope: Scope, outline: OutlineBuilder) => {
    const at = outline.text.slice(node.startIndex, node.endIndex).search(new RegExp(`\\b${word}\\b`));
    if (at < 0) return;
    const body = node.childForFieldName("body") ?? child("computed_property")(node);
    outline.declare(scope, {
      kind,
      name: { startIndex: node.startIndex + at, text: word },
      whole: node,
      body,
      isOverload: true,
    });
  };

const callable: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  const isInitializer = !name || /^(?:init|user_type)$/.test(name.type);
  if (isInitializer) {
    keyword("constructor", "init")(node, scope, outline);
    return;
  }
  item("function", { member: "method" })(node, scope, outline);
};

/** Matches an operator, which has no name in the tree. */
const OPERATOR = /\bfunc\s+([^\s\w(<]+)/;

const functionRule: Rule = (node, scope, outline) => {
  const head = /^[^{]*?\bfunc\b[^{\n]*|^/.exec(outline.text.slice(node.startIndex, node.endIndex))?.[0] ?? "";
  const operator = OPERATOR.exec(head);
  const name = node.childForFieldName("name");
  const isNamed =
    name?.type === "simple_identifier" && name.startIndex < node.startIndex + (head.indexOf("(") + 1 || head.length);
  if (isNamed || !operator?.[1]) {
    callable(node, scope, outline);
    return;
  }
  const startIndex = node.startIndex + operator.index + operator[0].length - operator[1].length;
  outline.declare(scope, {
    kind: isInType(scope) ? "method" : "function",
    name: { startIndex, text: operator[1] },
    whole: node,
    body: node.childForFieldName("body"),
  });
};

export const swiftRules: OutlineRules = {
  rules: {
    class_declaration: typeRule,
    protocol_declaration: item("interface", { holds: true }),
    function_declaration: functionRule,
    protocol_function_declaration: functionRule,
    init_declaration: keyword("constructor", "init"),
    deinit_declaration: keyword("method", "deinit"),
    subscript_declaration: keyword("method", "subscript"),
    property_declaration: property,
    protocol_property_declaration: property,
    enum_entry: entries,
    typealias_declaration: item("type"),
    associatedtype_declaration: item("type"),
  },
  through: new Set(["class_body", "protocol_body", "enum_class_body", "statements"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "slash",
};
