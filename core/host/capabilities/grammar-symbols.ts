/** Symbols by a tree-sitter grammar and a tags query: a language without a line of code. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context, FileSymbol } from "../contract/context.ts";
import { errorMessage } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import { grammarFault } from "../manifest/grammar-file.ts";

/** Files longer than this are not parsed: a grammar of a stranger may take any time for them. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The part of web-tree-sitter in use; it is loaded by its path, since the host does not depend on it. */
interface Library {
  Parser: { new (): Parser; init(options: object): Promise<void> };
  Language: { load(grammar: Uint8Array): Promise<object> };
  Query: new (language: object, source: string) => { matches(node: object): { captures: Capture[] }[] };
}
interface Parser {
  setLanguage(language: object): void;
  parse(text: string): { rootNode: object; delete(): void } | null;
}
interface Capture {
  name: string;
  node: {
    text: string;
    startPosition: { row: number };
    endPosition: { row: number };
    startIndex: number;
    endIndex: number;
  };
}

export interface GrammarOptions {
  folder: string;
  /** Below the folder. */
  grammar: string;
  tags: string;
  /** The path of web-tree-sitter's module. */
  library: () => Promise<string>;
}

/** The module that a language with `grammar` and `tags` has instead of `symbols`. */
export function grammarSymbols(options: GrammarOptions): {
  default(file: string, context: Context): Promise<FileSymbol[]>;
} {
  let engine: Promise<(text: string) => FileSymbol[]> | undefined;
  return {
    async default(file, context) {
      engine ??= openEngine(options, context);
      const { text } = await context.files.readText(file, { maxBytes: MAX_BYTES });
      return (await engine)(text);
    },
  };
}

async function openEngine(options: GrammarOptions, context: Context): Promise<(text: string) => FileSymbol[]> {
  const { Parser, Language, Query } = (await import(pathToFileURL(await options.library()).href)) as Library;
  await Parser.init({ wasmBinary: await context.assets.bytes("web-tree-sitter.wasm") });
  const language = await explained(options.grammar, () => {
    const path = join(options.folder, options.grammar);
    const fault = grammarFault(path);
    if (fault) throw new JigError("UNAVAILABLE", `it ${fault}`);
    return Language.load(readFileSync(path));
  });
  const tags = readFileSync(join(options.folder, options.tags), "utf8");
  const query = await explained(options.tags, () => new Query(language, tags));
  const parser = new Parser();
  parser.setLanguage(language);
  return (text) => {
    const tree = parser.parse(text);
    if (!tree) return [];
    try {
      return symbolsOf(query.matches(tree.rootNode).map(({ captures }) => captures));
    } finally {
      tree.delete();
    }
  };
}

async function explained<Value>(path: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new JigError("UNAVAILABLE", `${path} cannot be used: ${errorMessage(error)}`, {
      hint: "The grammar must be compiled to wasm, and the query must name nodes that it has",
      cause: error,
    });
  }
}

/** Each match with a `@definition.<kind>` and a `@name`; a definition inside another is contained in it. */
function symbolsOf(matches: readonly Capture[][]): FileSymbol[] {
  const found = new Map<number, { name: string; kind: string; from: number; to: number; node: Capture["node"] }>();
  for (const captures of matches) {
    const whole = captures.find(({ name }) => name.startsWith("definition."));
    const name = captures.find((capture) => capture.name === "name");
    if (!whole || !name) continue;
    const { startIndex: from, endIndex: to } = whole.node;
    // If several patterns match one definition, the first in the query is the most specific.
    if (!found.has(name.node.startIndex)) {
      found.set(name.node.startIndex, {
        name: name.node.text,
        kind: whole.name.slice("definition.".length),
        from,
        to,
        node: whole.node,
      });
    }
  }
  const sorted = [...found.values()].sort((a, b) => a.from - b.from || b.to - a.to);
  const open: typeof sorted = [];
  return sorted.map((symbol) => {
    for (let last = open.at(-1); last && last.to < symbol.to; last = open.at(-1)) open.pop();
    const container = open.map(({ name }) => name).join(".") || null;
    open.push(symbol);
    const { startPosition, endPosition } = symbol.node;
    return {
      name: symbol.name,
      kind: symbol.kind,
      container,
      startLine: startPosition.row + 1,
      endLine: endPosition.row + 1,
    };
  });
}
