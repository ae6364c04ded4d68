/** Walks a syntax tree by the rules of its language and collects the declarations. */
import { shortSignature } from "../../../core/host/plugin-api.ts";
import type { SyntaxNode } from "../grammar/stored-node.ts";
import type { Defines } from "./c-defines.ts";
import { documentationAbove } from "./comment-above.ts";
import type { Declaration, FileOutline } from "./file-outline.ts";
import { LineTable } from "./line-table.ts";

/** Records the declarations of a node, and calls `walk` for its content. */
export type Rule = (node: SyntaxNode, scope: Scope, outline: OutlineBuilder) => void;

export interface OutlineRules {
  /** The rules, keyed by the type of the node. */
  rules: Readonly<Record<string, Rule>>;
  /** Nodes that declare nothing themselves but may contain declarations. */
  through: ReadonlySet<string>;
  /** Nodes around a declaration that belong to it, such as `export`. The lines of the declaration start with them. */
  wrappers: ReadonlySet<string>;
  /** Siblings before a declaration that belong to it, such as attributes. */
  prefixes: ReadonlySet<string>;
  /** The comment syntax, for the documentation above a declaration. */
  comments: "slash" | "hash" | "dash";
  /** Adds declarations that are found in the text rather than in the tree. */
  lexical?: (outline: OutlineBuilder) => void;
}

export interface Scope {
  readonly containers: readonly string[];
  /** The kind of the enclosing declaration, such as `class` or `impl`, and "" for the file. */
  readonly kind: string;
  /** Names that this scope has already declared, for languages that declare by assignment. */
  readonly names: Set<string>;
}

/** A node or another part of the text. */
interface Span {
  startIndex: number;
  endIndex: number;
}

interface Declared {
  kind: string;
  /** The node that contains the name. */
  name: Pick<SyntaxNode, "startIndex" | "text">;
  /** The name if it differs from the text of the node. */
  text?: string;
  whole: Span;
  /** The part with which the signature starts. Defaults to `whole`. */
  head?: Span;
  /** The part before which the signature ends. By default, it ends with `whole`. */
  body?: Pick<Span, "startIndex"> | null | undefined;
  documentation?: string;
  /** True if further declarations of the name in the same scope are the same symbol. */
  isOverload?: boolean;
}

/** Deeper trees are generated or malicious. */
const MAX_DEPTH = 200;
/** If a file has more declarations than this, the others are counted but not listed. */
const MAX_DECLARATIONS = 100_000;

export class OutlineBuilder {
  readonly text: string;
  readonly lines: LineTable;
  readonly declarations: Declaration[] = [];
  /** The names among them that are namespaces. */
  readonly namespaces = new Set<string>();
  /** The macros of C, which are read once. */
  defines: Defines | undefined;
  #rules: OutlineRules;
  #depth = 0;
  /** The offset of the wrapper around the next declaration. */
  #outer: number | undefined;

  constructor(text: string, rules: OutlineRules) {
    this.text = text;
    this.lines = new LineTable(text);
    this.#rules = rules;
  }

  /**
   * Visits the declarations below a node. With `column`, it starts at the first function and only visits declarations
   * that do not start further to the right, including those in statements. This helps with a grammar that missed the
   * end of a function and takes the following functions for its content.
   */
  walk(node: SyntaxNode | null | undefined, scope: Scope, column?: number): void {
    if (!node || this.#depth >= MAX_DEPTH || this.declarations.length >= MAX_DECLARATIONS) return;
    this.#depth++;
    const outer = this.#outer;
    const children = node.namedChildren;
    // A group of several declarations, such as `const (…)` in Go, does not belong to any of them.
    const isWrapped =
      this.#rules.wrappers.has(node.type) && children.filter((child) => this.#isRead(child)).length === 1;
    let prefix: number | undefined;
    let hasLeft = column === undefined;
    for (const child of children) {
      const { type } = child;
      if (this.#rules.prefixes.has(type)) {
        prefix ??= child.startIndex;
        continue;
      }
      const rule = Object.hasOwn(this.#rules.rules, type) ? this.#rules.rules[type] : undefined;
      const isOutside = column === undefined || (rule !== undefined && this.column(child) <= column);
      hasLeft ||= isOutside && type === "function_definition";
      if (!(isOutside && hasLeft)) {
        if (child.hasError) this.walk(child, scope, column);
      } else if (this.#isRead(child)) {
        this.#outer = isWrapped ? (outer ?? node.startIndex) : prefix;
        if (rule) rule(child, scope, this);
        else this.walk(child, scope);
      }
      if (!type.includes("comment")) prefix = undefined;
    }
    this.#outer = outer;
    this.#depth--;
  }

  /** Returns the column of the start of a node. */
  column({ startIndex }: SyntaxNode): number {
    return this.lines.at(startIndex).column;
  }

  #isRead({ type }: SyntaxNode): boolean {
    const { rules, through, wrappers } = this.#rules;
    return Object.hasOwn(rules, type) || type === "ERROR" || through.has(type) || wrappers.has(type);
  }

  /** Records a declaration, and returns the scope inside it. */
  declare(scope: Scope, { kind, name, text, whole, head = whole, body, documentation, isOverload }: Declared): Scope {
    const start = Math.min(this.#outer ?? whole.startIndex, whole.startIndex);
    // Declarations inside it or after it in the wrapper start at their own node.
    this.#outer = undefined;
    const said = text ?? name.text;
    const place = this.lines.at(name.startIndex);
    if (kind === "namespace") this.namespaces.add(said);
    this.declarations.push({
      name: said,
      kind,
      containers: scope.containers,
      nameLine: place.line,
      nameColumn: place.column,
      startLine: this.lines.at(start).line,
      endLine: this.lines.at(Math.max(start, whole.endIndex - 1)).line,
      head: { start: head.startIndex, end: body ? body.startIndex : whole.endIndex },
      documentation: documentation ?? documentationAbove(this.lines, start, this.#rules.comments),
      ...(isOverload ? { isOverload } : {}),
    });
    return inside(scope, said, kind);
  }
}

/** Returns the value if it is long. A short value is part of the signature, and a long one ends it. */
export function longValue(value: SyntaxNode | null): SyntaxNode | undefined {
  return value && value.endIndex - value.startIndex > 60 ? value : undefined;
}

export function inside(scope: Scope, name: string, kind: string): Scope {
  return { containers: [...scope.containers, name], kind, names: new Set() };
}

export function outlineOf(root: SyntaxNode, text: string, rules: OutlineRules): FileOutline {
  const outline = new OutlineBuilder(text, rules);
  outline.walk(root, { containers: [], kind: "", names: new Set() });
  if (rules.lexical) {
    rules.lexical(outline);
    outline.declarations.sort((a, b) => a.startLine - b.startLine);
  }
  return { declarations: outline.declarations, unread: root.hasError ? unreadLines(root, outline.lines, 0) : 0 };
}

/** Counts the lines of the outermost nodes that the grammar could not read. */
function unreadLines(node: SyntaxNode, lines: LineTable, depth: number): number {
  if (node.isError || node.isMissing) return lines.at(node.endIndex).line - lines.at(node.startIndex).line + 1;
  if (!node.hasError || depth > MAX_DEPTH) return 0;
  return node.children.reduce((sum, child) => sum + unreadLines(child, lines, depth + 1), 0);
}

/** Returns the signature of a declaration on a single line. */
export function signatureOf(text: string, { head, name }: Pick<Declaration, "head" | "name">): string {
  const MOST = 240;
  const line = text
    .slice(head.start, Math.min(head.end, head.start + 8 * MOST + name.length))
    .replace(/\/\*.*?\*\/|(?<=\s)\/\/[^\n]*/gs, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\s*(?:=>?|\{|:)?\s*$/, "");
  return shortSignature(line, name, MOST);
}
