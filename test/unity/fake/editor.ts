/** Fake Unity Editor server: several clients with one request at a time each, reloads, restarts, and misbehavior on demand. */
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { Behaviors } from "./behaviors.ts";
import { FakeProject } from "./project.ts";
import { type Generation, toolDetails, toolsOf, VERSIONS } from "./tools.ts";
import { errorBody, frame, Intake, notificationBody, type Request, resultBody } from "./wire.ts";

/** A request being processed. */
export interface Exchange {
  request: Request;
  socket: Socket;
  editor: FakeEditor;
  /** The tool's regular result. */
  result(): Record<string, unknown>;
  reply(result?: Record<string, unknown> | null): void;
  fail(message: string, data: Record<string, unknown>): void;
  send(bytes: Uint8Array | string): void;
}

export interface EditorOptions {
  generation?: Generation;
  project?: FakeProject;
  /** Overrides the path in `get-version`. */
  dataPath?: string;
}

export class FakeEditor extends Behaviors<Exchange, Request> {
  readonly generation: Generation;
  readonly project: FakeProject;
  readonly custom: string[] = [];
  /** Connections in the middle of a frame, which must not be interrupted by a notification. */
  readonly midFrame = new Set<Socket>();
  port = 0;
  sessionId = "";
  readonly #dataPath: string;
  readonly #sockets = new Set<Socket>();
  readonly #refused = new Set<Request>();
  #server: Server | undefined;

  static async start(options: EditorOptions = {}): Promise<FakeEditor> {
    const editor = new FakeEditor(options);
    await editor.listen();
    return editor;
  }

  constructor({ generation = "v2", project = new FakeProject(), dataPath }: EditorOptions = {}) {
    super(({ method }) => method);
    this.generation = generation;
    this.project = project;
    this.#dataPath = dataPath ?? `${project.root}/Assets`;
  }

  get ver(): string {
    return VERSIONS[this.generation];
  }

  /** Number of requests that weren't rejected because of their stamp. */
  served(method: string): number {
    return this.log.filter((request) => request.method === method && !this.#refused.has(request)).length;
  }

  /** Binds to the same port by default and writes it to the settings. Like newer Editors, uses another if it's taken. */
  async listen(port = this.port): Promise<void> {
    try {
      await this.#bind(port);
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
      await this.#bind(0);
    }
    this.sessionId = randomUUID();
    this.noteSettings();
  }

  async #bind(port: number): Promise<void> {
    const server = createServer((socket) => this.#serve(socket));
    if (this.generation === "v3") {
      const path = this.socketPath;
      mkdirSync(dirname(path), { recursive: true });
      chmodSync(dirname(path), 0o700);
      rmSync(path, { force: true });
      await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
    } else {
      await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
      this.port = (server.address() as { port: number }).port;
    }
    this.#server = server;
  }

  noteSettings(more: Record<string, unknown> = {}): void {
    const identity =
      this.generation === "v2" ? { projectRootPath: this.project.root, serverSessionId: this.sessionId } : {};
    this.project.writeSettings(this.generation, this.port, { ...identity, ...more });
  }

  get socketPath(): string {
    const digest = createHash("sha256").update(this.project.root).digest("hex").slice(0, 16);
    return `/tmp/uloop/UnityCliLoop-${digest}.sock`;
  }

  notify(method: string, params: Record<string, unknown>): void {
    const bytes = frame(notificationBody(method, params));
    for (const socket of this.#sockets) if (!this.midFrame.has(socket)) socket.write(bytes);
  }

  /** Domain reload: creates locks, says goodbye and closes everything. After `ms`, removes the locks, binds the port and announces the tools. */
  async reload(ms: number, { port = this.port, announced = true, compiled = false } = {}): Promise<void> {
    if (compiled) this.project.unlock("compiling.lock");
    this.project.lock("domainreload.lock");
    await this.close(announced ? "DomainReload" : undefined);
    await new Promise((done) => setTimeout(done, ms));
    this.project.unlock("compiling.lock", "domainreload.lock");
    this.project.lock("serverstarting.lock");
    await this.listen(port);
    this.project.unlock("serverstarting.lock");
    this.notify("notifications/tools/list_changed", { timestamp: new Date().toISOString(), message: "reloaded" });
  }

  async quit(): Promise<void> {
    await this.close("EditorQuit");
  }

  /** Closes all connections and the listener, optionally with a reason. V3 sends no notifications. */
  async close(reason?: string): Promise<void> {
    if (reason && this.generation !== "v3") this.notify("notifications/server/shutdown", { reason });
    const closed = new Promise<void>((done) => (this.#server ? this.#server.close(() => done()) : done()));
    for (const socket of this.#sockets) socket.end();
    await Promise.race([closed, new Promise((done) => setTimeout(done, 50))]);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    await this.close();
    this.project.remove();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    const intake = new Intake();
    let queue = Promise.resolve();
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (chunk) => {
      const { requests, overflow } = intake.push(chunk as Buffer);
      for (const request of requests) queue = queue.then(() => this.#answer(request, socket));
      if (overflow) socket.destroy();
    });
  }

  async #answer(request: Request, socket: Socket): Promise<void> {
    if (socket.destroyed) return;
    this.log.push(request);
    const exchange = this.#exchange(request, socket);
    const refusal = this.#identityRefusal(request);
    if (refusal) {
      this.#refused.add(request);
      exchange.fail(refusal, { type: "internal_error", message: "" });
      return;
    }
    await (this.behaviorOf(request.method) ?? ((each: Exchange) => each.reply()))(exchange);
  }

  #identityRefusal({ stamp }: Request): string | undefined {
    if (this.generation === "seed" || !stamp) return undefined;
    if (!stamp.expectedProjectRoot) return "Invalid x-uloop metadata: expectedProjectRoot is required.";
    if (stamp.expectedProjectRoot !== this.project.root)
      return "Connected Unity instance belongs to a different project.";
    if (this.generation === "v3") return undefined;
    if (!stamp.expectedServerSessionId) return "Invalid x-uloop metadata: expectedServerSessionId is required.";
    return stamp.expectedServerSessionId === this.sessionId
      ? undefined
      : "Unity CLI Loop server session changed. Retry the command.";
  }

  #exchange(request: Request, socket: Socket): Exchange {
    const send = (bytes: Uint8Array | string) => void (socket.destroyed || socket.write(bytes));
    const answers = request.id !== undefined && request.id !== null;
    const result = () => ({ ...this.#resultOf(request), Ver: this.ver });
    const fail = (message: string, data: Record<string, unknown>) =>
      void (answers && send(frame(errorBody(request.id, message, data))));
    const reply = (given?: Record<string, unknown> | null) => {
      if (!answers) return;
      if (given === undefined && !this.#knows(request.method)) {
        return fail("Internal error", { type: "internal_error", message: `Unknown tool: ${request.method}` });
      }
      send(frame(resultBody(request.id, given === undefined ? result() : given)));
    };
    return { request, socket, editor: this, result, reply, fail, send };
  }

  #knows(method: string): boolean {
    if (method === "get-version") return this.generation === "v2";
    return method === "get-tool-details" || this.custom.includes(method) || method in toolsOf(this.generation);
  }

  #resultOf({ method, params }: Request): Record<string, unknown> {
    if (method === "get-tool-details") return { Tools: toolDetails(this.generation, this.custom) };
    if (method === "get-version")
      return { UnityVersion: "6000.0.23f1", Platform: "LinuxEditor", DataPath: this.#dataPath, IsEditor: true };
    if (this.custom.includes(method)) return { Custom: method, Echo: params };
    return toolsOf(this.generation)[method]?.(params, this.project.root) ?? {};
  }
}
