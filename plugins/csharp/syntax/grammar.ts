/** Parses the inside of declarations with tree-sitter's C# grammar. Their ranges are known from the outline. */
import { Language, Parser, type TreeCursor } from "web-tree-sitter";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { repairTree } from "./repair-tree.ts";
import type { SyntaxNode } from "./syntax-node.ts";

export class Grammar {
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /**
   * Parses `before + code + after`, and returns the top-level nodes and the first syntax error. The offsets of errors are
   * relative to `code`.
   */
  check(code: string, before: string, after: string): { fault: SyntaxFault | undefined; root: SyntaxNode } {
    const tree = this.#parser.parse(before + code + after)!;
    const cursor = tree.walk();
    try {
      const fault = tree.rootNode.hasError ? faultIn(cursor) : undefined;
      const within = (at: number) => Math.max(0, Math.min(at - before.length, code.length));
      const root = copy(cursor, -before.length, undefined);
      return { fault: fault && { ...fault, at: within(fault.at) }, root };
    } finally {
      cursor.delete();
      tree.delete();
    }
  }

  /**
   * Parses the same code but returns a tree. Its offsets are relative to the file, in which the code begins at `start`. @param
   * text the file before masking
   */
  parse(code: string, start: number, before: string, after: string, text: string): SyntaxNode {
    const tree = this.#parser.parse(before + code + after)!;
    const cursor = tree.walk();
    try {
      const root = copy(cursor, start - before.length, undefined);
      repairTree(root, text);
      return root;
    } finally {
      cursor.delete();
      tree.delete();
    }
  }
}

interface SyntaxFault {
  at: number;
  /** The missing token, or "" if there is unexpected code. */
  missing: string;
}

/** Loads the grammar from the assets. Each thread only has to do this once. */
export async function loadGrammar(assets: Capabilities["assets"]): Promise<Grammar> {
  await Parser.init({ wasmBinary: await assets.bytes("web-tree-sitter.wasm") });
  const parser = new Parser();
  parser.setLanguage(await Language.load(await assets.bytes("tree-sitter-c_sharp.wasm")));
  return new Grammar(parser);
}

/** Finds the first syntax error. The cursor ends up at the root. */
function faultIn(cursor: TreeCursor): SyntaxFault | undefined {
  let fault: SyntaxFault | undefined;
  if (cursor.nodeIsMissing) return { at: cursor.startIndex, missing: cursor.nodeType };
  if (cursor.nodeType === "ERROR") fault = { at: cursor.startIndex, missing: "" };
  // An error may span all of the code, so we look for a smaller one inside it.
  if (cursor.gotoFirstChild()) {
    do {
      const inner = faultIn(cursor);
      if (inner && (!fault || inner.at > fault.at)) fault = inner;
      if (inner) break;
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return fault;
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
