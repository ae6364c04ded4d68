/** One source file as uses see it: its tree, its scopes, and which names are bound where. */

import type { LightNode } from "../grammar/light-tree.ts";
import type { Language } from "../outline/languages.ts";
import { LineTable } from "../outline/line-table.ts";
import type { Binding, ParsedFile, Scope, UsesRules } from "./uses-rules.ts";

/** Bodies of these are visited when a name in them is wanted: names that they bind are seen only inside. */
const FUNCTIONS = /func|method|closure|lambda|constructor/;

/** Nodes whose words are no code. */
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
  /** Not visited yet, in the order of the text. */
  #bodies: Body[] = [];
  #visited = 0;
  /** Names whose places are all visited. */
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

  /** Characters of the parts of the tree that are in memory. */
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

  /** Notes words that are no names in the tree, outside comments and texts. */
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

  /** The names that imports give to exports of these names. */
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

  /** The name around or before an offset. */
  nameAt(offset: number): LightNode | undefined {
    this.#reach(offset);
    this.#reach(offset - 1);
    return [...this.#names.values()].flat().find(({ start, end }) => start <= offset && offset <= end);
  }

  /** Visits the bodies around an offset. */
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

  /** The number of the body around an offset that is not visited yet; -1 for none. */
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

  /** Notes the names in a comment that the language's tools take for uses. */
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

  /** Finds the binding of a name at a place; the last one in front of it, else the first. */
  lookup(text: string, at: LightNode): Binding | undefined {
    const start = this.scopeOf(at);
    let hasLeftFunction = false;
    for (let scope: Scope | undefined = start; scope; scope = scope.parent) {
      const isHidden = this.rules.hidden?.has(scope.node.type) === true;
      const found = isHidden && hasLeftFunction ? undefined : scope.names.get(text);
      if (found?.some((each) => this.rules.isGlobal?.(each))) return this.top.names.get(text)?.[0];
      const visible = found?.findLast(({ name, from }) => name === at || from <= at.start);
      if (visible) return visible;
      // A declaration below is seen in the whole scope, unless it says from where on.
      if (found?.[0] && found[0].from === Number.MAX_SAFE_INTEGER) return found[0];
      if (!isHidden) hasLeftFunction = true;
    }
    return undefined;
  }
}
