/**
 * Parses a file and returns its outline. If the grammar fails on parts of the code, they are masked and the file is
 * parsed again.
 */
import type { Node, Tree } from "web-tree-sitter";
import type { Parsers } from "../grammar/parsers.ts";
import type { FileOutline } from "./file-outline.ts";
import type { Language } from "./languages.ts";
import { outlineOf } from "./outline-builder.ts";
import { outlineRulesOf, textOutlineOf } from "./outline-rules.ts";

/** Returns undefined if the grammar takes too long. `onTree` is called with the tree before it is deleted. */
export async function parseOutline(
  text: string,
  language: Language,
  parsers: Parsers,
  onTree?: (tree: Tree) => void,
): Promise<FileOutline | undefined> {
  const read = textOutlineOf(language.id);
  if (read) return read(text);
  const tree = await readTree(text, language, parsers);
  const rules = outlineRulesOf(language.id)?.rules;
  if (!tree || !rules) return undefined;
  try {
    onTree?.(tree);
    return outlineOf(tree, text, rules);
  } finally {
    tree.delete();
  }
}

/**
 * Parses both the text and the repaired text, which has the same length, and returns the better tree. The caller has to
 * delete it.
 */
export async function readTree(text: string, { id, grammar }: Language, parsers: Parsers): Promise<Tree | undefined> {
  if (grammar === "") return undefined;
  const { mask, repair } = outlineRulesOf(id) ?? {};
  const masked = mask?.(text) ?? text;
  const tree = await parsers.parse(grammar, masked);
  if (!tree?.rootNode.hasError) return tree;
  // If only little of the text is unread, another parse is not worth it.
  if (mask && unread(tree.rootNode, 0) * 50 < text.length) return tree;
  const other = masked === text ? (repair?.(text) ?? text) : text;
  const second = other === masked ? undefined : await parsers.parse(grammar, other);
  if (!second || unread(second.rootNode, 0) >= unread(tree.rootNode, 0)) {
    second?.delete();
    return tree;
  }
  tree.delete();
  return second;
}

/** Returns the number of characters and missing tokens that the tree could not place. */
function unread(node: Node, depth: number): number {
  if (node.isError) return node.endIndex - node.startIndex;
  if (node.isMissing) return 1;
  if (!node.hasError || depth > 200) return 0;
  return node.children.reduce((sum, child) => sum + unread(child, depth + 1), 0);
}
