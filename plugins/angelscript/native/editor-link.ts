/**
 * Implements the connection to a running Unreal editor. It requests types, collects diagnostics and connects again if the
 * connection was lost.
 */
import { type Connection, JigError, type ServiceContext } from "../../../core/host/plugin-api.ts";
import { FrameReader, type LengthRule, Message, requestFrame } from "./debug-framing.ts";
import { type FileDiagnostics, readDiagnostics } from "./editor-diagnostics.ts";
import { type EditorAsset, readAssets, readSettings } from "./editor-messages.ts";

/** The default port of Unreal, which `-asdebugport` changes. */
const PORT = 27099;
/** The reports of a compile arrive one shortly after the other. After a pause of this length the compile is over. */
const SETTLED_MS = 250;
const RECONNECT_MS = 5000;
/** Old servers don't mark the end of the database. After a pause of this length we assume that it is complete. */
const QUIET_MS = 1000;

export interface EditorState {
  connected: boolean;
  /** True as soon as the editor has named a file or assets in one of our roots. */
  isOurs: boolean;
  detail: string;
}

export interface EditorDatabase {
  /** JSON that is encoded as FString. */
  parts: Uint8Array[];
  floatIsFloat64: boolean | undefined;
}

export interface EditorLinkHost {
  takeDatabase(database: EditorDatabase): Promise<void>;
  /** Checks whether the assets with these classes belong to this workspace. */
  knowsAssets(assets: readonly EditorAsset[]): Promise<boolean>;
  /** Checks whether the process that listens on the port has a project of this workspace open. */
  opensProject(port: number): Promise<boolean>;
}

/** Returns the port in the environment variable, or the default. */
export function editorPort(named: string | undefined): number {
  const port = Number(named);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : PORT;
}

export function noEditor(port: number): JigError {
  return new JigError("UNAVAILABLE", `No Unreal editor with this project answers on 127.0.0.1:${port}`, {
    hint: "Open the project in the Unreal editor; JIG_UNREAL_PORT sets another port, and `jig doctor` shows where jig looked",
  });
}

export class EditorLink {
  readonly #context: ServiceContext;
  readonly #to: EditorLinkHost;
  readonly port: number;
  readonly #diagnostics = new Map<string, FileDiagnostics>();
  #parts: Uint8Array[] = [];
  #partAt = 0;
  /** The complete database of an editor which we don't yet know to be ours. */
  #complete: EditorDatabase | undefined;
  #settings: ReturnType<typeof readSettings> = { version: 0, floatIsFloat64: undefined };
  /** The classes of assets by their path. */
  readonly #assets = new Map<string, string>();
  #hasAllAssets = false;
  #tried = false;
  /** The time of the editor's last report. */
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

  /** Undefined if no editor is connected that has this workspace open. */
  get diagnostics(): ReadonlyMap<string, FileDiagnostics> | undefined {
    return this.#state.connected && this.#state.isOurs ? this.#diagnostics : undefined;
  }

  get reportedAt(): number | undefined {
    return this.#reportedAt;
  }

  /** The assets that are based on script classes. `isWhole` is true when the editor has sent all of them. */
  get assets(): { classes: ReadonlyMap<string, string>; isWhole: boolean } {
    return { classes: this.#assets, isWhole: this.#hasAllAssets };
  }

  get lengthRule(): LengthRule | undefined {
    return this.#reader?.rule;
  }

  /** Supported since version 4 of the settings. */
  get createsBlueprints(): boolean {
    return this.#settings.version >= 4;
  }

  /**
   * Waits until we know whether an editor for this workspace is connected. With `withAssets` it also waits for the list of
   * assets.
   */
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

  /** Sends a message that has no reply. Throws UNAVAILABLE if no editor for this workspace is connected. */
  async send(frame: Uint8Array): Promise<void> {
    const connection = this.#state.isOurs ? this.#connection : undefined;
    if (!connection) throw noEditor(this.port);
    await connection.write(frame);
  }

  /** Waits for a report of a compile that is newer than `since`. It returns false if this takes too long. */
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

  /** Runs until the link is closed, and never throws. */
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
      this.#state = {
        connected: true,
        isOurs: false,
        detail: "connected; it has not named any script of this workspace yet",
      };
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

  /** This can be slow, so the messages don't wait for it. */
  async #askSystem(connection: Connection): Promise<void> {
    const isOurs = await this.#to.opensProject(this.port);
    if (isOurs && this.#connection === connection && !this.#state.isOurs) await this.#claim();
  }

  /** Malformed messages are skipped. */
  async #takeValid(type: number, body: Uint8Array): Promise<void> {
    try {
      await this.#take(type, body);
    } catch (error) {
      if (!(error instanceof JigError) || error.code !== "ENCODING") throw error;
      this.#context.log.debug(`Editor: message ${type} could not be read: ${error.message}`);
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
      // The link is being closed.
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
