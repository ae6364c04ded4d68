/**
 * Parses code patterns with the language's grammar. `$A` matches a node and binds it, `$_` matches any node, and `$$$ARGS`
 * matches any list of nodes.
 */
import type { CodeNode } from "./code-tree.ts";

export type PatternNode =
  | { is: "one"; name: string; named: boolean }
  | { is: "many"; name: string }
  | { is: "leaf"; type: string; text: string; named: boolean }
  | { is: "node"; type: string; children: PatternNode[] };

/** Replaces the `$` by a character that grammars take for a letter, because they do not accept `$A` as a name. */
export function withSigil(pattern: string, sigil: string): string {
  return sigil === "$"
    ? pattern
    : pattern.replace(/\$+(?=[A-Z_])|\$\$\$/g, (dollars) =>
        dollars.length > 3 ? dollars : sigil.repeat(dollars.length),
      );
}

/** The position of a mistake in a pattern. */
export interface PatternFault {
  offset: number;
  isSeveral: boolean;
}

/** Turns the innermost node that spans `from` to `to` into a pattern. */
export function patternOf(
  root: CodeNode,
  text: string,
  { sigil, from, to }: { sigil: string; from: number; to: number },
): PatternNode | PatternFault {
  let node = root;
  for (let inner: CodeNode | undefined = root; inner; inner = coveringChild(node, from, to)) node = inner;
  // Two statements do not have a node of their own.
  if (node.start < from || node.end > to || (node === root && node.children.filter((each) => !each.missing).length > 1))
    return { offset: firstFault(node) ?? from, isSeveral: firstFault(node) === undefined };
  const faults: number[] = [];
  const pattern = toPattern(node, text, sigil, faults);
  const [offset] = faults;
  return offset === undefined ? pattern : { offset, isSeveral: false };
}

function coveringChild({ children }: CodeNode, from: number, to: number): CodeNode | undefined {
  return children.find(({ start, end }) => start <= from && end >= to);
}

function firstFault(node: CodeNode): number | undefined {
  if (node.type === "ERROR") return node.start;
  for (const child of node.children) {
    const found = firstFault(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toPattern(node: CodeNode, text: string, sigil: string, faults: number[]): PatternNode {
  const own = text.slice(node.start, node.end);
  const variable = variableOf(own, sigil);
  // Some grammars reject our name between braces. In that case the error node is just the name, so we can use it.
  if (variable && (node.type !== "ERROR" || variable.is === "many")) return variable;
  if (node.type === "ERROR") faults.push(node.start);
  if (node.children.length === 0) return { is: "leaf", type: node.type, text: own, named: node.named };
  const children: PatternNode[] = [];
  for (const child of node.children) {
    // If a terminator is omitted, it is a missing node without text, which is not a mistake.
    if (child.missing && !isEnd(child.type)) faults.push(child.start);
    if (!child.missing) children.push(toPattern(child, text, sigil, faults));
  }
  return { is: "node", type: node.type, children };
}

function isEnd(type: string): boolean {
  return type === ";" || !/^[\p{P}\p{S}]|^[a-z]+$/u.test(type);
}

function variableOf(written: string, sigil: string): PatternNode | undefined {
  const text = withoutMark(written);
  if (text === sigil.repeat(3)) return { is: "many", name: "" };
  if (text.startsWith(sigil.repeat(3))) {
    const name = text.slice(3 * sigil.length);
    if (!/^[A-Z0-9_]*$/.test(name)) return undefined;
    return { is: "many", name: name.startsWith("_") ? "" : name };
  }
  if (!text.startsWith(sigil)) return undefined;
  const rest = text.slice(sigil.length);
  const named = !rest.startsWith(sigil);
  const name = named ? rest : rest.slice(sigil.length);
  if (!/^[A-Z_][A-Z0-9_]*$/.test(name)) return undefined;
  return { is: "one", name: name.startsWith("_") ? "" : name, named };
}

/** Marks names that were parsed as a statement or a string. */
const MARK = "\u02ac";
const CALLED = `${MARK}();`;

/** Adds terminators, since some grammars take the braces around a lone `$$$A` for a list. */
export function withEnds(pattern: string): string {
  return pattern.replace(/(?<=[{};]\s*)\$\$\$[A-Z0-9_]*(?=\s*\})/g, (name) => name + CALLED);
}

/** Adds quotes, which some grammars require in `from $A`. */
export function withQuotes(pattern: string): string {
  return pattern.replace(/(?<=\bfrom\s+)\$[A-Z_][A-Z0-9_]*(?=\s*;?\s*$)/, (name) => `"${name}${MARK}"`);
}

function withoutMark(text: string): string {
  if (text.endsWith(CALLED)) return text.slice(0, -CALLED.length);
  return text.endsWith(`${MARK}"`) ? text.slice(1, -MARK.length - 1) : text;
}

/** Returns the words and symbols that any match must contain, starting with the longest. We use these to choose the files. */
export function literalsOf(pattern: PatternNode): string[] {
  const found = new Set<string>();
  const visit = (node: PatternNode) => {
    if (node.is === "leaf" && node.named && /^[\p{L}\p{N}_]+$/u.test(node.text)) found.add(node.text);
    if (node.is === "leaf" && !node.named && node.text === node.type && /^[a-z_]{3,}$/.test(node.text))
      found.add(node.text);
    if (node.is === "node") for (const child of node.children) visit(child);
  };
  visit(pattern);
  return [...found].sort((a, b) => b.length - a.length);
}
