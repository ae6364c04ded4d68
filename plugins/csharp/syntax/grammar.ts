/** tree-sitter's C# grammar, for the inside of declarations. Their range is known from the outline. */
import { Language, Parser, type TreeCursor } from "web-tree-sitter";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { repairTree } from "./repair-tree.ts";
import type { SyntaxNode } from "./syntax-node.ts";

export class Grammar {
  readonly #parser: Parser;

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** Parses `before + code + after`, and returns top-level nodes and the first syntax error. Error offsets are relative to `code`. */
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

  /** Same, but gives a tree. Its offsets are relative to the file, with the code beginning at `start`. @param text the file before masking */
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
  /** Missing token, or "" for unexpected code */
  missing: string;
}

/** Load the grammar from the assets. A thread has to do this only once. */
export async function loadGrammar(assets: Capabilities["assets"]): Promise<Grammar> {
  await Parser.init({ wasmBinary: await assets.bytes("web-tree-sitter.wasm") });
  const parser = new Parser();
  parser.setLanguage(await Language.load(await assets.bytes("tree-sitter-c_sharp.wasm")));
  return new Grammar(parser);
}

/** Find the first syntax error. The cursor is left at the root. */
function faultIn(cursor: TreeCursor): SyntaxFault | undefined {
  let fault: SyntaxFault | undefined;
  if (cursor.nodeIsMissing) return { at: cursor.startIndex, missing: cursor.nodeType };
  if (cursor.nodeType === "ERROR") fault = { at: cursor.startIndex, missing: "" };
  // an error may cover all of the code, so look for a smaller one inside
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
