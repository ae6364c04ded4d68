/** Manages the tree-sitter parsers. There is one per grammar, which is loaded when a file first needs it. */
import { Language as Grammar, Parser, type Tree } from "web-tree-sitter";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { TreeMemory } from "./raw-tree.ts";

/** The maximum time for a parse, in ms. If it takes longer, the grammar cannot cope with the text. */
const MAX_MS = 5_000;
const MAX_MS_PER_CHARACTER = 0.005;
/** A step takes less than this. Any further time was spent on other processes of a busy machine. */
const MAX_STEP_MS = 2;
/** A parse may take this many times its working time on a busy machine. */
const MAX_WAITING = 12;

/** The same limits as in tree-sitter's own module: 32 MB at first, and up to 2 GB. */
const FIRST_PAGES = 512;
const MAX_PAGES = 32_768;
/** The constants of tree-sitter are within this many bytes. */
const LOOKED_AT = 1 << 20;

export class Parsers {
  /**
   * web-tree-sitter has one memory per thread. Initializing it again would take the memory away from the existing
   * parsers.
   */
  static #ready: Promise<TreeMemory | undefined> | undefined;
  readonly #context: Pick<Capabilities, "assets" | "clock">;
  readonly #loaded = new Map<string, Promise<Parser>>();

  constructor(context: Pick<Capabilities, "assets" | "clock">) {
    this.#context = context;
  }

  /** Returns undefined if the text takes too long. Otherwise, the caller has to delete the tree. */
  async parse(grammar: string, text: string): Promise<Tree | undefined> {
    const parser = await this.#parser(grammar);
    const { clock } = this.#context;
    const most = MAX_MS + text.length * MAX_MS_PER_CHARACTER;
    let last = clock.monotonic();
    const end = last + most * MAX_WAITING;
    let worked = 0;
    const progressCallback = () => {
      const now = clock.monotonic();
      worked += Math.min(now - last, MAX_STEP_MS);
      last = now;
      return worked > most || now > end;
    };
    const tree = parser.parse(text, null, { progressCallback });
    // A parse that was given up would continue with the next text.
    if (!tree) parser.reset();
    return tree ?? undefined;
  }

  /**
   * Gives access to the trees of this thread. Returns undefined if another plugin has initialized tree-sitter here with
   * its own memory.
   */
  memory(): Promise<TreeMemory | undefined> {
    Parsers.#ready ??= this.#context.assets.bytes("web-tree-sitter.wasm").then(async (wasmBinary) => {
      const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
      await Parser.init({ wasmBinary, wasmMemory });
      const isOurs = new Uint8Array(wasmMemory.buffer, 0, LOOKED_AT).some((byte) => byte !== 0);
      return isOurs ? new TreeMemory(wasmMemory) : undefined;
    });
    return Parsers.#ready;
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
    await this.memory();
    const parser = new Parser();
    parser.setLanguage(await Grammar.load(await assets.bytes(grammar)));
    return parser;
  }
}
