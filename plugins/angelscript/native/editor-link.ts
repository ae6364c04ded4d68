/** The connection to a running Unreal editor: asks for its types, listens for its diagnostics, comes back when it goes away. */
import { type Connection, JigError, type ServiceContext } from "../../../core/host/plugin-api.ts";
import { FrameReader, type LengthRule, Message, requestFrame } from "./debug-framing.ts";
import { type FileDiagnostics, readDiagnostics } from "./editor-diagnostics.ts";
import { type EditorAsset, readAssets, readSettings } from "./editor-messages.ts";

/** Where an editor listens unless it is started with another `-asdebugport`. */
const PORT = 27099;
/** Reports of one compile come together: this long without one means that it is over. */
const SETTLED_MS = 250;
const RECONNECT_MS = 5000;
/** Old servers never say that the database is complete: this long without a part of it means so. */
const QUIET_MS = 1000;

export interface EditorState {
  connected: boolean;
  /** The editor of this workspace: it has named a file under one of the roots, or assets of it. */
  isOurs: boolean;
  detail: string;
}

export interface EditorDatabase {
  /** FStrings of JSON. */
  parts: Uint8Array[];
  floatIsFloat64: boolean | undefined;
}

export interface EditorLinkHost {
  takeDatabase(database: EditorDatabase): Promise<void>;
  /** Returns true if assets with these classes are of this workspace. */
  knowsAssets(assets: readonly EditorAsset[]): Promise<boolean>;
  /** Returns true if the process that listens on the port says that it has a project of this workspace open. */
  opensProject(port: number): Promise<boolean>;
}

/** The port that the environment names, else the usual one. */
export function editorPort(named: string | undefined): number {
  const port = Number(named);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : PORT;
}

export function noEditor(port: number): JigError {
  return new JigError("UNAVAILABLE", `No Unreal editor with this project answers on 127.0.0.1:${port}`, {
    hint: "Open the project in the Unreal editor; JIG_UNREAL_PORT sets another port, `jig doctor` shows the search",
  });
}

export class EditorLink {
  readonly #context: ServiceContext;
  readonly #to: EditorLinkHost;
  readonly port: number;
  readonly #diagnostics = new Map<string, FileDiagnostics>();
  #parts: Uint8Array[] = [];
  #partAt = 0;
  /** A complete database that waits for the proof that it is ours. */
  #complete: EditorDatabase | undefined;
  #settings: ReturnType<typeof readSettings> = { version: 0, floatIsFloat64: undefined };
  /** Classes of assets, by path, or undefined until the editor has reported all of them. */
  readonly #assets = new Map<string, string>();
  #hasAllAssets = false;
  /** True if a connection was tried. */
  #tried = false;
  /** When the editor last reported a file's errors, on the clock of the day. */
  #reportedAt: number | undefined;
  #connection: Connection | undefined;
  #reader: FrameReader | undefined;
  #state: EditorState = { connected: false, isOurs: false, detail: "not asked yet" };

  constructor(context: ServiceContext, to: EditorLinkHost) {
    this.#context = context;
    this.#to = to;
    this.port = editorPort(context.env("JIG_UNREAL_PORT"));
  }

  get state(): EditorState {
    return this.#state;
  }

  /** The editor's diagnostics of the files, or undefined without a connected editor of this workspace. */
  get diagnostics(): ReadonlyMap<string, FileDiagnostics> | undefined {
    return this.#state.connected && this.#state.isOurs ? this.#diagnostics : undefined;
  }

  get reportedAt(): number | undefined {
    return this.#reportedAt;
  }

  /** Classes of the assets made from script classes, by path; `isWhole` once the editor has reported all of them. */
  get assets(): { classes: ReadonlyMap<string, string>; isWhole: boolean } {
    return { classes: this.#assets, isWhole: this.#hasAllAssets };
  }

  /** How this editor counts lengths. */
  get lengthRule(): LengthRule | undefined {
    return this.#reader?.rule;
  }

  /** From the fourth version of its settings on. */
  get createsBlueprints(): boolean {
    return this.#settings.version >= 4;
  }

  /** Waits, at most so long, until it is known whether an editor of this workspace is there; then for its assets if they are wanted. */
  async isOurs(timeoutMs: number, signal: AbortSignal, withAssets = false): Promise<boolean> {
    const { clock } = this.#context;
    const end = clock.monotonic() + timeoutMs;
    for (;;) {
      const { isOurs, connected } = this.#state;
      const isKnown = isOurs ? !withAssets || this.#hasAllAssets : this.#tried && !connected;
      if (isKnown || clock.monotonic() > end) return isOurs;
      await clock.sleep(25, signal);
    }
  }

  /** Sends a request without an answer. Throws UNAVAILABLE without a connected editor of this workspace. */
  async send(frame: Uint8Array): Promise<void> {
    const connection = this.#state.isOurs ? this.#connection : undefined;
    if (!connection) throw noEditor(this.port);
    await connection.write(frame);
  }

  /** Waits until the editor has reported a compile after `since`, or false if it did not within the time. */
  async waitForReport(since: number, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#context;
    const end = clock.monotonic() + timeoutMs;
    for (;;) {
      const at = this.#reportedAt;
      if (at !== undefined && at >= since && clock.now() - at >= SETTLED_MS) return true;
      if (!this.#state.connected || clock.monotonic() > end) return false;
      await clock.sleep(25, signal);
    }
  }

  /** Runs until the service is closed. Never throws. */
  async run(): Promise<void> {
    const { signal, clock, net, log } = this.#context;
    while (!signal.aborted) {
      try {
        const connection = await net.connect({ host: "127.0.0.1", port: this.port }, { signal });
        await this.#listen(connection);
        this.#lost("the editor closed the connection");
      } catch (error) {
        this.#lost(error instanceof JigError ? error.message : String(error));
        log.debug(`Editor: ${this.#state.detail}`);
      }
      await clock.sleep(RECONNECT_MS, signal).catch(() => undefined);
    }
  }

  #lost(detail: string): void {
    this.#parts = [];
    this.#complete = undefined;
    this.#diagnostics.clear();
    this.#reportedAt = undefined;
    this.#assets.clear();
    this.#hasAllAssets = false;
    this.#tried = true;
    this.#state = { connected: false, isOurs: false, detail };
  }

  async #listen(connection: Connection): Promise<void> {
    const { signal } = this.#context;
    const close = (): void => connection.close();
    signal.addEventListener("abort", close, { once: true });
    this.#connection = connection;
    try {
      await connection.write(requestFrame(Message.requestDatabase));
      this.#state = { connected: true, isOurs: false, detail: "connected; no script of this workspace named yet" };
      void this.#askSystem(connection);
      const reader = new FrameReader();
      this.#reader = reader;
      for await (const bytes of connection.data)
        for (const { type, body } of reader.push(bytes)) await this.#takeValid(type, body);
    } finally {
      this.#connection = undefined;
      signal.removeEventListener("abort", close);
      connection.close();
    }
  }

  /** In parallel with the messages: the system may be slow. */
  async #askSystem(connection: Connection): Promise<void> {
    const isOurs = await this.#to.opensProject(this.port);
    if (isOurs && this.#connection === connection && !this.#state.isOurs) await this.#claim();
  }

  /** A message of another layout is left out: the others still hold. */
  async #takeValid(type: number, body: Uint8Array): Promise<void> {
    try {
      await this.#take(type, body);
    } catch (error) {
      if (!(error instanceof JigError) || error.code !== "ENCODING") throw error;
      this.#context.log.debug(`Editor: message ${type} is not read: ${error.message}`);
    }
  }

  async #take(type: number, body: Uint8Array): Promise<void> {
    switch (type) {
      case Message.databaseSettings:
        this.#parts = [];
        this.#settings = readSettings(body);
        break;
      case Message.assetsBegin:
        this.#assets.clear();
        this.#hasAllAssets = false;
        break;
      case Message.assetsFinished:
        this.#hasAllAssets = true;
        break;
      case Message.assets: {
        const reported = readAssets(body);
        for (const { path, className } of reported)
          if (className === "") this.#assets.delete(path);
          else this.#assets.set(path, className);
        const assets = reported.filter((each) => each.className !== "");
        if (!this.#state.isOurs && assets.length > 0 && (await this.#to.knowsAssets(assets))) await this.#claim();
        break;
      }
      case Message.database:
        this.#parts.push(body);
        this.#partAt = this.#context.clock.monotonic();
        if (this.#parts.length === 1) this.#finishWhenQuiet();
        break;
      case Message.databaseFinished:
        await this.#finish();
        break;
      case Message.diagnostics: {
        const file = readDiagnostics(body);
        this.#diagnostics.set(file.path, file);
        this.#reportedAt = this.#context.clock.now();
        if (!this.#state.isOurs && this.#isUnderRoot(file.path)) await this.#claim();
        break;
      }
    }
  }

  async #claim(): Promise<void> {
    this.#state = { connected: true, isOurs: true, detail: "connected" };
    await this.#hand();
  }

  #isUnderRoot(path: string): boolean {
    const folded = path.toLowerCase();
    return this.#context.workspace.roots.some((root) =>
      folded.startsWith(`${root.path.replaceAll("\\", "/").toLowerCase()}/`),
    );
  }

  async #finishWhenQuiet(): Promise<void> {
    const { clock, signal } = this.#context;
    try {
      for (;;) {
        await clock.sleep(QUIET_MS, signal);
        if (this.#parts.length === 0) return;
        if (clock.monotonic() - this.#partAt >= QUIET_MS) return await this.#finish();
      }
    } catch {
      // The service is closing.
    }
  }

  async #finish(): Promise<void> {
    if (this.#parts.length === 0) return;
    this.#complete = { parts: this.#parts, floatIsFloat64: this.#settings.floatIsFloat64 };
    this.#parts = [];
    if (this.#state.isOurs) await this.#hand();
  }

  async #hand(): Promise<void> {
    const database = this.#complete;
    this.#complete = undefined;
    if (database) await this.#to.takeDatabase(database);
  }
}
