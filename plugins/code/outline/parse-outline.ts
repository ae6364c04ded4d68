/** The outline of a text: parses it, and parses it again with what its grammar stumbles over masked. */
import type { Node, Tree } from "web-tree-sitter";
import type { Parsers } from "../grammar/parsers.ts";
import type { FileOutline } from "./file-outline.ts";
import type { Language } from "./languages.ts";
import { outlineOf } from "./outline-builder.ts";
import { outlineRulesOf } from "./outline-rules.ts";

/** Returns undefined if the grammar takes too long. */
export async function parseOutline(
  text: string,
  language: Language,
  parsers: Parsers,
): Promise<FileOutline | undefined> {
  const tree = await readTree(text, language, parsers);
  const rules = outlineRulesOf(language.id)?.rules;
  if (!tree || !rules) return undefined;
  try {
    return outlineOf(tree, text, rules);
  } finally {
    tree.delete();
  }
}

/** The better of two trees: of the text, and of the text repaired at the same length. The caller deletes it. */
export async function readTree(text: string, { id, grammar }: Language, parsers: Parsers): Promise<Tree | undefined> {
  const tree = await parsers.parse(grammar, text);
  const repaired = tree?.rootNode.hasError ? outlineRulesOf(id)?.repair?.(text) : undefined;
  if (!tree || repaired === undefined || repaired === text) return tree;
  const other = await parsers.parse(grammar, repaired);
  if (!other || unread(other.rootNode, 0) >= unread(tree.rootNode, 0)) {
    other?.delete();
    return tree;
  }
  tree.delete();
  return other;
}

/** How many characters, and missing tokens, a tree could not place. */
function unread(node: Node, depth: number): number {
  if (node.isError) return node.endIndex - node.startIndex;
  if (node.isMissing) return 1;
  if (!node.hasError || depth > 200) return 0;
  return node.children.reduce((sum, child) => sum + unread(child, depth + 1), 0);
}
