/** Finds the names in annotations that are written as strings, such as `-> "Node"`. */
import { childOf, type LightNode } from "../grammar/light-tree.ts";
import type { ParsedFile } from "./uses-rules.ts";

const GENERIC =
  /(?:^|\.)(?:Optional|Union|List|Dict|Tuple|Set|FrozenSet|Type|Callable|Iterable|Iterator|Sequence|Mapping|MutableMapping|Generator|Awaitable|Coroutine|ClassVar|Final|list|dict|tuple|set|type)$/;
const LITERAL = /(?:^|\.)Literal$/;
const INNER = /^(?:list|tuple|binary_operator|type_parameter|type|generic_type|union_type|parenthesized_expression)$/;
const DOTTED = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu;
/** A string with anything else is no type. */
const TYPE = /^[\p{L}\p{N}_.,|[\]\s"']*$/u;

export function namesInQuotedType(node: LightNode, file: ParsedFile): readonly LightNode[] {
  const content = node.type === "string" ? node.children.find(({ type }) => type === "string_content") : undefined;
  const { parent } = node;
  if (!content || !parent || !isType(node, file)) return [];
  const text = file.textOf(content);
  if (!TYPE.test(text)) return [];
  return [...text.matchAll(DOTTED)].flatMap((found) => dotted(found[0], content.start + found.index, parent));
}

/** Returns a node for each part of a dotted name. Each part but the first is an attribute of those before it. */
function dotted(text: string, start: number, parent: LightNode): LightNode[] {
  const names: LightNode[] = [];
  let before: LightNode | undefined;
  let at = start;
  for (const part of text.split(".")) {
    const end = at + part.length;
    const name = { type: "identifier", start: at, end, field: "", parent, children: [] };
    if (before) {
      const children: LightNode[] = [{ ...before, field: "object" }];
      const whole: LightNode = { type: "attribute", start, end, field: "", parent, children };
      const attribute = { ...name, field: "attribute", parent: whole };
      children.push(attribute);
      names.push(attribute);
      before = whole;
    } else {
      names.push(name);
      before = name;
    }
    at = end + 1;
  }
  return names;
}

/** Returns true for a string in place of a type. */
function isType(string: LightNode, file: ParsedFile): boolean {
  let isWritten = false;
  for (let at = string; at.parent; at = at.parent) {
    const { parent } = at;
    if (parent.type === "generic_type" && LITERAL.test(file.textOf(parent.children[0] ?? parent))) return false;
    if (parent.type === "subscript") {
      const value = file.textOf(childOf(parent, "value") ?? parent);
      if (at.field !== "subscript" || LITERAL.test(value)) return false;
      isWritten ||= GENERIC.test(value);
    } else if (parent.type === "type") isWritten = true;
    else if (parent.type === "argument_list") return isWritten || isTypeArgument(at, parent, file);
    else if (parent.type === "keyword_argument") return file.textOf(childOf(parent, "name") ?? parent) === "bound";
    else if (!INNER.test(parent.type)) return isWritten;
  }
  return isWritten;
}

/** The first argument of `cast` and the second of `NewType` are types. */
function isTypeArgument(argument: LightNode, list: LightNode, file: ParsedFile): boolean {
  const called = childOf(list.parent, "function");
  const name = called && /\w+$/.exec(file.textOf(called))?.[0];
  return name === "cast" ? list.children[0] === argument : name === "NewType" && list.children[1] === argument;
}
