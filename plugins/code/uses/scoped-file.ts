/** A source file for finding uses, with its tree, its scopes, and the bindings of its names. */

import type { LightNode } from "../grammar/light-tree.ts";
import type { Language } from "../outline/languages.ts";
import { LineTable } from "../outline/line-table.ts";
import type { Binding, ParsedFile, Scope, UsesRules } from "./uses-rules.ts";

/**
 * Bodies of these nodes are only visited when a name in them is needed, because the names that they bind are only
 * visible inside.
 */
const FUNCTIONS = /func|method|closure|lambda|constructor/;

/** Nodes that contain words but no code. */
const NO_CODE = /comment|string|char|system_lib|preproc_include/;

function isWordUnit(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}_$]/u.test(unit);
}

interface Body {
  node: LightNode;
  scope: Scope;
}

export class ScopedFile implements ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly rules: UsesRules;
  readonly root: LightNode;
  readonly lines: LineTable;
  readonly top: Scope;
  readonly #names = new Map<string, LightNode[]>();
  readonly #scopes = new Map<LightNode, Scope>();
  /** Bodies that have not been visited yet, in text order. */
  #bodies: Body[] = [];
  #visited = 0;
  /** Names whose places have all been visited. */
  readonly #complete = new Set<string>();

  constructor(path: string, text: string, language: Language, rules: UsesRules, root: LightNode) {
    this.path = path;
    this.text = text;
    this.language = language;
    this.rules = rules;
    this.root = root;
    this.lines = new LineTable(text);
    this.top = { node: root, parent: undefined, names: new Map() };
    this.#scopes.set(root, this.top);
    this.#visited = text.length;
    const bodies: Body[] = [];
    for (const child of root.children) this.#visit(child, this.top, bodies);
    this.#bodies = bodies;
  }

  /** The number of characters in those parts of the tree that are in memory. */
  get size(): number {
    return this.#visited;
  }

  textOf(node: LightNode): string {
    return this.text.slice(node.start, node.end);
  }

  named(name: string): readonly LightNode[] {
    if (!this.#complete.has(name)) {
      let from = 0;
      for (let at = this.text.indexOf(name); at >= 0; at = this.text.indexOf(name, from)) {
        this.#reach(at);
        from = at + Math.max(1, name.length);
      }
      if (this.rules.hasOtherWords) this.#noteOtherWords(name);
      this.#complete.add(name);
      this.#names.get(name)?.sort((a, b) => a.start - b.start);
    }
    return this.#names.get(name) ?? [];
  }

  /** Records the words outside comments and strings that are not names in the tree. */
  #noteOtherWords(name: string): void {
    const known = new Set(this.#names.get(name)?.map(({ start }) => start));
    for (let start = this.text.indexOf(name); start >= 0; start = this.text.indexOf(name, start + name.length)) {
      const end = start + name.length;
      if (known.has(start) || isWordUnit(this.text[start - 1]) || isWordUnit(this.text[end])) continue;
      let parent = this.root;
      for (
        let inner: LightNode | undefined = parent;
        inner;
        inner = parent.children.find((each) => each.start <= start && end <= each.end)
      )
        parent = inner;
      const line = this.lines.line(this.lines.at(start).line);
      if (NO_CODE.test(parent.type) || /^\s*#\s*include\b/.test(line)) continue;
      this.#note(name, { type: "word", start, end, field: "", parent, children: [] });
    }
  }

  /** Returns the names that imports give to these exports. */
  importedAs(names: ReadonlySet<string>): Set<string> {
    if (this.rules.importWord) this.named(this.rules.importWord);
    const found = new Set<string>();
    for (const scope of new Set([this.top, ...this.#scopes.values()]))
      for (const [text, bindings] of scope.names)
        if (bindings.some((each) => each.import && names.has(each.import.name))) found.add(text);
    return found;
  }

  place(name: string, offset: number | undefined): LightNode | undefined {
    if (offset === undefined) return undefined;
    this.#reach(offset);
    return this.#names.get(name)?.find(({ start }) => start === offset);
  }

  /** Returns the name at an offset or right before it. */
  nameAt(offset: number): LightNode | undefined {
    this.#reach(offset);
    this.#reach(offset - 1);
    return [...this.#names.values()].flat().find(({ start, end }) => start <= offset && offset <= end);
  }

  /** Visits the bodies that contain an offset. */
  #reach(offset: number): void {
    for (let at = this.#bodyAt(offset); at >= 0; at = this.#bodyAt(offset)) {
      const body = this.#bodies[at];
      if (!body) return;
      const inner: Body[] = [];
      this.#visited += body.node.end - body.node.start;
      this.#descend(body.node, body.scope, inner);
      this.#bodies.splice(at, 1, ...inner);
    }
  }

  /** Returns the index of the unvisited body that contains an offset, or -1. */
  #bodyAt(offset: number): number {
    let low = 0;
    let high = this.#bodies.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bodies[middle]?.node.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const body = this.#bodies[low - 1];
    return body && offset < body.node.end ? low - 1 : -1;
  }

  #visit(node: LightNode, outer: Scope, bodies: Body[]): void {
    if (node.field === "body" && node.parent && FUNCTIONS.test(node.parent.type)) {
      this.#visited -= node.end - node.start;
      bodies.push({ node, scope: outer });
    } else this.#descend(node, outer, bodies);
  }

  #descend(node: LightNode, outer: Scope, bodies: Body[]): void {
    const { names, scopes } = this.rules;
    const { children } = node;
    if (names.has(node.type) && children.length === 0 && (this.rules.isName?.(node) ?? true))
      this.#note(this.textOf(node), node);
    for (const each of this.rules.hiddenNames?.(node, this) ?? []) this.#note(this.textOf(each), each);
    if (node.type === "comment" && this.rules.namesInComments) this.#comment(node, this.rules.namesInComments);
    const inner = scopes.has(node.type) ? { node, parent: outer, names: new Map<string, Binding[]>() } : outer;
    if (inner !== outer) this.#scopes.set(node, inner);
    this.rules.bind(node, outer, inner, this);
    for (const child of children) this.#visit(child, inner, bodies);
  }

  #note(text: string, node: LightNode): void {
    const known = this.#names.get(text);
    if (known) known.push(node);
    else this.#names.set(text, [node]);
  }

  /** Records the names in a comment that count as uses in this language. */
  #comment(node: LightNode, pattern: RegExp): void {
    for (const part of this.textOf(node).matchAll(pattern)) {
      for (const word of part[0].matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
        const start = node.start + part.index + word.index;
        const end = start + word[0].length;
        this.#note(word[0], { type: "type_identifier", start, end, field: "", parent: node, children: [] });
      }
    }
  }

  scopeOf(node: LightNode): Scope {
    this.#reach(node.start);
    for (let at: LightNode | undefined = node; at; at = at.parent) {
      const scope = this.#scopes.get(at);
      if (scope) return scope;
    }
    return this.top;
  }

  /** Finds the binding of a name at a node. This is the last one before it, or else the first one. */
  lookup(text: string, at: LightNode): Binding | undefined {
    const start = this.scopeOf(at);
    let hasLeftFunction = false;
    for (let scope: Scope | undefined = start; scope; scope = scope.parent) {
      const isHidden = this.rules.hidden?.has(scope.node.type) === true;
      const found = isHidden && hasLeftFunction ? undefined : scope.names.get(text);
      if (found?.some((each) => this.rules.isGlobal?.(each))) return this.top.names.get(text)?.[0];
      const visible = found?.findLast(({ name, from }) => name === at || from <= at.start);
      if (visible) return visible;
      // A declaration that comes later is visible in the whole scope, unless it specifies from which offset.
      if (found?.[0] && found[0].from === Number.MAX_SAFE_INTEGER) return found[0];
      if (!isHidden) hasLeftFunction = true;
    }
    return undefined;
  }
}
