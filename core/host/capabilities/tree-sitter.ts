/** Minimal types for web-tree-sitter. It is loaded by path for the grammars of plugins, so that the host doesn't depend on it. */
export interface TreeSitter {
  Parser: { new (): Parser; init(options: object): Promise<void> };
  Language: { load(grammar: Uint8Array): Promise<object> };
  Query: new (language: object, source: string) => { matches(node: object): Match[] };
}

export interface Parser {
  setLanguage(language: object): void;
  parse(text: string, old: null, options: { progressCallback: () => boolean }): Tree | null;
  reset(): void;
}

export interface Tree {
  rootNode: object;
  walk(): Cursor;
  delete(): void;
}

interface Cursor {
  nodeType: string;
  nodeIsNamed: boolean;
  startIndex: number;
  endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}

export interface Match {
  captures: Capture[];
}

export interface Capture {
  name: string;
  node: Node;
}

interface Node {
  type: string;
  text: string;
  startPosition: { row: number; column: number };
  endPosition: { row: number };
  startIndex: number;
  endIndex: number;
  previousSibling: Node | null;
}
