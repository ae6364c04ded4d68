/** Handles CommonJS modules, with values assigned to `module.exports` and `exports` and imports by `require`. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { Import, ParsedFile } from "../uses-rules.ts";
import { plainText } from "./declared-members.ts";

/** The name for the value that a CommonJS module exports as a whole. */
export const WHOLE = "export=";

export interface CommonExports {
  /** The values of `module.exports`, or the names that are assigned the same value. */
  whole: LightNode[];
  /** The values of `exports.name`, in the same form. */
  named: Map<string, LightNode[]>;
}

const BLOCKS =
  /^(?:statement_block|if_statement|else_clause|try_statement|catch_clause|finally_clause|expression_statement|parenthesized_expression|call_expression|unary_expression|sequence_expression)$/;
const FUNCTIONS = /^(?:function_expression|arrow_function)$/;

export function commonExports(file: ParsedFile): CommonExports {
  const found: CommonExports = { whole: [], named: new Map() };
  if (/\bexports\b/.test(file.text)) collect(file.root.children, file, found);
  return found;
}

function collect(nodes: readonly LightNode[], file: ParsedFile, found: CommonExports): void {
  for (const node of nodes) {
    if (node.type === "assignment_expression") noteAssignment(node, undefined, file, found);
    else if (/^(?:variable|lexical)_declaration$/.test(node.type)) {
      for (const each of node.children) {
        const value = childOf(each, "value");
        if (value?.type === "assignment_expression") noteAssignment(value, childOf(each, "name"), file, found);
      }
    } else if (BLOCKS.test(node.type)) collect(node.children, file, found);
    // This is a function around the whole file, as in `(function () { … })()`.
    else if (FUNCTIONS.test(node.type) && /^(?:parenthesized|call|unary)_expression$/.test(node.parent?.type ?? "")) {
      collect(childOf(node, "body")?.children ?? [], file, found);
    } else if (node.type === "member_expression" && childOf(node, "object")?.type === "parenthesized_expression")
      collect(node.children.slice(0, 1), file, found);
  }
}

function noteAssignment(
  assignment: LightNode,
  declared: LightNode | undefined,
  file: ParsedFile,
  found: CommonExports,
): void {
  const lefts: LightNode[] = [];
  let value: LightNode | undefined = assignment;
  while (value?.type === "assignment_expression") {
    const left = childOf(value, "left");
    if (left) lefts.push(left);
    value = childOf(value, "right");
  }
  const targets = lefts.map((left) => exportOf(left, file));
  const name = declared ?? lefts.find((left) => left.type === "identifier" && file.textOf(left) !== "exports");
  const given = name?.type === "identifier" ? name : value;
  if (!given) return;
  for (const target of targets) {
    if (target === WHOLE) found.whole.push(given);
    else if (target !== undefined) found.named.set(target, [...(found.named.get(target) ?? []), given]);
  }
}

/** Returns the name of the export that an assignment to an expression creates. */
export function exportOf(left: LightNode, file: ParsedFile): string | undefined {
  if (left.type !== "member_expression") return undefined;
  const written = file.textOf(left).replace(/\s+/g, "");
  if (written === "module.exports") return WHOLE;
  return /^(?:module\.)?exports\.([\w$]+)$/.exec(written)?.[1];
}

/** Returns the names under which an assignment exports the value at a node. */
export function exportsAt(node: LightNode, file: ParsedFile): string[] {
  let at = node;
  let key: string | undefined;
  if (node.field === "name" && /^(?:function_expression|class)$/.test(at.parent?.type ?? "") && at.parent)
    at = at.parent;
  // Handles `module.exports = { name, other: name }`.
  const object =
    at.type === "shorthand_property_identifier" ? at.parent : at.field === "value" ? at.parent?.parent : undefined;
  if (object?.type === "object") {
    const pair = at.parent?.type === "pair" ? childOf(at.parent, "key") : at;
    key = pair && plainText(file.textOf(pair));
    at = object;
  }
  let top = at.field === "name" && at.parent?.type === "variable_declarator" ? childOf(at.parent, "value") : at.parent;
  if (at.field === "property" && at.parent?.field === "left") top = at.parent.parent;
  if (top?.type !== "assignment_expression" || (at.field === "left" && at.type !== "identifier")) return [];
  while (top.parent?.type === "assignment_expression" && top.field === "right") top = top.parent;
  const names: string[] = [];
  for (let each: LightNode | undefined = top; each?.type === "assignment_expression"; each = childOf(each, "right")) {
    const left = childOf(each, "left");
    const name = left && exportOf(left, file);
    if (name === WHOLE) names.push(...(key === undefined ? [WHOLE, "default"] : [key]));
    else if (name !== undefined && key === undefined) names.push(name);
  }
  return names;
}

/** Returns the import for `require("m")`, `require("m").name` or `await import("m")`. */
export function requiredBy(value: LightNode | undefined, file: ParsedFile): Import | undefined {
  if (value?.type === "member_expression") {
    const whole = requiredBy(childOf(value, "object"), file);
    const property = childOf(value, "property");
    return whole && property && isWhole(whole) ? { module: whole.module, name: file.textOf(property) } : undefined;
  }
  const isAwaited = value?.type === "await_expression";
  const call = isAwaited ? value.children[0] : value;
  if (call?.type !== "call_expression") return undefined;
  const called = childOf(call, "function");
  const argument = childOf(call, "arguments")?.children[0];
  if (!called || argument?.type !== "string") return undefined;
  const isImport = isAwaited
    ? called.type === "import"
    : called.type === "identifier" && file.textOf(called) === "require";
  return isImport ? { module: file.textOf(argument).slice(1, -1), name: isAwaited ? "*" : WHOLE } : undefined;
}

function isWhole({ name }: Import): boolean {
  return name === WHOLE || name === "*";
}

/** Returns the import of a key in `const { key: name } = require("m")`. */
export function requiredKey(key: LightNode, file: ParsedFile): Import | undefined {
  const pattern = /^(?:pair_pattern|object_assignment_pattern)$/.test(key.parent?.type ?? "")
    ? key.parent?.parent
    : key.parent;
  if (pattern?.type !== "object_pattern" || pattern.parent?.type !== "variable_declarator") return undefined;
  const whole = requiredBy(childOf(pattern.parent, "value"), file);
  return whole && isWhole(whole) ? { module: whole.module, name: file.textOf(key) } : undefined;
}
