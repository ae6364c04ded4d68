/**
 * The plugin's service. It forwards requests to the engine thread, manages the connection to the editor, and works in the
 * background while it is idle.
 */
import type { Context, Progress, RunRequest, ServiceContext } from "../../../core/host/plugin-api.ts";
import { errorMessage, JigError } from "../../../core/host/plugin-api.ts";
import { projectFolders } from "../engine/project-folders.ts";
import { type DebugClient, debugClients, ownProcess } from "../native/debug-clients.ts";
import { DebugLink } from "../native/debug-link.ts";
import { EditorLink, type EditorState, noEditor } from "../native/editor-link.ts";
import type { EditorAsset } from "../native/editor-messages.ts";
import { opensProjectOf } from "../native/editor-process.ts";
import { type DiagnosticsAnswer, type DiagnosticsRequest, editorDiagnostics } from "./diagnostics.ts";
import type { DeclaredCounts, EngineAnswer, EngineRequest } from "./query-worker.ts";

const KEY = { key: "engine" };
/** The duration of one step of work in the background, in milliseconds. */
const AHEAD_MS = 40;
/** The idle time before work in the background starts, in milliseconds. Requests often come in series. */
const REST_MS = 150;
/** The polling interval while another process is binding, in milliseconds. */
const LOOK_MS = 500;
/** When jig ends, we wait this long at most for the index to be saved. */
const SAVE_MS = 3000;
/** We stop waiting for a compile of the scripts after this time. */
const WAIT_MS = 30_000;
/** The time that we wait for a connected editor to show which project it has open. */
const EDITOR_MS = 3000;
/** The number of assets that we look up on disk. */
const ASSETS_LOOKED_AT = 20;

/** A call, or an internal request that has no progress. */
type Caller = Pick<Context, "signal"> & Partial<Pick<Context, "progress">>;

export class AngelscriptService {
  readonly #context: ServiceContext;
  #requests = 0;
  readonly #editor: EditorLink;
  #working = false;
  #debugger: Promise<DebugLink> | undefined;
  /** The id of the process that owns our connections. */
  #ownProcess: number | undefined;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#editor = new EditorLink(context, {
      takeDatabase: async (database) => {
        const transfer = database.parts.map((part) => part.buffer as ArrayBuffer);
        await context.worker("engine", { op: "editor", ...database } satisfies EngineRequest, { ...KEY, transfer });
      },
      knowsAssets: (assets) => this.#knowsAssets(assets),
      opensProject: async (port) => {
        const projects = await projectFolders(context.files, context.workspace.roots);
        const folders = projects.map((path) => ({ path }));
        return await opensProjectOf((request) => context.run(request), port, folders, context.signal);
      },
    });
    // This runs in the background.
    void this.#editor.run();
  }

  /** Cancelling only stops the wait, and the engine thread finishes the request. Throws the errors of the request and CANCELLED. */
  async ask<Data>(request: EngineRequest, { signal, progress }: Caller): Promise<EngineAnswer & { data: Data }> {
    this.#requests++;
    const answer = this.#context.worker<EngineAnswer & { data: Data }>("engine", request, {
      ...KEY,
      onMessage: (message) => progress?.(message as Progress),
    });
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

  /** Binds files while idle, so that the first search for references is fast. */
  async #workAhead(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let [unfinished, pause] = [true, 1]; unfinished && !this.#context.signal.aborted; ) {
        const requests = this.#requests;
        await this.#context.clock.sleep(pause, this.#context.signal);
        if (requests !== this.#requests) await this.#context.clock.sleep(REST_MS, this.#context.signal);
        const answer = await this.#context.worker<EngineAnswer>("engine", { op: "ahead", budgetMs: AHEAD_MS }, KEY);
        unfinished = answer.unfinished;
        pause = answer.waits ? LOOK_MS : 1;
      }
    } catch (error) {
      if (!this.#context.signal.aborted) this.#context.log.debug(`Background indexing stopped: ${errorMessage(error)}`);
    } finally {
      this.#working = false;
    }
  }

  /**
   * Returns the diagnostics of the editor if it is connected, and otherwise our own. With `wait`, it waits for a compile of the
   * last save.
   */
  async diagnostics({ path, content }: DiagnosticsRequest, wait: boolean, call: Caller): Promise<DiagnosticsAnswer> {
    // The editor hasn't compiled text that isn't saved.
    if (content !== undefined || this.#editor.diagnostics === undefined) {
      const { data } = await this.ask<DiagnosticsAnswer>({ op: "diagnostics", request: { path, content } }, call);
      return wait ? { ...data, waited: "no editor" } : data;
    }
    const savedAt = await this.#savedAt(path, call);
    const waited = wait ? await this.#editor.waitForReport(savedAt, WAIT_MS, call.signal) : undefined;
    const reported = this.#editor.diagnostics;
    // The editor has disconnected while we were waiting.
    if (!reported) return await this.diagnostics({ path }, wait, call);
    const reportedAt = this.#editor.reportedAt;
    return {
      ...editorDiagnostics(reported, path, this.#context),
      ...(reportedAt === undefined
        ? {}
        : { ageSeconds: Math.round((this.#context.clock.now() - reportedAt) / 100) / 10 }),
      // The report may be older than the last save, because compiling takes a while.
      ...(reportedAt === undefined || reportedAt < savedAt ? { isStale: true as const } : {}),
      ...(waited === undefined ? {} : { waited: waited ? ("compiled" as const) : ("timed out" as const) }),
    };
  }

  /** Returns the time of the last change to the file, or to any script. */
  async #savedAt(path: string | undefined, call: Caller): Promise<number> {
    if (path === undefined) return (await this.ask<number>({ op: "newest" }, call)).data;
    return (await this.#context.files.stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  }

  /**
   * Returns true if an editor with these assets has our project open. Either their files are in the content folder of a root,
   * or our scripts declare most of the classes that don't belong to the engine. A single common name isn't enough.
   */
  async #knowsAssets(assets: readonly EditorAsset[]): Promise<boolean> {
    const sample = assets.slice(0, ASSETS_LOOKED_AT);
    const found = await Promise.all(sample.map(({ path }) => this.assetFile(path)));
    const there = found.filter((each) => each !== undefined).length;
    if (there > 0 && there * 2 >= sample.length) return true;
    const names = [...new Set(assets.map((asset) => asset.className))];
    const known = await this.#context.worker<EngineAnswer & { data: DeclaredCounts }>(
      "engine",
      { op: "declared", names },
      KEY,
    );
    const { scripts, native } = known.data;
    return scripts > 0 && scripts * 2 >= names.length - native;
  }

  /** Maps `/Game/A/B` to `Content/A/B.uasset` in the project. */
  async assetFile(path: string): Promise<string | undefined> {
    const [, inside] = /^\/Game\/([^\0]+)$/.exec(path) ?? [];
    if (inside === undefined || inside.split("/").includes("..")) return undefined;
    for (const project of await projectFolders(this.#context.files, this.#context.workspace.roots))
      for (const ending of ["uasset", "umap"]) {
        const path = `${project}/Content/${inside}.${ending}`;
        const stat = await this.#context.files.stat(path).catch(() => undefined);
        if (stat?.kind === "file") return path;
      }
    return undefined;
  }

  /** Throws UNAVAILABLE if no editor has this project open. */
  async openEditor(signal: AbortSignal, withAssets = false): Promise<EditorLink> {
    if (!(await this.#editor.isOurs(EDITOR_MS, signal, withAssets))) throw noEditor(this.#editor.port);
    return this.#editor;
  }

  /** Connecting doesn't affect other clients. Throws UNAVAILABLE if there is no editor. */
  async debugger(signal: AbortSignal): Promise<DebugLink> {
    const editor = await this.openEditor(signal);
    const known = await this.#debugger?.catch(() => undefined);
    if (known && known.closed === undefined) return known;
    const before = await this.#allClients(signal);
    this.#debugger = DebugLink.open(this.#context, editor.port, editor.lengthRule);
    const link = await this.#debugger;
    const after = await this.#allClients(signal);
    this.#ownProcess = before && after && ownProcess(before, after);
    return link;
  }

  #allClients(signal: AbortSignal): Promise<DebugClient[] | undefined> {
    return debugClients((request: RunRequest) => this.#context.run(request), this.#editor.port, signal);
  }

  /** Returns the other programs that are connected to the debug server, or undefined if they can't be determined. */
  async otherDebugClients(signal: AbortSignal): Promise<readonly DebugClient[] | undefined> {
    const own = this.#ownProcess;
    const all = own === undefined ? undefined : await this.#allClients(signal);
    return all?.filter(({ pid }) => pid !== own);
  }

  async connectedDebugger(): Promise<DebugLink | undefined> {
    const known = await this.#debugger?.catch(() => undefined);
    return known?.closed === undefined ? known : undefined;
  }

  get editor(): EditorState & { port: number } {
    return { ...this.#editor.state, port: this.#editor.port };
  }

  /** A new index is saved even if the process ends after its first answer. */
  async close(): Promise<void> {
    await (await this.connectedDebugger())?.close();
    if (this.#requests === 0) return;
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
