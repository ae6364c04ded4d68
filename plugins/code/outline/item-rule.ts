/** Creates rules for nodes that declare a single name in a field and may contain members. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import type { OutlineBuilder, Rule, Scope } from "./outline-builder.ts";

type Find = string | ((node: SyntaxNode) => SyntaxNode | null | undefined);

interface Item {
  /** The field with the name, or a function that finds it. */
  name?: Find;
  /** The field with the body. The signature ends before it. */
  body?: Find;
  /** The kind inside a type. Defaults to the same kind. */
  member?: string;
  /** True if the body declares members. */
  holds?: boolean;
  /** Returns the name if it differs from the text of the node. */
  text?: (name: SyntaxNode) => string;
  /** Adds further declarations, such as parameters that are properties. It is called with the inner scope. */
  also?: (node: SyntaxNode, scope: Scope, outline: OutlineBuilder) => void;
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

function find(node: SyntaxNode, at: Find): SyntaxNode | null | undefined {
  return typeof at === "string" ? node.childForFieldName(at) : at(node);
}

/** Returns a function that finds the first child with one of these types. */
export function child(...types: string[]): (node: SyntaxNode) => SyntaxNode | undefined {
  return (node) => node.namedChildren.find(({ type }) => types.includes(type));
}
