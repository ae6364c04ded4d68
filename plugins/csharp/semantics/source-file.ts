/**
 * Represents a script for name resolution, with its declarations, headers and using directives. The syntax trees of members are
 * parsed on demand.
 */
import { ConditionalGroups } from "../lexer/conditional-groups.ts";
import { maskCode } from "../lexer/mask.ts";
import { withoutConflicts } from "../lexer/merge-conflicts.ts";
import { exclude } from "../outline/conditions.ts";
import { type Declaration, KIND, TRAIT } from "../outline/declaration-table.ts";
import { type HeaderDetails, readHeader } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { readOutline } from "../outline/read-outline.ts";
import type { Grammar } from "../syntax/grammar.ts";
import { maskForGrammar } from "../syntax/grammar-mask.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { type ExtensionBlock, extensionBlocks, withReceiver } from "./extension-blocks.ts";

export interface Using {
  /** The target as it was written. */
  target: string;
  alias: string;
  isStatic: boolean;
  isGlobal: boolean;
  /** The enclosing namespace declaration, or -1. Its full name is `namespace`. */
  index: number;
  namespace: string;
}

const USING = /(?<=^|[\s;{}])(global\s+)?using\s+(static\s+)?(?:(@?\w+)\s*=\s*)?([^;(){}=]+);/g;

const DEFINE = /^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)/gm;

export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly assembly: string;
  readonly declarations: Declaration[];
  /** The directives of this file only. */
  readonly usings: Using[];
  /** The `global using` directives from other files in the assembly. */
  inherited: readonly Using[] = [];
  readonly #grammar: Grammar;
  /** If this is false, there is no `#if`, so members can be masked one by one. */
  readonly #conditional: boolean;
  /** True if the file has top-level statements, which may use await. */
  readonly #isProgram: boolean;
  #blocks: readonly ExtensionBlock[] | undefined;
  #groups: ConditionalGroups | undefined;
  #defined: ReadonlySet<string> | undefined;
  readonly #headers: (HeaderDetails | undefined)[] = [];
  readonly #masks: (string | undefined)[] = [];
  readonly #trees = new Map<string, SyntaxNode>();

  constructor(path: string, written: string, assembly: string, grammar: Grammar) {
    const text = withoutConflicts(written);
    this.path = path;
    this.text = text;
    this.assembly = assembly;
    this.#grammar = grammar;
    this.#conditional = /^[ \t]*#[ \t]*if/m.test(text);
    this.declarations = readOutline(text).declarations;
    this.#isProgram = this.declarations.some(({ start, header }) => start === header);
    const first = this.declarations.find(({ kind }) => kind !== KIND.namespace)?.start ?? text.length;
    // A second namespace might have its own directives. That is rare, and masking the whole file is expensive, so we check
    // first.
    const end = /[{;}]\s*using\s+[\w.:<>\s=]+;/.test(text.slice(first)) ? text.length : first;
    this.usings = [...maskCode(text.slice(0, end)).matchAll(USING)].map((found) => {
      const index = this.declarationAt(found.index);
      const names = [...enclosingDeclarations(this, index)].reverse().map((at) => this.declaration(at).name);
      return {
        target: (found[4] ?? "").replace(/\s+/g, ""),
        alias: found[3]?.replace("@", "") ?? "",
        isStatic: found[2] !== undefined,
        isGlobal: found[1] !== undefined,
        index,
        namespace: names.join("."),
      };
    });
  }

  declaration(index: number): Declaration {
    return this.declarations[index]!;
  }

  get imports(): readonly Using[] {
    return this.inherited.length === 0 ? this.usings : [...this.usings, ...this.inherited];
  }

  textOf({ start, end }: SyntaxNode): string {
    return this.text.slice(start, end);
  }

  /** Checks whether the file itself defines or undefines the symbol. */
  defines(symbol: string): boolean {
    this.#defined ??= new Set([...this.text.matchAll(DEFINE)].map((found) => found[1] ?? ""));
    return this.#defined.has(symbol);
  }

  header(index: number): HeaderDetails {
    let header = this.#headers[index];
    if (!header) {
      const declaration = this.declaration(index);
      const own = readHeader(this.text, declaration);
      const isInBlock = (declaration.traits & TRAIT.extension) !== 0 && own.parameters[0]?.passing !== "this";
      const block = isInBlock ? this.extensionBlock(declaration.start) : undefined;
      const takes = declaration.kind === KIND.method && (declaration.modifiers & MODIFIER_BIT.static) === 0;
      header = block ? withReceiver(own, block, takes) : own;
      this.#headers[index] = header;
    }
    return header;
  }

  /** Returns the extension block around an offset. */
  extensionBlock(offset: number): ExtensionBlock | undefined {
    return this.#extensionBlocks().find(({ start, end }) => start <= offset && offset < end);
  }

  /** Returns the first extension block that starts in the range. */
  extensionBlockBetween(from: number, to: number): ExtensionBlock | undefined {
    return this.#extensionBlocks().find(({ start }) => from <= start && start < to);
  }

  #extensionBlocks(): readonly ExtensionBlock[] {
    this.#blocks ??= extensionBlocks(this.text);
    return this.#blocks;
  }

  /** Returns the index of the innermost declaration at the offset, or -1. */
  declarationAt(offset: number): number {
    let best = -1;
    for (let index = 0; index < this.declarations.length; index++) {
      const { start, end } = this.declaration(index);
      if (start > offset) break;
      if (offset < end && (best < 0 || end - start <= this.declaration(best).end - this.declaration(best).start))
        best = index;
    }
    return this.#conditional ? this.#sharing(best, offset) : best;
  }

  /**
   * Several branches of an `#if` can share a body. In that case this picks the header that is compiled together with the
   * offset.
   */
  #sharing(best: number, offset: number): number {
    const innermost = this.declarations[best];
    const above = this.declarations[best - 1];
    if (!innermost || above?.end !== innermost.end || above.parent !== innermost.parent) return best;
    const [pass] = this.passesOf(offset);
    for (let at = best; at >= 0; at--) {
      const { end, parent, nameStart } = this.declaration(at);
      if (end !== innermost.end || parent !== innermost.parent) break;
      if (this.isActive(nameStart, pass!)) return at;
    }
    return best;
  }

  /** Returns the syntax tree of a member or of a type's header. `pass` picks the branch for every `#if`. */
  tree(index: number, pass: number): SyntaxNode {
    const key = `${index}/${pass}`;
    let tree = this.#trees.get(key);
    if (!tree) {
      tree = this.#parse(this.declaration(index), pass);
      this.#trees.set(key, tree);
    }
    return tree;
  }

  /** Returns the tree around an offset. Note that the header of an extension block is not part of any member. */
  treeAt(index: number, offset: number, pass: number): SyntaxNode {
    const { kind, header } = this.declaration(index);
    const block = kind <= KIND.enum && offset >= header ? this.extensionBlock(offset) : undefined;
    if (!block || offset >= block.brace) return this.tree(index, pass);
    const code = this.#conditional ? this.#masked(pass) : this.text;
    return this.#grammar.parse(code.slice(block.start, block.brace), block.start, "class _{void ", ";}", this.text);
  }

  /** Returns the passes that may include the offset, starting with the most likely one. */
  passesOf(offset: number): number[] {
    return this.#conditional ? [...new Set([this.#grouped().readingOf(offset), 0, 1, 2, 3])] : [0];
  }

  #grouped(): ConditionalGroups {
    this.#groups ??= new ConditionalGroups(this.text);
    return this.#groups;
  }

  /** Returns the condition under which a build compiles the offset, or "". */
  conditionAt(offset: number): string {
    return this.#conditional ? this.#grouped().conditionAt(offset) : "";
  }

  /**
   * Yields every declaration that an offset may belong to, along with the passes that include both and differ in it. There are
   * several declarations if branches of an `#if` share a body. The most likely one comes first.
   */
  *readingsOf(offset: number): Generator<[index: number, pass: number]> {
    const index = this.declarationAt(offset);
    for (const at of this.#conditional ? [index, ...this.#headersSharing(index)] : [index]) {
      const { nameStart, start, end } = this.declaration(at);
      const isRead = (pass: number) => this.isActive(offset, pass) && (at === index || this.isActive(nameStart, pass));
      const passes = this.passesOf(offset).filter(isRead);
      if (!this.#conditional || !this.#grouped().isSplit(start, end)) {
        if (passes[0] !== undefined) yield [at, passes[0]];
        continue;
      }
      const agreeing = passes.filter((pass) => this.#agrees(pass, offset, start, end));
      const seen = new Set<string>();
      for (const pass of agreeing.length > 0 ? agreeing : passes.slice(0, 1)) {
        const code = this.#masked(pass).slice(start, end);
        if (!seen.has(code)) yield [at, pass];
        seen.add(code);
      }
    }
  }

  /** Returns false if a pass reads a branch that no build compiles together with the offset. */
  #agrees(pass: number, offset: number, start: number, end: number): boolean {
    const here = this.conditionAt(offset);
    if (here === "") return true;
    return this.#grouped()
      .branchesIn(start, end)
      .every(({ from, to }) => {
        const read = this.#masked(pass).slice(from, to).search(/\S/);
        return read < 0 || !exclude(here, this.conditionAt(from + read));
      });
  }

  #headersSharing(index: number): number[] {
    const { start, end, parent } = this.declaration(index);
    const isShared = (at: number) => this.declarations[at]?.end === end && this.declaration(at).parent === parent;
    const found: number[] = [];
    for (let at = index - 1; isShared(at); at--) found.push(at);
    for (let at = index + 1; isShared(at); at++) found.push(at);
    // Note that `int a, b` also has two declarations.
    return found.filter((at) => this.declaration(at).start !== start);
  }

  /** In other passes, the masked text is blank at the offset. */
  isActive(offset: number, pass: number): boolean {
    return !this.#conditional || this.#masked(pass).charCodeAt(offset) !== 32;
  }

  #masked(pass: number): string {
    let masked = this.#masks[pass];
    if (masked === undefined) {
      masked = this.#isProgram ? maskForGrammar(this.text, pass, true) : maskForGrammar(this.text, pass);
      this.#masks[pass] = masked;
    }
    return masked;
  }

  #parse({ kind, start, header, end }: Declaration, pass: number): SyntaxNode {
    const isMain = kind === KIND.method && header === start;
    const until = kind <= KIND.enum ? header : end;
    const code = this.#conditional
      ? this.#masked(pass).slice(start, until)
      : maskForGrammar(this.text.slice(start, until), 0, isMain || undefined);
    const [before, after] = isMain ? ["class _{void _(string[] args){", "}}"] : frameOf(kind, /[;}]\s*$/.test(code));
    return this.#grammar.parse(code, start, before, after, this.text);
  }
}

/** Returns the code to put around a fragment, so that it can be parsed on its own. */
function frameOf(kind: number, closed: boolean): [before: string, after: string] {
  if (kind <= KIND.enum) return ["", "{}"];
  if (kind === KIND.enumMember) return ["enum _{", "}"];
  return ["class _{", closed ? "}" : ";}"];
}

/** Yields a declaration and everything around it, from the inside out. */
export function* enclosingDeclarations(file: SourceFile, index: number): Generator<number> {
  for (let at = index; at >= 0; at = file.declaration(at).parent) yield at;
}
