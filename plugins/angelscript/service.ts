/** The plugin's service: passes requests to the engine's thread, keeps the editor's connection, and works ahead while nobody asks. */
import type { ServiceContext } from "../../core/host/plugin-api.ts";
import { JigError } from "../../core/host/plugin-api.ts";
import { type DiagnosticsAnswer, editorDiagnostics } from "./answers/diagnostics.ts";
import type { EngineAnswer, EngineRequest } from "./engine/engine-worker.ts";
import { EditorLink, type EditorState } from "./native/editor-link.ts";

const KEY = { key: "engine" };
/** How long the engine may work ahead before it looks for requests again. */
const AHEAD_MS = 40;
/** Rest between answers and work ahead: a caller who asks again soon is not kept waiting. */
const REST_MS = 150;
/** Ending waits no longer than this for the index to be saved. */
const SAVE_MS = 3000;

export class AngelscriptService {
  readonly #context: ServiceContext;
  #asked = 0;
  readonly #editor: EditorLink;
  #working = false;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#editor = new EditorLink(context, async (parts) => {
      const transfer = parts.map((part) => part.buffer as ArrayBuffer);
      await context.worker("engine", { op: "editor", parts } satisfies EngineRequest, { ...KEY, transfer });
    });
    // Beside everything else: no answer waits for the editor.
    void this.#editor.run();
  }

  /**
   * Cancelling gives up waiting only: the engine's thread holds the index, and answers in a moment anyhow.
   * Throws what the answer throws, and CANCELLED.
   */
  async ask<Data>(request: EngineRequest, signal: AbortSignal): Promise<EngineAnswer & { data: Data }> {
    this.#asked++;
    const answer = this.#context.worker<EngineAnswer & { data: Data }>("engine", request, KEY);
    const cancelled = new Promise<never>((_, fail) => {
      const stop = (): void => fail(new JigError("CANCELLED", "The call was cancelled"));
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
    try {
      const { unfinished, ...rest } = await Promise.race([answer, cancelled]);
      if (unfinished) this.#workAhead();
      return { unfinished, ...rest };
    } finally {
      answer.catch(() => undefined);
      cancelled.catch(() => undefined);
    }
  }

  /** Binds bodies while nobody asks, so that references are ready when they are asked for. */
  async #workAhead(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let unfinished = true; unfinished && !this.#context.signal.aborted; ) {
        const asked = this.#asked;
        await this.#context.clock.sleep(unfinished ? 1 : REST_MS, this.#context.signal);
        if (asked !== this.#asked) await this.#context.clock.sleep(REST_MS, this.#context.signal);
        const answer = await this.#context.worker<EngineAnswer>("engine", { op: "ahead", budgetMs: AHEAD_MS }, KEY);
        unfinished = answer.unfinished;
      }
    } catch (error) {
      if (!this.#context.signal.aborted) this.#context.log.debug(`Working ahead stopped: ${(error as Error).message}`);
    } finally {
      this.#working = false;
    }
  }

  /** The editor's errors where one is connected, else our parser's. */
  async diagnostics(path: string | undefined, signal: AbortSignal): Promise<DiagnosticsAnswer> {
    const told = this.#editor.diagnostics;
    if (told) return editorDiagnostics(told, path, this.#context);
    return (await this.ask<DiagnosticsAnswer>({ op: "diagnostics", request: { path } }, signal)).data;
  }

  get editor(): EditorState {
    return this.#editor.state;
  }

  /** A first index is worth keeping even if the process ends with its first answer. */
  async close(): Promise<void> {
    if (this.#asked === 0) return;
    const done = new AbortController();
    const late = this.#context.clock.sleep(SAVE_MS, done.signal).catch(() => undefined);
    const saved = this.#context.worker("engine", { op: "save" }, KEY).catch(() => undefined);
    await Promise.race([saved, late]);
    done.abort();
  }
}

export function open(context: ServiceContext): Promise<AngelscriptService> {
  return Promise.resolve(new AngelscriptService(context));
}
