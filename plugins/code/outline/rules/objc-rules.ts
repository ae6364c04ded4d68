/** Rules for declarations in Objective-C, in addition to those for C. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { cRules } from "../c-rules.ts";
import { child } from "../item-rule.ts";
import { inside, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "../outline-builder.ts";

const identifier = child("identifier");

/** A class with its members. Members of a category and of the implementation belong to the class as well. */
const typeRule =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const name = identifier(node);
    if (!name) return;
    const isExtension =
      node.type === "class_implementation" ||
      node.childForFieldName("category") !== null ||
      /^@interface\s+\w+\s*\(/.test(node.text);
    if (isExtension) {
      outline.walk(node, inside(scope, name.text, kind));
      return;
    }
    const first = node.namedChildren.find(
      ({ type }) => /declaration$|variables$|^implementation/.test(type) && !/^parameterized|^protocol_ref/.test(type),
    );
    outline.walk(
      node,
      outline.declare(scope, {
        kind,
        name,
        whole: node,
        body: first ?? { startIndex: Math.max(name.endIndex, node.endIndex - 4) },
      }),
    );
  };

/** `draw:with:` is the name of `- (int)draw:(int)a with:(id)b`. */
const method: Rule = (node, scope, outline) => {
  const parts = node.namedChildren.filter(({ type }) => type === "identifier");
  const name = parts[0];
  if (!name) return;
  const hasParameters = node.namedChildren.some(({ type }) => type === "method_parameter");
  const text = hasParameters ? parts.map((part) => `${part.text}:`).join("") : name.text;
  outline.declare(scope, {
    kind: "method",
    name,
    text,
    whole: node,
    body: child("compound_statement")(node),
    isOverload: true,
  });
};

/** The names in `int x, *y;`, in the form that this grammar has in properties and instance variables. */
const variables =
  (kind: string): Rule =>
  (node, scope, outline) => {
    for (const declarator of node.descendantsOfType("struct_declarator")) {
      const name = innermost(declarator);
      if (name) outline.declare(scope, { kind, name, whole: node });
    }
  };

function innermost(node: SyntaxNode): SyntaxNode | undefined {
  let at: SyntaxNode | null = node;
  for (let depth = 0; at && depth < 20; depth++) {
    if (/identifier$/.test(at.type)) return at;
    const next: SyntaxNode | null =
      at.childForFieldName("declarator") ??
      at.namedChildren.find(({ type }) => /declarator$|identifier$/.test(type)) ??
      null;
    at = next;
  }
  return undefined;
}

/** A C function between the methods does not belong to a class. */
const implementation: Rule = (node: SyntaxNode, scope: Scope, outline: OutlineBuilder) => {
  const isMember = node.firstNamedChild?.type === "method_definition";
  outline.walk(node, isMember ? scope : { containers: [], kind: "", names: new Set() });
};

export const objcRules: OutlineRules = {
  ...cRules,
  rules: {
    ...cRules.rules,
    class_interface: typeRule("class"),
    class_implementation: typeRule("class"),
    protocol_declaration: typeRule("interface"),
    method_declaration: method,
    method_definition: method,
    property_declaration: variables("property"),
    instance_variable: variables("field"),
    implementation_definition: implementation,
  },
  through: new Set([
    ...cRules.through,
    "qualified_protocol_interface_declaration",
    "instance_variables",
    "implementation_definition",
  ]),
};
