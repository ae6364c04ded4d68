/** Makes rules for nodes that declare one name in a field and may hold members. */
import type { Node } from "web-tree-sitter";
import type { OutlineBuilder, Rule, Scope } from "./outline-builder.ts";

type Find = string | ((node: Node) => Node | null | undefined);

interface Item {
  /** Field with the name, or a function that finds it. */
  name?: Find;
  /** Field with the body: the signature ends before it. */
  body?: Find;
  /** Kind inside a type; default: the same. */
  member?: string;
  /** The body declares members. */
  holds?: boolean;
  /** The name, if it is not the node's text. */
  text?: (name: Node) => string;
  /** Further declarations, such as parameters that are properties; called with the scope inside. */
  also?: (node: Node, scope: Scope, outline: OutlineBuilder) => void;
  isOverload?: boolean;
}

const TYPES = new Set(["class", "struct", "interface", "enum", "object"]);

export function isInType({ kind }: Scope): boolean {
  return TYPES.has(kind);
}

export function item(kind: string, options: Item = {}): Rule {
  const {
    name: nameAt = "name",
    body: bodyAt = "body",
    member = kind,
    holds = false,
    text,
    also,
    isOverload = false,
  } = options;
  return (node, scope, outline) => {
    const name = find(node, nameAt);
    if (!name || name.isMissing || name.text === "") return;
    const body = find(node, bodyAt);
    const inner = outline.declare(scope, {
      kind: isInType(scope) ? member : kind,
      name,
      ...(text ? { text: text(name) } : {}),
      whole: node,
      body,
      isOverload,
    });
    also?.(node, inner, outline);
    if (holds) outline.walk(body, inner);
  };
}

function find(node: Node, at: Find): Node | null | undefined {
  return typeof at === "string" ? node.childForFieldName(at) : at(node);
}

/** The first child of one of these types. */
export function child(...types: string[]): (node: Node) => Node | undefined {
  return (node) => node.namedChildren.find(({ type }) => types.includes(type));
}
