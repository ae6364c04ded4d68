/** One source file as uses see it: its tree, its scopes, and which names are bound where. */
import type { Language } from "../outline/languages.ts";
import { LineTable } from "../outline/line-table.ts";
import type { LightNode } from "./light-tree.ts";
import type { Binding, ParsedFile, Scope, UsesRules } from "./uses-rules.ts";

export class ScopedFile implements ParsedFile {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
  readonly rules: UsesRules;
  readonly root: LightNode;
  readonly lines: LineTable;
  /** Names by their text. */
  readonly names = new Map<string, LightNode[]>();
  readonly top: Scope;
  readonly #scopes = new Map<LightNode, Scope>();

  constructor(path: string, text: string, language: Language, rules: UsesRules, root: LightNode) {
    this.path = path;
    this.text = text;
    this.language = language;
    this.rules = rules;
    this.root = root;
    this.lines = new LineTable(text);
    this.top = { node: root, parent: undefined, names: new Map() };
    this.#scopes.set(root, this.top);
    for (const child of root.children) this.#visit(child, this.top);
  }

  textOf(node: LightNode): string {
    return this.text.slice(node.start, node.end);
  }

  #visit(node: LightNode, outer: Scope): void {
    const { names, scopes } = this.rules;
    if (names.has(node.type) && node.children.length === 0 && (this.rules.isName?.(node) ?? true)) {
      const text = this.textOf(node);
      const known = this.names.get(text);
      if (known) known.push(node);
      else this.names.set(text, [node]);
    }
    if (node.type === "comment" && this.rules.namesInComments) this.#comment(node, this.rules.namesInComments);
    const inner = scopes.has(node.type) ? { node, parent: outer, names: new Map<string, Binding[]>() } : outer;
    if (inner !== outer) this.#scopes.set(node, inner);
    this.rules.bind(node, outer, inner, this);
    for (const child of node.children) this.#visit(child, inner);
  }

  /** Notes the names in a comment that the language's tools take for uses. */
  #comment(node: LightNode, pattern: RegExp): void {
    for (const part of this.textOf(node).matchAll(pattern)) {
      for (const word of part[0].matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
        const start = node.start + part.index + word.index;
        const named = {
          type: "type_identifier",
          start,
          end: start + word[0].length,
          field: "",
          parent: node,
          children: [],
        };
        const known = this.names.get(word[0]);
        if (known) known.push(named);
        else this.names.set(word[0], [named]);
      }
    }
  }

  scopeOf(node: LightNode): Scope {
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
