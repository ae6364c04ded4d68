/** Finds symbols with a tree-sitter grammar and queries, so that a plugin can add a language without any code. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "../contract/context.ts";
import { errorMessage } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import type { FileFacts, PlacedSymbol } from "../contract/guest-language.ts";
import { grammarFault } from "../manifest/grammar-file.ts";
import { type NamedSpan, namesOf } from "./grammar-names.ts";
import type { Capture, Match, Parser, Tree, TreeSitter } from "./tree-sitter.ts";

/** Larger files aren't parsed, because we don't know how fast the grammar of a third party is. */
const MAX_BYTES = 8 * 1024 * 1024;
/** If parsing takes longer than this many milliseconds, the process is killed. */
const MAX_MS = 5_000;
const MAX_HEAD = 240;
const MAX_COMMENT = 160;

export interface GrammarOptions {
  folder: string;
  grammar: string;
  tags: string;
  locals?: string;
  /** The module of web-tree-sitter. */
  library: () => Promise<string>;
}

/** Implements `symbols` for a language that has a `grammar` and `tags` instead of code. */
export function grammarSymbols(options: GrammarOptions): {
  default(file: string, context: Context): Promise<FileFacts>;
} {
  let engine: Promise<(text: string) => FileFacts> | undefined;
  return {
    async default(file, context) {
      const { text } = await context.files.readText(file, { maxBytes: MAX_BYTES });
      engine ??= openEngine(options, context);
      const read = await engine;
      try {
        return read(text);
      } catch (error) {
        // After a crash the memory of the engine can't be trusted, so the next file gets a new one.
        engine = undefined;
        throw new JigError("COMMAND_FAILED", `${options.grammar} crashed: ${errorMessage(error)}`, { cause: error });
      }
    },
  };
}

async function openEngine(options: GrammarOptions, context: Context): Promise<(text: string) => FileFacts> {
  const {
    Parser: Parsers,
    Language,
    Query,
  } = (await import(pathToFileURL(await options.library()).href)) as TreeSitter;
  await Parsers.init({ wasmBinary: await context.assets.bytes("web-tree-sitter.wasm") });
  const language = await explained(options.grammar, () => {
    const path = join(options.folder, options.grammar);
    const fault = grammarFault(path);
    if (fault) throw new JigError("UNAVAILABLE", `it ${fault}`);
    return Language.load(readFileSync(path));
  });
  const queryOf = async (file: string) => {
    const source = readFileSync(join(options.folder, file), "utf8");
    const query = await explained(file, () => new Query(language, source));
    return (tree: Tree) => query.matches(tree.rootNode);
  };
  const tags = await queryOf(options.tags);
  const locals = options.locals === undefined ? () => [] : await queryOf(options.locals);
  const parser = new Parsers();
  parser.setLanguage(language);
  return (text) => {
    const tree = parsed(text, parser);
    try {
      const matches = tags(tree);
      const found = definitions(matches);
      return {
        symbols: symbolsOf(found, text),
        names: namesOf({ tree, text, tags: matches, locals: locals(tree), definitions: [...found.values()] }),
      };
    } finally {
      tree.delete();
    }
  };
}

function parsed(text: string, parser: Parser): Tree {
  const end = performance.now() + MAX_MS;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
  if (tree) return tree;
  parser.reset();
  throw new JigError("TIMEOUT", "The grammar took too long");
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

interface Definition extends NamedSpan {
  kind: string;
  node: Capture["node"];
}

/** Collects the matches that have both `@definition.<kind>` and `@name`, by the offset of the name. */
function definitions(matches: readonly Match[]): Map<number, Definition> {
  const found = new Map<number, Definition>();
  for (const { captures } of matches) {
    const whole = captures.find(({ name }) => name.startsWith("definition."));
    const name = captures.find((capture) => capture.name === "name")?.node;
    // The patterns go from specific to general, so the first match is used.
    if (!whole || !name || found.has(name.startIndex)) continue;
    const { startIndex: from, endIndex: to } = whole.node;
    found.set(name.startIndex, { name, from, to, kind: whole.name.slice("definition.".length), node: whole.node });
  }
  return found;
}

/** Nests definitions according to their ranges. */
function symbolsOf(found: ReadonlyMap<number, Definition>, text: string): PlacedSymbol[] {
  const sorted = [...found.values()].sort((a, b) => a.from - b.from || b.to - a.to);
  const open: Definition[] = [];
  return sorted.map((symbol) => {
    for (let last = open.at(-1); last && last.to < symbol.to; last = open.at(-1)) open.pop();
    const container = open.map(({ name }) => name.text).join(".") || null;
    open.push(symbol);
    const { name, kind, node, from, to } = symbol;
    const documentation = commentAbove(node);
    return {
      name: name.text,
      kind,
      container,
      startLine: node.startPosition.row + 1,
      endLine: node.endPosition.row + 1,
      line: name.startPosition.row + 1,
      column: name.startPosition.column + 1,
      signature: headOf(text.slice(from, to)),
      ...(documentation === "" ? {} : { documentation }),
    };
  });
}

/** Returns the first line of a definition, without the opening of its body. */
function headOf(text: string): string {
  const [line = ""] = text.split("\n", 1);
  return line
    .slice(0, MAX_HEAD)
    .replace(/\s*[{:=]?\s*$/, "")
    .trim();
}

/** Returns the first meaningful line of the comments directly above a definition. */
function commentAbove(node: Capture["node"]): string {
  let said = "";
  let { row } = node.startPosition;
  for (let above = node.previousSibling; above && /comment/.test(above.type); above = above.previousSibling) {
    const lines = above.text.trimEnd().split("\n");
    if (above.startPosition.row + lines.length !== row) break;
    row = above.startPosition.row;
    const line = lines.map((each) => each.replace(/^[^\p{L}\p{N}"'`(<[]+/u, "").trim()).find((each) => each !== "");
    if (line !== undefined) said = line;
  }
  return said.slice(0, MAX_COMMENT);
}
