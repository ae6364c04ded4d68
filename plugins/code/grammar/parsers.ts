/** tree-sitter's parsers, one a grammar, loaded when a file first needs them. */
import { Language as Grammar, Parser, type Tree } from "web-tree-sitter";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { TreeMemory } from "./raw-tree.ts";

/** A parse that works longer is given up: the grammar has met text that it cannot cope with. */
const MOST_MS = 5_000;
const MOST_MS_OF_CHARACTER = 0.005;
/** A step takes less: the rest is time in which a busy machine ran others. */
const MOST_MS_OF_STEP = 2;
/** So many times its working time it may take on a busy machine. */
const MOST_WAITING = 12;

/** As tree-sitter's own module has it: 32 MB, and up to 2 GB. */
const FIRST_PAGES = 512;
const MOST_PAGES = 32_768;
/** The constants of tree-sitter are within this many bytes. */
const LOOKED_AT = 1 << 20;

export class Parsers {
  /** web-tree-sitter has one memory a thread: initialised again, it takes it from the parsers there are. */
  static #ready: Promise<TreeMemory | undefined> | undefined;
  readonly #context: Pick<Capabilities, "assets" | "clock">;
  readonly #loaded = new Map<string, Promise<Parser>>();

  constructor(context: Pick<Capabilities, "assets" | "clock">) {
    this.#context = context;
  }

  /** Returns undefined for a text that takes too long. The caller deletes the tree. */
  async parse(grammar: string, text: string): Promise<Tree | undefined> {
    const parser = await this.#parser(grammar);
    const { clock } = this.#context;
    const most = MOST_MS + text.length * MOST_MS_OF_CHARACTER;
    let last = clock.monotonic();
    const end = last + most * MOST_WAITING;
    let worked = 0;
    const progressCallback = () => {
      const now = clock.monotonic();
      worked += Math.min(now - last, MOST_MS_OF_STEP);
      last = now;
      return worked > most || now > end;
    };
    const tree = parser.parse(text, null, { progressCallback });
    // A parse that was given up would continue with the next text.
    if (!tree) parser.reset();
    return tree ?? undefined;
  }

  /** Reads the trees of this thread; undefined if another plugin has initialised tree-sitter here with a memory of its own. */
  memory(): Promise<TreeMemory | undefined> {
    Parsers.#ready ??= this.#context.assets.bytes("web-tree-sitter.wasm").then(async (wasmBinary) => {
      const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
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
