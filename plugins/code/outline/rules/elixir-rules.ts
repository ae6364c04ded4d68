/** Rules for declarations in Elixir, where all of them are calls, such as `def f(x) do`. */
import type { SyntaxNode } from "../../grammar/stored-node.ts";
import { child } from "../item-rule.ts";
import { inside, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "../outline-builder.ts";

const FUNCTIONS: Readonly<Record<string, string>> = {
  def: "function",
  defp: "function",
  defdelegate: "function",
  defguard: "macro",
  defguardp: "macro",
  defmacro: "macro",
  defmacrop: "macro",
  defn: "function",
  defnp: "function",
};
const OPERATORS = new Set(["binary_operator", "unary_operator"]);

/** Returns the name in the head of a function, as in `f(x) when x`, `f` and `a <> b`. */
function headName(head: SyntaxNode | undefined): { name: SyntaxNode; arity: number } | undefined {
  if (!head) return undefined;
  if (head.type === "identifier") return { name: head, arity: 0 };
  if (head.type === "call") {
    const name = head.childForFieldName("target");
    // In `unquote(name)(x)`, the name is not known yet.
    return name?.type === "identifier"
      ? { name, arity: child("arguments")(head)?.namedChildren.length ?? 0 }
      : undefined;
  }
  if (head.type === "binary_operator") {
    const operator = head.childForFieldName("operator");
    if (operator?.text === "when") return headName(head.childForFieldName("left") ?? undefined);
    return operator ? { name: operator, arity: 2 } : undefined;
  }
  return head.type === "unary_operator" ? headName(head.childForFieldName("operand") ?? undefined) : undefined;
}

function declareModule(node: SyntaxNode, word: string, scope: Scope, outline: OutlineBuilder): void {
  const list = child("arguments")(node);
  const name = list?.firstNamedChild;
  const body = child("do_block")(node);
  if (word === "defimpl") {
    // The members of an implementation belong to the protocol, just as members of an impl belong to its type.
    const parts = name?.text.split(".") ?? [];
    outline.walk(
      body,
      parts.reduce((each, part) => inside(each, part, "impl"), scope),
    );
    return;
  }
  if (!name || !/^(?:alias|atom|identifier)$/.test(name.type)) {
    outline.walk(body, scope);
    return;
  }
  const kind = word === "defprotocol" ? "interface" : "module";
  // `defmodule A.B` declares B in A.
  const parts = name.text.split(".");
  const text = parts.pop() ?? name.text;
  const outer = parts.reduce((each, part) => inside(each, part, "module"), scope);
  const own = { startIndex: name.endIndex - text.length, text };
  outline.walk(body, outline.declare(outer, { kind, name: own, whole: node, body, ...documentation(body) }));
}

/** Returns the first line of `@moduledoc`. */
function documentation(body: SyntaxNode | undefined): { documentation?: string } {
  for (const each of body?.namedChildren.slice(0, 8) ?? []) {
    const text = /^@moduledoc\s+(?:~[sS])?"(?:"")?\s*([^\n"]+)/.exec(each.text.slice(0, 300))?.[1];
    if (text) return { documentation: text.trim() };
  }
  return {};
}

/** Returns the `@doc` above a function. */
function docAbove(node: SyntaxNode): { documentation?: string } {
  for (let each = node.previousNamedSibling, steps = 0; each && steps < 4; each = each.previousNamedSibling, steps++) {
    if (each.type !== "unary_operator") break;
    const text = /^@doc\s+(?:~[sS])?"(?:"")?\s*([^\n"]+)/.exec(each.text.slice(0, 300))?.[1];
    if (text) return { documentation: text.trim() };
  }
  return {};
}

const call: Rule = (node, scope, outline) => {
  const word = node.childForFieldName("target")?.text ?? "";
  if (/^def(?:module|protocol|impl)$/.test(word)) {
    declareModule(node, word, scope, outline);
    return;
  }
  const body = child("do_block")(node);
  const list = child("arguments")(node);
  const kind = FUNCTIONS[word];
  if (kind !== undefined) {
    const head = headName(list?.firstNamedChild ?? undefined);
    // All clauses of a function are the same symbol.
    const keyword = child("keywords")(list ?? node);
    if (head)
      outline.declare(scope, {
        kind,
        name: head.name,
        whole: node,
        body: body ?? keyword,
        isOverload: true,
        ...docAbove(node),
      });
  } else if (word === "defstruct" || word === "defexception") structFields(list, node, scope, outline);
  else if (word === "test" || word === "describe")
    described(word, list?.firstNamedChild ?? undefined, node, body, scope, outline);
  else if (body && !/^(?:quote|unquote)$/.test(word)) outline.walk(body, scope);
};

function described(
  word: string,
  name: SyntaxNode | undefined,
  whole: SyntaxNode,
  body: SyntaxNode | undefined,
  scope: Scope,
  outline: OutlineBuilder,
): void {
  const text = name?.type === "string" ? name.text.slice(1, -1) : undefined;
  const isNamed = name && text && !text.includes("#{");
  const own = isNamed ? { startIndex: name.startIndex, text } : undefined;
  const inner = own ? outline.declare(scope, { kind: "function", name: own, whole, body }) : scope;
  if (word === "describe") outline.walk(body, inner);
}

function structFields(list: SyntaxNode | undefined, whole: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const items =
    list?.firstNamedChild?.type === "list" ? list.firstNamedChild.namedChildren : (list?.namedChildren ?? []);
  for (const each of items.flatMap((item) => (item.type === "keywords" ? item.namedChildren : [item]))) {
    const key = each.type === "pair" ? each.childForFieldName("key") : each.type === "atom" ? each : null;
    const text = key?.text.replace(/^:|:\s*$/g, "");
    if (key && text)
      outline.declare(scope, {
        kind: "field",
        name: { startIndex: key.startIndex + (key.text.startsWith(":") ? 1 : 0), text },
        whole: items.length > 1 ? each : whole,
      });
  }
}

/** Handles @type, @callback, and attributes with a value, which are constants. */
const attribute: Rule = (node, scope, outline) => {
  const operand = node.childForFieldName("operand");
  if (!node.text.startsWith("@") || operand?.type !== "call") return;
  const name = operand.childForFieldName("target");
  const value = child("arguments")(operand)?.firstNamedChild ?? undefined;
  const word = name?.text ?? "";
  if (/^(?:type|typep|opaque)$/.test(word) || /^(?:macro)?callback$/.test(word)) {
    const left = value?.type === "binary_operator" ? (value.childForFieldName("left") ?? undefined) : value;
    const inner =
      left?.type === "binary_operator" && OPERATORS.has(left.type)
        ? (left.childForFieldName("left") ?? undefined)
        : left;
    const head = headName(inner);
    if (head)
      outline.declare(scope, {
        kind: word.includes("callback") ? "method" : "type",
        name: head.name,
        whole: node,
        isOverload: true,
        ...docAbove(node),
      });
    return;
  }
  if (
    !name ||
    /^(?:doc|moduledoc|typedoc|spec|impl|behaviour|derive|deprecated|dialyzer|compile|tag|moduletag|describetag|since|before_compile|after_compile|on_definition|external_resource|enforce_keys|optional_callbacks|shortdoc|on_load|vsn|file|nifs)$/.test(
      word,
    )
  )
    return;
  if (scope.names.has(word)) return;
  scope.names.add(word);
  outline.declare(scope, {
    kind: "constant",
    name,
    whole: node,
    body: value && value.endIndex - value.startIndex > 60 ? value : undefined,
  });
};

export const elixirRules: OutlineRules = {
  rules: { call, unary_operator: attribute },
  through: new Set(["do_block", "else_block"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "hash",
};
