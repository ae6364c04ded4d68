/** tree-sitter's C# grammar, run on the inside of declarations only: the outline says where they are. */
import { Language, Parser, type TreeCursor } from "web-tree-sitter";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { repairTree } from "./repair-tree.ts";
import type { SyntaxNode } from "./syntax-node.ts";

export class Grammar {
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** Parses `before + code + after` and gives the tree with offsets that say `start` for where the code begins. */
  parse(code: string, start: number, before: string, after: string): SyntaxNode {
    const tree = this.#parser.parse(before + code + after)!;
    const cursor = tree.walk();
    try {
      const root = copy(cursor, start - before.length, undefined);
      repairTree(root);
      return root;
    } finally {
      cursor.delete();
      tree.delete();
    }
  }
}

/** Loads the grammar from the assets; once per thread is enough. */
export async function loadGrammar(assets: Capabilities["assets"]): Promise<Grammar> {
  await Parser.init({ wasmBinary: await assets.bytes("web-tree-sitter.wasm") });
  const parser = new Parser();
  parser.setLanguage(await Language.load(await assets.bytes("tree-sitter-c_sharp.wasm")));
  return new Grammar(parser);
}

function copy(cursor: TreeCursor, shift: number, parent: SyntaxNode | undefined): SyntaxNode {
  const node: SyntaxNode = {
    type: cursor.nodeType,
    start: cursor.startIndex + shift,
    end: cursor.endIndex + shift,
    field: cursor.currentFieldName ?? "",
    parent,
    children: [],
  };
  if (cursor.gotoFirstChild()) {
    do node.children.push(copy(cursor, shift, node));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
}
