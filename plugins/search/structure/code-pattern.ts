/** A pattern of code: parsed by the language's own grammar, with `$A` for one node, `$_` for any, `$$$ARGS` for several. */
import type { CodeNode } from "./code-tree.ts";

export type PatternNode =
  | { is: "one"; name: string; named: boolean }
  | { is: "many"; name: string }
  | { is: "leaf"; type: string; text: string; named: boolean }
  | { is: "node"; type: string; children: PatternNode[] };

/** A `$` before a name of a variable becomes the character that the grammar takes for a letter. */
export function withSigil(pattern: string, sigil: string): string {
  return sigil === "$"
    ? pattern
    : pattern.replace(/\$+(?=[A-Z_])|\$\$\$/g, (dollars) =>
        dollars.length > 3 ? dollars : sigil.repeat(dollars.length),
      );
}

/** Takes the innermost node that holds all of the parsed pattern. */
export function patternOf(root: CodeNode, text: string, sigil: string): PatternNode {
  let node = root;
  for (let only = single(node); only; only = single(node)) node = only;
  return toPattern(node, text, sigil);
}

function single({ children }: CodeNode): CodeNode | undefined {
  const [first, second, ...more] = children;
  if (more.length > 0) return undefined;
  // The end of a statement, in Go, is a token without text.
  return second === undefined || second.missing || second.start === second.end ? first : undefined;
}

function toPattern(node: CodeNode, text: string, sigil: string): PatternNode {
  const own = text.slice(node.start, node.end);
  const variable = variableOf(own, sigil);
  if (variable) return variable;
  if (node.children.length === 0) return { is: "leaf", type: node.type, text: own, named: node.named };
  const children = node.children.filter(({ missing }) => !missing).map((each) => toPattern(each, text, sigil));
  return { is: "node", type: node.type, children };
}

function variableOf(text: string, sigil: string): PatternNode | undefined {
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

/** Words and signs that every match holds, longest first. */
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
