/**
 * Nodes of a syntax tree, for rules that visit a part of it. They are read from the memory of tree-sitter when their
 * parent's children are requested. Its own nodes cross into WebAssembly for each property, which takes a third as long
 * as the parse itself.
 */
import type { Tree } from "web-tree-sitter";
import type { TreeMemory } from "./raw-tree.ts";
import {
  aliasOf,
  ERROR_SYMBOL,
  fieldOf,
  hasFields,
  OF_NODE,
  readSubtree,
  SMALL,
  type Subtree,
  type TreeTables,
} from "./tree-layout.ts";

/** The part of tree-sitter's own nodes that rules use. */
export interface SyntaxNode {
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly text: string;
  readonly isNamed: boolean;
  readonly isError: boolean;
  readonly isMissing: boolean;
  /** True if the node is an error or contains one. */
  readonly hasError: boolean;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
  readonly firstChild: SyntaxNode | null;
  readonly firstNamedChild: SyntaxNode | null;
  readonly lastNamedChild: SyntaxNode | null;
  readonly previousNamedSibling: SyntaxNode | null;
  readonly nextNamedSibling: SyntaxNode | null;
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): readonly SyntaxNode[];
  /** The search includes the node itself. */
  descendantsOfType(type: string): readonly SyntaxNode[];
}

/**
 * Returns the root of a tree, given the text that was parsed. Without access to the memory, it is tree-sitter's own. The
 * nodes are valid until the next parse, which may move the memory.
 */
export function rootOf(tree: Tree, text: string, memory: TreeMemory | undefined): SyntaxNode {
  if (!memory) return tree.rootNode;
  const tables = memory.tables(tree);
  const { types, fields } = tree.language;
  const root = readSubtree(tables, tables.root);
  return new StoredNode({ tables, types, fields, text }, null, 0, tables.root, root, 0, root.padding);
}

/** The data that the nodes of a tree share. */
interface Source {
  tables: TreeTables;
  types: readonly string[];
  fields: readonly (string | null)[];
  text: string;
}

/** This list is shared by all leaves, because most nodes are leaves. */
const NONE: readonly StoredNode[] = [];

class StoredNode implements SyntaxNode {
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isNamed: boolean;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly hasError: boolean;
  readonly parent: StoredNode | null;
  readonly #source: Source;
  /** Its index among the children of its parent. */
  readonly #index: number;
  /** The address of the pointer to it. */
  readonly #address: number;
  /** The number of its field in the parent, or 0. */
  readonly #field: number;
  #children: readonly StoredNode[] | undefined;
  #namedChildren: readonly StoredNode[] | undefined;

  constructor(
    source: Source,
    parent: StoredNode | null,
    index: number,
    address: number,
    subtree: Subtree,
    field: number,
    start: number,
  ) {
    const { symbol, size } = subtree;
    const { halves, publicSymbols } = source.tables;
    this.isError = symbol === ERROR_SYMBOL;
    this.type = this.isError ? "ERROR" : (source.types[halves[publicSymbols + symbol] ?? 0] ?? "");
    this.startIndex = start >> 1;
    this.endIndex = (start + size) >> 1;
    this.isNamed = subtree.isNamed;
    this.isMissing = subtree.isMissing;
    this.hasError = subtree.hasError;
    this.parent = parent;
    this.#source = source;
    this.#index = index;
    this.#address = address;
    this.#field = field;
  }

  get text(): string {
    return this.#source.text.slice(this.startIndex, this.endIndex);
  }

  get children(): readonly StoredNode[] {
    this.#children ??= this.#read();
    return this.#children;
  }

  #read(): readonly StoredNode[] {
    const found: StoredNode[] = [];
    readChildren(this.#source, this, this.#address, this.startIndex * 2, 0, true, found);
    return found.length === 0 ? NONE : found;
  }

  get namedChildren(): readonly StoredNode[] {
    this.#namedChildren ??= this.children.filter(({ isNamed }) => isNamed);
    return this.#namedChildren;
  }

  get firstChild(): StoredNode | null {
    return this.children[0] ?? null;
  }

  get firstNamedChild(): StoredNode | null {
    return this.namedChildren[0] ?? null;
  }

  get lastNamedChild(): StoredNode | null {
    return this.namedChildren.at(-1) ?? null;
  }

  get previousNamedSibling(): StoredNode | null {
    return this.parent?.children.slice(0, this.#index).findLast(({ isNamed }) => isNamed) ?? null;
  }

  get nextNamedSibling(): StoredNode | null {
    return this.parent?.children.slice(this.#index + 1).find(({ isNamed }) => isNamed) ?? null;
  }

  childForFieldName(name: string): StoredNode | null {
    const field = this.#source.fields.indexOf(name);
    if (field > 0) for (const child of this.children) if (child.#field === field) return child;
    return null;
  }

  childrenForFieldName(name: string): readonly StoredNode[] {
    const field = this.#source.fields.indexOf(name);
    return field > 0 ? this.children.filter((child) => child.#field === field) : NONE;
  }

  descendantsOfType(type: string): readonly StoredNode[] {
    const found: StoredNode[] = [];
    const visit = (node: StoredNode, depth: number) => {
      if (node.type === type) found.push(node);
      if (depth < MAX_DEPTH) for (const child of node.children) visit(child, depth + 1);
    };
    visit(this, 0);
    return found;
  }
}

/** Deeper trees are generated or malicious. */
const MAX_DEPTH = 500;

/**
 * Adds the visible children of a node to `found`, and those of its hidden children. `address` is that of the pointer to
 * the node, and `start` its position in bytes. `keepsFields` is false below a rule without fields, such
 * as an error: tree-sitter does not look for fields there.
 */
function readChildren(
  source: Source,
  parent: StoredNode,
  address: number,
  start: number,
  outerField: number,
  keepsFields: boolean,
  found: StoredNode[],
): void {
  const { tables } = source;
  const { words, halves, bytes, metadata } = tables;
  const node = words[address >> 2] ?? 0;
  const count = (node & SMALL.isSmall) !== 0 ? 0 : (words[(node + OF_NODE.childCount) >> 2] ?? 0);
  if (count === 0) return;
  const production = halves[(node + OF_NODE.production) >> 1] ?? 0;
  const givesFields = keepsFields && hasFields(tables, production);
  let inRule = 0;
  let end = start;
  for (let index = 0; index < count; index++) {
    const at = node - (count - index) * 8;
    const child = readSubtree(tables, at);
    // The first child starts where its parent does.
    const from = index === 0 ? start : end + child.padding;
    end = from + child.size;
    let field = 0;
    if (!child.isExtra) {
      field = (givesFields && fieldOf(tables, production, inRule)) || outerField;
      const alias = aliasOf(tables, production, inRule);
      if (alias !== 0) {
        child.isVisible = true;
        child.isNamed = bytes[metadata + alias * 3 + 1] === 1;
        child.symbol = alias;
      }
      inRule++;
    }
    if (child.isVisible) found.push(new StoredNode(source, parent, found.length, at, child, field, from));
    else readChildren(source, parent, at, from, field, givesFields, found);
  }
}
