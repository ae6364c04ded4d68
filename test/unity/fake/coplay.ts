/** Fake MCP for Unity server with an Editor: REST API, instances by Assets folder hash, timeouts, reloads that drop the session. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Behaviors } from "./behaviors.ts";
import {
  consoleEntries,
  error,
  type Logged,
  mcpAnswer,
  mcpTools,
  registeredTools,
  reloaded,
  send,
  silence,
  success,
} from "./coplay-answers.ts";
import { CompileWatches } from "./coplay-compiler.ts";
import { runCode, Session, Tally } from "./csharp.ts";
import { FakeProject } from "./project.ts";
import { UnityProcess } from "./unity-process.ts";

export interface CoplayExchange {
  type: string;
  params: Record<string, unknown>;
  request: IncomingMessage;
  response: ServerResponse;
  editor: FakeCoplay;
  /** Executes the command and returns Unity's result. */
  result(): Record<string, unknown>;
  reply(result?: Record<string, unknown>): void;
  answer(status: number, body: object): void;
}

interface Command {
  type: string;
  params: Record<string, unknown>;
}

export class FakeCoplay extends Behaviors<CoplayExchange, Command> {
  readonly project: FakeProject;
  readonly tally = new Tally();
  readonly process: UnityProcess;
  session = new Session();
  port = 0;
  connected = true;
  /** Other projects on the server. */
  others: { project: string; hash: string }[] = [];
  errors: string[] = [];
  codeDisabled = false;
  /** Play Mode, and its script change setting: 0 recompile and continue, 1 recompile afterwards, 2 stop and recompile. */
  playing = false;
  paused = false;
  scriptChanges = 0;
  /** With a modal dialog, the connection is alive but the main thread doesn't respond. */
  modal = false;
  /** Additional Console entries. */
  logged: Logged[] = [];
  /** Tools registered by the Editor. */
  tools: object[] = registeredTools();
  /** Tools listed to MCP clients. Undefined if the server doesn't support MCP. */
  mcpTools: object[] | undefined = mcpTools();
  readonly #watches = new CompileWatches();
  compileMs = 40;
  testsMs = 40;
  testsRunning = false;
  #compilation = reloaded();
  #polls = 0;
  readonly #jobs = new Map<string, Record<string, unknown>>();
  readonly #pending = new Set<(body: object) => void>();
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  static async start(project?: FakeProject): Promise<FakeCoplay> {
    const editor = new FakeCoplay(project);
    editor.process.start();
    await editor.listen();
    return editor;
  }

  constructor(project = new FakeProject()) {
    super(({ type }) => type);
    this.project = project;
    this.project.installed({ "com.coplaydev.unity-mcp": "10.1.1" });
    this.process = new UnityProcess(project.root);
  }

  get hash(): string {
    return createHash("sha1").update(`${this.project.root}/Assets`).digest("hex").slice(0, 16);
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#receive(request, response));
    server.keepAliveTimeout = 1;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((done, fail) => server.once("error", fail).listen(this.port, "127.0.0.1", done));
    this.port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  /** Drops the session. Pending requests get an error with a meaningless retry hint. */
  reload(ms: number): Promise<void> {
    return this.#drop(ms);
  }

  async #drop(ms: number): Promise<void> {
    this.connected = false;
    const said = "Unity plugin session s1 disconnected while awaiting command_result";
    for (const answer of this.#pending)
      answer({ success: false, message: null, error: said, data: null, hint: "retry" });
    this.#pending.clear();
    await new Promise((done) => setTimeout(done, ms));
    this.#compilation = reloaded();
    this.connected = true;
  }

  async restart(ms: number): Promise<void> {
    this.process.stop();
    await this.#drop(ms);
    this.session = new Session();
    this.#jobs.clear();
    this.testsRunning = false;
    this.process.start();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async stop(): Promise<void> {
    await this.close();
    this.process.stop();
    this.project.remove();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body: object) => send(response, status, body);
    switch (new URL(request.url ?? "/", "http://127.0.0.1").pathname) {
      case "/health":
        return answer(200, {
          ...{ status: "healthy", timestamp: 1, version: "10.1.1" },
          message: "MCP for Unity server is running",
        });
      case "/api/instances": {
        const instance = (project: string, hash: string, session_id: string) => ({
          ...{ session_id, project, hash },
          ...{ unity_version: "6000.0.23f1", connected_at: "t" },
        });
        const ours = instance("Game", this.hash, "s1");
        const others = this.others.map(({ project, hash }) => instance(project, hash, "s2"));
        return answer(200, { success: true, instances: [...others, ...(this.connected ? [ours] : [])] });
      }
      case "/api/custom-tools":
        return answer(200, { success: true, project_id: "p", tool_count: this.tools.length, tools: this.tools });
      case "/mcp":
        return mcpAnswer(request.method, Buffer.concat(chunks).toString("utf8"), this.mcpTools, response);
      case "/api/command":
        if (request.method !== "POST") return void response.writeHead(405).end("Method Not Allowed");
        try {
          return await this.#command(JSON.parse(Buffer.concat(chunks).toString("utf8")), request, response);
        } catch (thrown) {
          if (!(thrown instanceof SyntaxError)) throw thrown;
          return answer(500, { success: false, error: thrown.message });
        }
      default:
        response.writeHead(404).end("Not Found");
    }
  }

  async #command(
    body: { type?: string; params?: Record<string, unknown>; unity_instance?: string },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const answer = (status: number, value: object) => {
      this.#pending.delete(dropped);
      send(response, status, value);
    };
    const dropped = (value: object) => send(response, 200, value);
    const { type, params = {}, unity_instance } = body;
    if (!type) return answer(400, { success: false, error: "Missing 'type' field" });
    if (!this.connected && this.others.length === 0) {
      return answer(503, {
        success: false,
        error: "No Unity instances connected. Make sure Unity is running with MCP plugin.",
      });
    }
    // Defaults to the first instance.
    const [name, hash] = unity_instance?.includes("@") ? unity_instance.split("@") : [unity_instance, unity_instance];
    const meant = !unity_instance || name === "Game" || hash === this.hash;
    if (!meant || !this.connected) {
      return answer(404, { success: false, error: `Unity instance '${unity_instance}' not found` });
    }
    this.log.push({ type, params });
    this.#pending.add(dropped);
    if (this.modal) return silence(type, answer);
    const result = () => this.#resultOf(type, params);
    const exchange: CoplayExchange = {
      type,
      params,
      request,
      response,
      editor: this,
      result,
      answer,
      reply: (given) => {
        if (given === undefined && !(type in this.#handlers)) {
          return answer(200, { status: "error", error: `Unknown or unsupported command type: ${type}`, command: type });
        }
        if (given === undefined && type === "execute_code" && this.codeDisabled) {
          return answer(200, {
            status: "error",
            error: "Tool 'execute_code' is disabled in the Unity Editor.",
            command: "Unknown",
          });
        }
        answer(200, { status: "success", result: given ?? result() });
      },
    };
    const behavior = this.behaviorOf(type);
    await (behavior ?? ((each: CoplayExchange) => each.reply()))(exchange);
  }

  /** Like Unity, doesn't compile in Play Mode if set to wait. */
  #compile(): void {
    this.tally.add("tok-0-0");
    if (this.playing && this.scriptChanges === 1) return;
    if (this.scriptChanges === 2) this.playing = false;
    this.#compilation = { ...this.#compilation, is_compiling: true, last_compile_started_unix_ms: Date.now() };
    const session = this.session;
    setTimeout(() => {
      if (this.session !== session) return;
      this.#compilation = { ...this.#compilation, is_compiling: false, last_compile_finished_unix_ms: Date.now() + 1 };
      this.#watches.end(this.errors);
      if (this.errors.length === 0) void this.reload(60);
    }, this.compileMs);
  }

  #resultOf(type: string, params: Record<string, unknown>): Record<string, unknown> {
    return this.#handlers[type]?.(params) ?? {};
  }

  readonly #handlers: Record<string, (params: Record<string, unknown>) => Record<string, unknown>> = {
    get_editor_state: () =>
      success("ok", {
        compilation: { ...this.#compilation, is_domain_reload_pending: false },
        editor: { play_mode: { is_playing: this.playing, is_paused: this.paused, is_changing: false } },
        tests: { is_running: this.testsRunning },
      }),
    refresh_unity: () => {
      if (this.testsRunning) return error("tests_running", { reason: "tests_running", retry_after_ms: 5000 });
      this.#compile();
      return success("Refresh requested.", {
        refresh_triggered: true,
        compile_requested: true,
        resulting_state: "compiling",
      });
    },
    read_console: ({ action }) => {
      if (action === "clear") {
        this.tally.add("tok-0-1");
        return success("Console cleared successfully.");
      }
      const entries = consoleEntries(this.errors, this.logged);
      return success(`Retrieved ${entries.length} log entries.`, entries);
    },
    run_tests: (params) => {
      if (this.testsRunning) return error("tests_running", { reason: "tests_running", retry_after_ms: 5000 });
      this.tally.add(JSON.stringify(params));
      const job_id = createHash("md5").update(String(Math.random())).digest("hex");
      this.testsRunning = true;
      const progress = { completed: 1, total: 3, current_test_full_name: "Game.Tests.A", blocked_reason: null };
      this.#jobs.set(job_id, { job_id, status: "running", mode: params.mode, progress, error: null, result: null });
      setTimeout(() => {
        this.testsRunning = false;
        const summary = { total: 3, passed: 2, failed: 1, skipped: 0, durationSeconds: 0.1, resultState: "Failed" };
        const results = [
          {
            name: "A",
            fullName: "Game.Tests.A",
            state: "Failed",
            message: "expected 1",
            stackTrace: "at A",
            output: null,
          },
        ];
        const all = JSON.stringify(params).includes("fail")
          ? { summary, results }
          : { summary: { ...summary, passed: 3, failed: 0 }, results: [] };
        if (this.#jobs.has(job_id))
          this.#jobs.set(job_id, {
            job_id,
            status: "succeeded",
            progress,
            error: null,
            result: { mode: params.mode, ...all },
          });
      }, this.testsMs);
      return success("Test job started.", { job_id, status: "running", mode: params.mode });
    },
    get_test_job: ({ job_id }) => {
      const job = this.#jobs.get(String(job_id));
      return job ? success("Test job status retrieved.", job) : error("Unknown job_id.");
    },
    execute_menu_item: ({ menu_path }) => {
      if (!menu_path) return error("Required parameter 'menu_path' or 'menuPath' is missing or empty.");
      this.tally.add(String(menu_path));
      if (String(menu_path).includes("Missing"))
        return error(
          `Failed to execute menu item '${menu_path}'. It might be invalid, disabled, or context-dependent.`,
        );
      return success(`Attempted to execute menu item: '${menu_path}'. Check Unity logs for confirmation or errors.`);
    },
    get_menu_items: () => success("Retrieved 2 menu items", ["File/Save", "Tools/Build"]),
    execute_code: ({ code }) => {
      if (String(code).includes("Process.Start"))
        return error("Blocked pattern detected: Code contains blocked pattern: 'Process.Start'.");
      if (String(code).includes("jig.compile."))
        return success("Code executed successfully.", {
          result: this.#watches.answer(String(code), this, () => this.#compile()),
          compiler: "roslyn",
        });
      const ran = runCode(String(code), this.session, this.tally);
      if (ran.ok) return success("Code executed successfully.", { result: ran.result, compiler: "roslyn" });
      return ran.compiled
        ? error(`Runtime error: ${ran.error}`, { exceptionType: "Exception", stackTrace: "", compiler: "roslyn" })
        : error("Compilation failed", { errors: [`Line 1: ${ran.error}`], compiler: "roslyn" });
    },
    bake_navmesh: ({ action }) => {
      if (action === "poll" && ++this.#polls >= 3)
        return { ...success("Baked.", { meshes: 4 }), _mcp_status: "complete" };
      if (action !== "poll") this.tally.add("tok-0-7");
      return { ...success("Baking."), _mcp_status: "pending", _mcp_poll_interval: 0.1 };
    },
    manage_editor: (params) => {
      this.tally.add(JSON.stringify(params));
      return success("Entered play mode.");
    },
  };
}
