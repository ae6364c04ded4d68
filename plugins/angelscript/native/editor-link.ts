/** The connection to a running Unreal editor: asks for its types, listens for its diagnostics, comes back when it goes away. */
import { type Connection, JigError, type ServiceContext } from "../../../core/host/plugin-api.ts";
import { FrameReader, Message, requestFrame } from "./debug-frames.ts";
import { type FileDiagnostics, readDiagnostics } from "./editor-diagnostics.ts";

const PORT = 27099;
const AGAIN_MS = 5000;
/** Old servers never say that the database is complete: this long without a part of it means so. */
const QUIET_MS = 1000;

export interface EditorState {
  connected: boolean;
  /** The editor has named a file under one of the roots: it is the editor of this workspace. */
  isOurs: boolean;
  detail: string;
}

export class EditorLink {
  readonly #context: ServiceContext;
  readonly #takeDatabase: (parts: Uint8Array[]) => Promise<void>;
  readonly #diagnostics = new Map<string, FileDiagnostics>();
  #parts: Uint8Array[] = [];
  #partAt = 0;
  /** A complete database that waits for the proof that it is ours. */
  #complete: Uint8Array[] | undefined;
  #state: EditorState = { connected: false, isOurs: false, detail: "not asked yet" };

  /** `takeDatabase` gets the parts of each complete database, as FStrings of JSON. */
  constructor(context: ServiceContext, takeDatabase: (parts: Uint8Array[]) => Promise<void>) {
    this.#context = context;
    this.#takeDatabase = takeDatabase;
  }

  get state(): EditorState {
    return this.#state;
  }

  /** What the editor says of the files; undefined where no editor of this workspace is connected. */
  get diagnostics(): ReadonlyMap<string, FileDiagnostics> | undefined {
    return this.#state.connected && this.#state.isOurs ? this.#diagnostics : undefined;
  }

  /** Runs until the service is closed. Never throws. */
  async run(): Promise<void> {
    const { signal, clock, net, log } = this.#context;
    while (!signal.aborted) {
      try {
        const connection = await net.connect({ host: "127.0.0.1", port: PORT }, { signal });
        await this.#listen(connection);
        this.#lost("the editor closed the connection");
      } catch (error) {
        this.#lost(error instanceof JigError ? error.message : String(error));
        log.debug(`Editor: ${this.#state.detail}`);
      }
      await clock.sleep(AGAIN_MS, signal).catch(() => undefined);
    }
  }

  #lost(detail: string): void {
    this.#parts = [];
    this.#complete = undefined;
    this.#diagnostics.clear();
    this.#state = { connected: false, isOurs: false, detail };
  }

  async #listen(connection: Connection): Promise<void> {
    const { signal } = this.#context;
    const close = (): void => connection.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      await connection.write(requestFrame(Message.requestDatabase));
      this.#state = { connected: true, isOurs: false, detail: "connected; no script of this workspace named yet" };
      const reader = new FrameReader();
      for await (const bytes of connection.data)
        for (const { type, body } of reader.push(bytes)) await this.#take(type, body);
    } finally {
      signal.removeEventListener("abort", close);
      connection.close();
    }
  }

  async #take(type: number, body: Uint8Array): Promise<void> {
    switch (type) {
      case Message.databaseSettings:
        this.#parts = [];
        break;
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
        if (!this.#state.isOurs && this.#isUnderRoot(file.path)) {
          this.#state = { connected: true, isOurs: true, detail: "connected" };
          await this.#hand();
        }
        break;
      }
    }
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
    this.#complete = this.#parts;
    this.#parts = [];
    if (this.#state.isOurs) await this.#hand();
  }

  async #hand(): Promise<void> {
    const parts = this.#complete;
    this.#complete = undefined;
    if (parts) await this.#takeDatabase(parts);
  }
}
