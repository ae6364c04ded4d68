/** Writes the symbol paths of local functions, for example `Outer()/Local`. */
import { type SymbolPlace, splitPlace, withPlace } from "../../../core/host/plugin-api.ts";
import { childOf, descendants, type SyntaxNode } from "../syntax/syntax-node.ts";

export const LOCAL_FUNCTION = "local_function_statement";

/** Returns the names of the local functions from the outside in, ending with this one. */
export function functionChain(node: SyntaxNode, text: string): string[] {
  const names: string[] = [];
  for (let at: SyntaxNode | undefined = node; at; at = at.parent) {
    const name = at.type === LOCAL_FUNCTION ? childOf(at, "name") : undefined;
    if (name) names.unshift(text.slice(name.start, name.end).replace(/^@/, ""));
  }
  return names;
}

/** Spells the symbol paths of local functions in a member. */
export class LocalFunctionPaths {
  readonly #member: string;
  readonly #text: string;
  readonly #counts = new Map<string, number>();

  /** Prepares the paths. @param tree syntax tree of that member */
  constructor(member: string, tree: SyntaxNode, text: string) {
    this.#member = splitPlace(member).symbolPath;
    this.#text = text;
    const isPlaced = this.#member !== member;
    for (const node of descendants(tree)) {
      if (node.type !== LOCAL_FUNCTION) continue;
      const chain = functionChain(node, text).join("/");
      this.#counts.set(chain, (this.#counts.get(chain) ?? (isPlaced ? 1 : 0)) + 1);
    }
  }

  /** Returns the path of a local function. @param place position of the name */
  of(node: SyntaxNode, place: SymbolPlace): string {
    const chain = functionChain(node, this.#text).join("/");
    const path = `${this.#member}/${chain}`;
    return (this.#counts.get(chain) ?? 0) > 1 ? withPlace(path, place) : path;
  }
}
