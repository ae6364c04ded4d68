/**
 * Fake Editor of the 3.x line: version gate, accept frames, heartbeats, one command at a time, results by id, reloads that just
 * close connections.
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { type Behavior, Behaviors } from "./behaviors.ts";
import { busyData, gateData } from "./cli-loop-refusals.ts";
import { LOOP_TOOLS, loopDetails } from "./cli-loop-tools.ts";
import { runCode, Session, Tally } from "./csharp.ts";
import { FakeProject } from "./project.ts";
import { UnityProcess } from "./unity-process.ts";
import { errorBody, frame, Intake, type Request, resultBody } from "./wire.ts";

export interface LoopExchange {
  request: Request;
  socket: Socket;
  editor: FakeCliLoop;
  /** Executes the tool and returns its answer. */
  result(): Record<string, unknown>;
  reply(result?: unknown): void;
  fail(message: string, data: Record<string, unknown>): void;
  send(bytes: Uint8Array | string): void;
  /** Sends another heartbeat. */
  beat(stallSeconds: number): void;
}

export interface LoopOptions {
  protocol?: number;
  project?: FakeProject;
  heartbeatSeconds?: number;
  /** Only in newer Editors. */
  hasEditorStatus?: boolean;
}

/** Available while busy. */
const INTERNAL = ["get-version", "get-tool-details", "get-compile-status", "get-run-tests-status", "get-editor-status"];

/** The log has everything that passed the version gate. */
export class FakeCliLoop extends Behaviors<LoopExchange, Request> {
  readonly project: FakeProject;
  readonly custom: string[] = [];
  /** Overrides the response to `get-tool-details`. */
  details: object[] | undefined;
  readonly tally = new Tally();
  readonly process: UnityProcess;
  readonly compiles = new Map<string, number>();
  protocol: number;
  session = new Session();
  running: string | undefined;
  compileMs = 20;
  readonly #results = new Map<string, Record<string, unknown>>();
  readonly #options: LoopOptions;
  readonly #sockets = new Set<Socket>();
  #codes = 0;
  #compiling = false;
  #server: Server | undefined;

  static async start(options: LoopOptions = {}): Promise<FakeCliLoop> {
    const editor = new FakeCliLoop(options);
    editor.process.start();
    await editor.listen();
    return editor;
  }

  constructor(options: LoopOptions = {}) {
    super(({ method }) => method);
    this.#options = options;
    this.protocol = options.protocol ?? 5;
    this.project = options.project ?? new FakeProject();
    this.process = new UnityProcess(this.project.root);
    mkdirSync(join(this.project.root, "Packages"), { recursive: true });
    this.project.installed({ "io.github.hatayama.uloopmcp": "3.6.0" });
    mkdirSync(join(this.project.root, ".uloop"), { recursive: true });
    writeFileSync(
      join(this.project.root, ".uloop/project-runner-pin.json"),
      JSON.stringify({ projectRunnerVersion: "3.6.0", minimumDispatcherVersion: "1.0.0" }),
    );
  }

  get folder(): string {
    return `/tmp/uloop-${process.geteuid!()}`;
  }

  get socketPath(): string {
    const digest = createHash("sha256").update(this.project.root).digest("hex").slice(0, 16);
    return `${this.folder}/UnityCliLoop-${digest}.sock`;
  }

  async listen(): Promise<void> {
    if (!existsSync(this.folder)) mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    rmSync(this.socketPath, { force: true });
    const server = createServer((socket) => this.#serve(socket));
    await new Promise<void>((done, fail) => server.once("error", fail).listen(this.socketPath, done));
    chmodSync(this.socketPath, 0o600);
    this.#server = server;
  }

  /** Closes streams and removes the socket without notice. Back after `ms`. */
  async reload(ms: number): Promise<void> {
    await this.close();
    await new Promise((done) => setTimeout(done, ms));
    this.#compiling = false;
    await this.listen();
  }

  /** A new session without marks and stored results. */
  async restart(ms: number): Promise<void> {
    await this.close();
    this.process.stop();
    await new Promise((done) => setTimeout(done, ms));
    this.session = new Session();
    this.#results.clear();
    this.#compiling = false;
    this.process.start();
    await this.listen();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.running = undefined;
    this.#codes = 0;
    rmSync(this.socketPath, { force: true });
  }

  async stop(): Promise<void> {
    await this.close();
    this.process.stop();
    this.project.remove();
  }

  /** Stores results by id. */
  keep(id: unknown, result: Record<string, unknown>): void {
    if (typeof id === "string" && id !== "") this.#results.set(id, result);
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
    if (socket.destroyed || request.id === undefined || request.id === null) return;
    const send = (bytes: Uint8Array | string) => void (socket.destroyed || socket.write(bytes));
    const fail = (message: string, data: Record<string, unknown>) => send(frame(errorBody(request.id, message, data)));
    const gate = gateData(request, this.protocol);
    if (gate) return fail("CLI update required", gate);
    this.log.push(request);
    const accepts = request.uloop?.acceptsDispatchAck === true;
    const beats = accepts && request.uloop?.acceptsHeartbeat === true;
    const interval = this.#options.heartbeatSeconds ?? 10;
    if (accepts) {
      const uloop = { phase: "accepted", ...(beats ? { heartbeatIntervalSeconds: interval } : {}) };
      send(frame(JSON.stringify({ jsonrpc: "2.0", id: request.id, result: { accepted: true }, uloop })));
    }
    const beat = (mainThreadStallSeconds: number) =>
      send(
        frame(
          JSON.stringify({
            jsonrpc: "2.0",
            id: request.id,
            result: { alive: true },
            uloop: { phase: "heartbeat", mainThreadStallSeconds },
          }),
        ),
      );
    const timer = beats ? setInterval(() => beat(0.016), interval * 1_000) : undefined;
    const stop = () => clearInterval(timer);
    socket.on("close", stop);
    const exchange: LoopExchange = {
      request,
      socket,
      editor: this,
      result: () => this.#resultOf(request),
      reply: (result) => {
        stop();
        send(frame(resultBody(request.id, result === undefined ? this.#resultOf(request) : result)));
      },
      fail: (message, data) => {
        stop();
        fail(message, data);
      },
      send: (bytes) => {
        stop();
        send(bytes);
      },
      beat,
    };
    await this.#dispatch(exchange);
  }

  /** Check the name, then busy. */
  async #dispatch(exchange: LoopExchange): Promise<void> {
    const { method } = exchange.request;
    const behavior = this.behaviorOf(method) ?? this.#usual(method);
    if (!this.#knows(method)) {
      return exchange.fail("Internal error", { type: "internal_error", message: `Unknown tool: ${method}` });
    }
    if (INTERNAL.includes(method)) return void (await behavior(exchange));
    const shares = method === "execute-dynamic-code" && this.#codes > 0;
    if (this.running !== undefined && !shares)
      return exchange.fail("Unity is busy", busyData(this.running, method, this.#compiling));
    this.running = method;
    if (method === "execute-dynamic-code") this.#codes++;
    const socketsThen = this.#server;
    await behavior(exchange);
    // A reload frees the slot.
    if (this.#server !== socketsThen) return;
    if (method === "execute-dynamic-code" && --this.#codes > 0) return;
    this.running = undefined;
  }

  #usual(method: string): Behavior<LoopExchange> {
    return method === "compile" ? (exchange) => this.#compile(exchange) : ({ reply }) => reply();
  }

  /** Errors are stored by id too. A successful compile ends in a reload, which closes the connection. */
  async #compile({ request, reply }: LoopExchange): Promise<void> {
    const id = String(request.params.RequestId ?? "");
    this.compiles.set(id, (this.compiles.get(id) ?? 0) + 1);
    this.#compiling = true;
    await new Promise((done) => setTimeout(done, this.compileMs));
    const result = this.#resultOf(request);
    this.keep(id, result);
    this.#compiling = false;
    if (request.params.WaitForDomainReload === false) reply(result);
    else void this.reload(50);
  }

  #knows(method: string): boolean {
    if (method === "get-editor-status" || method === "get-run-tests-status")
      return this.#options.hasEditorStatus === true;
    return INTERNAL.includes(method) || this.custom.includes(method) || method in LOOP_TOOLS;
  }

  #resultOf({ method, params }: Request): Record<string, unknown> {
    switch (method) {
      case "get-version":
        return { Success: true, UnityVersion: "6000.0.23f1" };
      case "get-tool-details":
        return { Success: true, Tools: this.details ?? loopDetails(this.custom) };
      case "get-compile-status":
      case "get-run-tests-status": {
        const result = this.#results.get(String(params.RequestId)) ?? null;
        const state = { IsCompiling: this.#compiling, IsUpdating: false, IsDomainReloadInProgress: false };
        return {
          Success: true,
          Ready: !this.#compiling,
          HasResult: result !== null,
          ...state,
          Result: result,
          Message: "",
        };
      }
      case "get-editor-status":
        return {
          Success: true,
          IsBusy: this.running !== undefined,
          RunningToolName: this.running ?? "",
          HasEditorState: true,
        };
      case "execute-dynamic-code":
        return this.#code(String(params.Code), params.CompileOnly === true);
    }
    this.tally.add(JSON.stringify(params));
    if (this.custom.includes(method)) return { Success: true, Custom: method, Echo: params };
    const result = LOOP_TOOLS[method]!.answer(params, this.project.root);
    if (method === "run-tests") this.keep(params.RequestId, result);
    return result;
  }

  #code(code: string, only: boolean): Record<string, unknown> {
    const ran = only ? ({ ok: true, result: "" } as const) : runCode(code, this.session, this.tally);
    const error = ran.ok ? "" : ran.error;
    const compileError = {
      Message: error,
      Line: 1,
      Column: 400,
      ErrorCode: "CS1002",
      Hint: "",
      Suggestions: [],
      Context: "",
      PointerColumn: 1,
    };
    return {
      Success: ran.ok,
      Result: ran.ok ? String(ran.result) : "",
      Logs: [],
      CompilationErrors: ran.ok || ran.compiled ? [] : [compileError],
      ErrorMessage: error,
      Error: error,
      UpdatedCode: null,
      DiagnosticsSummary: null,
      Diagnostics: [],
      EditorPlaying: false,
    };
  }
}
