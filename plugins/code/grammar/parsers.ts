/** tree-sitter's parsers, one a grammar, loaded when a file first needs them. */
import { Language as Grammar, Parser, type Tree } from "web-tree-sitter";
import type { Capabilities } from "../../../core/host/plugin-api.ts";

/** A parse that takes longer is given up: the grammar has met text that it cannot cope with. A busy machine needs some of it. */
const MOST_MS = 5_000;
const MOST_MS_OF_CHARACTER = 0.005;

export class Parsers {
  /** web-tree-sitter has one memory a thread: initialised again, it takes it from the parsers there are. */
  static #ready: Promise<void> | undefined;
  readonly #context: Pick<Capabilities, "assets" | "clock">;
  readonly #loaded = new Map<string, Promise<Parser>>();

  constructor(context: Pick<Capabilities, "assets" | "clock">) {
    this.#context = context;
  }

  /** Returns undefined for a text that takes too long. The caller deletes the tree. */
  async parse(grammar: string, text: string): Promise<Tree | undefined> {
    const parser = await this.#parser(grammar);
    const { clock } = this.#context;
    const end = clock.monotonic() + MOST_MS + text.length * MOST_MS_OF_CHARACTER;
    const tree = parser.parse(text, null, { progressCallback: () => clock.monotonic() > end });
    // A parse that was given up would continue with the next text.
    if (!tree) parser.reset();
    return tree ?? undefined;
  }

  #parser(grammar: string): Promise<Parser> {
    let parser = this.#loaded.get(grammar);
    if (!parser) {
      parser = this.#load(grammar);
      this.#loaded.set(grammar, parser);
      parser.catch(() => this.#loaded.delete(grammar));
    }
    return parser;
  }

  async #load(grammar: string): Promise<Parser> {
    const { assets } = this.#context;
    Parsers.#ready ??= assets.bytes("web-tree-sitter.wasm").then((wasmBinary) => Parser.init({ wasmBinary }));
    await Parsers.#ready;
    const parser = new Parser();
    parser.setLanguage(await Grammar.load(await assets.bytes(grammar)));
    return parser;
  }
}
