/** One script as the resolver sees it: declarations, headers, using directives, and syntax trees of the members it asks about. */
import { maskCode } from "../lexer/mask.ts";
import { type HeaderDetails, readHeader } from "../outline/header-details.ts";
import { readOutline } from "../outline/read.ts";
import { type Declaration, KIND } from "../outline/symbols.ts";
import type { Grammar, SyntaxNode } from "../syntax/grammar.ts";
import { maskForGrammar } from "../syntax/grammar-mask.ts";

export interface Using {
  /** A namespace or type as written. */
  target: string;
  alias: string;
  isStatic: boolean;
}

const USING = /(?<=^|[\s;{}])using\s+(static\s+)?(?:(@?\w+)\s*=\s*)?([^;(){}=]+);/g;

export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly assembly: string;
  readonly declarations: Declaration[];
  readonly usings: Using[];
  readonly #grammar: Grammar;
  readonly #headers: (HeaderDetails | undefined)[] = [];
  readonly #masks: (string | undefined)[] = [];
  readonly #trees = new Map<string, SyntaxNode>();

  constructor(path: string, text: string, assembly: string, grammar: Grammar) {
    this.path = path;
    this.text = text;
    this.assembly = assembly;
    this.#grammar = grammar;
    this.declarations = readOutline(text).declarations;
    this.usings = [...maskCode(text).matchAll(USING)].map((found) => ({
      target: found[3]!.replace(/\s+/g, ""),
      alias: found[2]?.replace("@", "") ?? "",
      isStatic: found[1] !== undefined,
    }));
  }

  header(index: number): HeaderDetails {
    let header = this.#headers[index];
    if (!header) {
      header = readHeader(this.text, this.declarations[index]!);
      this.#headers[index] = header;
    }
    return header;
  }

  /** The innermost declaration that covers an offset, or -1. */
  declarationAt(offset: number): number {
    let best = -1;
    for (let index = 0; index < this.declarations.length; index++) {
      const { start, end } = this.declarations[index]!;
      if (start > offset) break;
      if (offset < end && (best < 0 || end - start <= this.declarations[best]!.end - this.declarations[best]!.start))
        best = index;
    }
    return best;
  }

  /** The tree of a member, or of a type's header, with branch `pass` of every `#if`. */
  tree(index: number, pass: number): SyntaxNode {
    const key = `${index}/${pass}`;
    let tree = this.#trees.get(key);
    if (!tree) {
      tree = this.#parse(this.declarations[index]!, this.#masked(pass));
      this.#trees.set(key, tree);
    }
    return tree;
  }

  /** The masked text; a token that is blank in it is not compiled in that pass. */
  isActive(offset: number, pass: number): boolean {
    return this.#masked(pass).charCodeAt(offset) !== 32;
  }

  #masked(pass: number): string {
    let masked = this.#masks[pass];
    if (masked === undefined) {
      masked = maskForGrammar(this.text, pass);
      this.#masks[pass] = masked;
    }
    return masked;
  }

  #parse(declaration: Declaration, masked: string): SyntaxNode {
    const { kind, start, header, end } = declaration;
    if (kind <= KIND.enum) return this.#grammar.parse(masked, start, header, "", "{}");
    if (kind === KIND.enumMember) return this.#grammar.parse(masked, start, end, "enum _{", "}");
    const closed = /[;}]/.test(masked[end - 1] ?? "");
    return this.#grammar.parse(masked, start, end, "class _{", closed ? "}" : ";}");
  }
}

/** The declarations around one, innermost first, itself included. */
export function* outwards(file: SourceFile, index: number): Generator<number> {
  for (let at = index; at >= 0; at = file.declarations[at]!.parent) yield at;
}
