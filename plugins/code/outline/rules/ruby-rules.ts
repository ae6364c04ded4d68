/** Rules for declarations in Ruby. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child, item } from "../item-rule.ts";
import {
  inside,
  longValue,
  type OutlineBuilder,
  type OutlineRules,
  type Rule,
  type Scope,
} from "../outline-builder.ts";

const bodyOf = (node: SyntaxNode) => node.childForFieldName("body");

/** `class A::B` declares B in A. */
const typeRule =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const written = node.childForFieldName("name");
    const outer =
      written?.type === "scope_resolution" ? written.childForFieldName("scope")?.text.split("::") : undefined;
    const within = (outer ?? [])
      .filter((part) => part !== "")
      .reduce((each, part) => inside(each, part, "module"), scope);
    const name = written?.type === "scope_resolution" ? written.childForFieldName("name") : written;
    item(kind, { name: () => name, holds: true })(node, within, outline);
  };

const method: Rule = (node, scope, outline) => {
  const object = node.childForFieldName("object");
  // `def A.f` belongs to A.
  const within =
    object?.type === "constant" && object.text !== scope.containers.at(-1)
      ? inside(scope, object.text, "class")
      : scope;
  const body = bodyOf(node);
  item(within.containers.length > 0 ? "method" : "function", { body: () => body })(node, within, outline);
};

/** Constants, and classes that are created by a call, as in `Point = Struct.new(:x) do`. */
const assignment: Rule = (node, scope, outline) => {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  const block = right?.childForFieldName("block");
  if (block && left?.type !== "constant") outline.walk(block, scope);
  const isClass =
    right?.type === "call" && /^(?:Struct|Class|Module|Data)$/.test(right.childForFieldName("receiver")?.text ?? "");
  for (const name of left?.type === "constant"
    ? [left]
    : left?.type === "left_assignment_list"
      ? left.namedChildren
      : []) {
    if (name.type !== "constant") continue;
    const inner = outline.declare(scope, {
      kind: isClass ? "class" : "constant",
      name,
      whole: node,
      body: block ?? longValue(right),
    });
    if (block) outline.walk(block, isClass ? inner : scope);
  }
};

const ACCESSORS =
  /^(?:attr_(?:accessor|reader|writer)|attr|[mc]?attr_(?:accessor|reader|writer)|class_attribute|delegate_missing_to)$/;
const METHODS = /^(?:define_method|alias_method|scope|define_singleton_method)$/;

/** Calls that declare something, such as attr_reader, and blocks that contain declarations. */
const call: Rule = (node, scope, outline) => {
  const method = node.childForFieldName("receiver") ? "" : (node.childForFieldName("method")?.text ?? "");
  const names = node.childForFieldName("arguments")?.namedChildren ?? [];
  if (ACCESSORS.test(method)) for (const each of names) symbol(each, "property", node, scope, outline);
  else if (METHODS.test(method) && names[0]) symbol(names[0], "method", node, scope, outline);
  else if (scope.containers.length > 0 || !node.childForFieldName("block"))
    outline.walk(node.childForFieldName("arguments"), scope);
  outline.walk(node.childForFieldName("block"), scope);
};

function symbol(node: SyntaxNode, kind: string, whole: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  if (node.type !== "simple_symbol" && node.type !== "string") return;
  const text = node.text.replace(/^[:"']+|["']$/g, "");
  if (text === "" || text.includes("#{")) return;
  outline.declare(scope, {
    kind,
    name: { startIndex: node.startIndex + (node.text.length - node.text.replace(/^[:"']+/, "").length), text },
    whole,
  });
}

export const rubyRules: OutlineRules = {
  rules: {
    module: typeRule("module"),
    class: typeRule("class"),
    singleton_class: (node, scope, outline) => outline.walk(bodyOf(node), scope),
    method,
    singleton_method: method,
    alias: item("method", { name: child("identifier", "operator", "setter") }),
    assignment,
    call,
  },
  through: new Set([
    "body_statement",
    "argument_list",
    "do_block",
    "block",
    "block_body",
    "begin",
    "if",
    "unless",
    "else",
    "elsif",
    "then",
    "if_modifier",
    "unless_modifier",
    "rescue_modifier",
  ]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "hash",
};
