/**
 * Parses code patterns with the grammar of the language. `$A` matches a node and binds it, `$_` matches any node, and
 * `$$$ARGS` matches a list.
 */
import type { CodeNode } from "./code-tree.ts";

export type PatternNode =
  | { is: "one"; name: string; named: boolean }
  | { is: "many"; name: string }
  | { is: "leaf"; type: string; text: string; named: boolean }
  | { is: "node"; type: string; children: PatternNode[] };

/** Replaces the `$` before the name of a variable with a character that the grammar accepts as a letter. */
export function withSigil(pattern: string, sigil: string): string {
  return sigil === "$"
    ? pattern
    : pattern.replace(/\$+(?=[A-Z_])|\$\$\$/g, (dollars) =>
        dollars.length > 3 ? dollars : sigil.repeat(dollars.length),
      );
}

/** The offset of an error in the text of the pattern. */
export interface PatternFault {
  offset: number;
  isSeveral: boolean;
}

/** Converts the innermost node that contains `from` to `to` to a pattern. */
export function patternOf(
  root: CodeNode,
  text: string,
  { sigil, from, to }: { sigil: string; from: number; to: number },
): PatternNode | PatternFault {
  let node = root;
  for (let inner: CodeNode | undefined = root; inner; inner = coveringChild(node, from, to)) node = inner;
  // There is no single node for two statements.
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
  // Between braces, the grammar may reject the name. In that case, the error node is the name itself.
  if (variable && (node.type !== "ERROR" || variable.is === "many")) return variable;
  if (node.type === "ERROR") faults.push(node.start);
  if (node.children.length === 0) return { is: "leaf", type: node.type, text: own, named: node.named };
  const children: PatternNode[] = [];
  for (const child of node.children) {
    // The terminator of a statement has no text if it is missing, so that is not an error.
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

/** Marks names that the grammar parses as a statement or a string. */
const MARK = "\u02ac";
const CALLED = `${MARK}();`;

/**
 * Adds a statement terminator to a `$$$A` that is alone between braces. Otherwise some grammars would parse the braces
 * as a list.
 */
export function withEnds(pattern: string): string {
  return pattern.replace(/(?<=[{};]\s*)\$\$\$[A-Z0-9_]*(?=\s*\})/g, (name) => name + CALLED);
}

/** Adds the quotes around `$A` in `from $A` that some grammars require. */
export function withQuotes(pattern: string): string {
  return pattern.replace(/(?<=\bfrom\s+)\$[A-Z_][A-Z0-9_]*(?=\s*;?\s*$)/, (name) => `"${name}${MARK}"`);
}

function withoutMark(text: string): string {
  if (text.endsWith(CALLED)) return text.slice(0, -CALLED.length);
  return text.endsWith(`${MARK}"`) ? text.slice(1, -MARK.length - 1) : text;
}

/** Returns the words and symbols that every match contains, longest first. */
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
