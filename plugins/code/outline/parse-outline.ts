/**
 * Parses a file and returns its outline. If the grammar fails on parts of the code, they are masked and the file is
 * parsed again.
 */
import type { Tree } from "web-tree-sitter";
import type { Parsers } from "../grammar/parsers.ts";
import { rootOf, type SyntaxNode } from "../grammar/stored-node.ts";
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
  const parsed = await readTree(text, language, parsers);
  const rules = outlineRulesOf(language.id)?.rules;
  if (!parsed || !rules) return undefined;
  try {
    onTree?.(parsed.tree);
    return outlineOf(parsed.root, text, rules);
  } finally {
    parsed.tree.delete();
  }
}

export interface ParsedText {
  tree: Tree;
  /** Its nodes are valid until the next parse. */
  root: SyntaxNode;
}

/**
 * Parses both the text and the repaired text, which has the same length, and returns the better tree. The caller has to
 * delete it.
 */
export async function readTree(
  text: string,
  { id, grammar }: Language,
  parsers: Parsers,
): Promise<ParsedText | undefined> {
  if (grammar === "") return undefined;
  const { mask, repair } = outlineRulesOf(id) ?? {};
  const masked = mask?.(text) ?? text;
  const memory = await parsers.memory();
  const tree = await parsers.parse(grammar, masked);
  if (!tree) return undefined;
  const root = rootOf(tree, masked, memory);
  if (!root.hasError) return { tree, root };
  const missed = unread(root, 0);
  // If only little of the text is unread, another parse is not worth it.
  if (mask && missed * 50 < text.length) return { tree, root };
  const other = masked === text ? (repair?.(text) ?? text) : text;
  const second = other === masked ? undefined : await parsers.parse(grammar, other);
  const secondRoot = second && rootOf(second, other, memory);
  if (second && secondRoot && unread(secondRoot, 0) < missed) {
    tree.delete();
    return { tree: second, root: secondRoot };
  }
  second?.delete();
  return { tree, root: rootOf(tree, masked, memory) };
}

/** Returns the number of characters and missing tokens that the tree could not place. */
function unread(node: SyntaxNode, depth: number): number {
  if (node.isError) return node.endIndex - node.startIndex;
  if (node.isMissing) return 1;
  if (!node.hasError || depth > 200) return 0;
  return node.children.reduce((sum, child) => sum + unread(child, depth + 1), 0);
}
