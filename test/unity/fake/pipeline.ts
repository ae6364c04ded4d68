/**
 * Fake Unity Pipeline server: port file overwritten in place, bearer token, one command at a time, jobs with status, reloads that
 * close everything.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { Behaviors } from "./behaviors.ts";
import { Session, Tally } from "./csharp.ts";
import { type Behave, commandsOf, EvalFailed, type PipelineFakeCommand } from "./pipeline-commands.ts";
import { FakeProject } from "./project.ts";
import { UnityProcess } from "./unity-process.ts";

export interface PipelineExchange {
  command: string;
  parameters: Record<string, unknown>;
  request: IncomingMessage;
  response: ServerResponse;
  editor: FakePipeline;
  /** Executes the command and returns its result. */
  result(): unknown;
  /** Sends a complete response. Executes the command unless a result is given. */
  reply(result?: unknown): void;
  answer(status: number, body: object): void;
}

/** Accepted commands. */
interface Ran {
  command: string;
  parameters: Record<string, unknown>;
}

export interface PipelineOptions {
  /** 0.4 handles one request at a time; 0.8 has the old names, 1.0 the new ones. */
  version?: "0.4.0" | "0.8.0" | "1.0.0";
  project?: FakeProject;
}

export class FakePipeline extends Behaviors<PipelineExchange, Ran> {
  readonly project: FakeProject;
  readonly version: string;
  readonly tally = new Tally();
  readonly process: UnityProcess;
  session = new Session();
  playMode: "stopped" | "playing" | "paused" = "stopped";
  /** The pause button was pressed before Play Mode. The server reports "paused" in this case too. */
  pausedInEditMode = false;
  token = token();
  port = 0;
  status = "ready";
  /** Responds with 503, as during startup or with an open dialog. */
  busy = false;
  compileErrors: string[] = [];
  upToDate = false;
  compileMs = 30;
  testsMs = 30;
  recompile: Record<string, unknown> = { status: "idle" };
  tests: Record<string, unknown> | undefined;
  readonly commands: Record<string, PipelineFakeCommand>;
  readonly #sockets = new Set<Socket>();
  #queue: Promise<void> = Promise.resolve();
  #server: Server | undefined;

  static async start(options: PipelineOptions = {}): Promise<FakePipeline> {
    const editor = new FakePipeline(options);
    editor.process.start();
    await editor.listen();
    return editor;
  }

  constructor({ version = "0.8.0", project = new FakeProject() }: PipelineOptions = {}) {
    super(({ command }) => command);
    this.version = version;
    this.project = project;
    this.project.installed({ "com.unity.pipeline": version });
    this.process = new UnityProcess(project.root);
    this.commands = commandsOf(version.startsWith("1."));
  }

  get portFile(): string {
    return join(this.project.root, "Library/Pipeline/.unity-pipeline-port");
  }

  get portText(): string {
    const now = new Date().toISOString();
    return JSON.stringify(
      {
        pid: 4711,
        port: this.port,
        projectPath: this.project.root,
        projectName: "Game",
        unityVersion: "6000.0.23f1",
        mode: "editor",
        startedAt: now,
        lastHeartbeat: now,
        evalToken: this.token,
      },
      null,
      2,
    );
  }

  /** In two halves, which a reader may see. */
  notePort(halfMs = 0): void {
    mkdirSync(dirname(this.portFile), { recursive: true });
    const text = this.portText;
    writeFileSync(this.portFile, halfMs === 0 ? text : text.slice(0, text.length / 2));
    if (halfMs === 0) return;
    setTimeout(() => {
      if (this.#server) writeFileSync(this.portFile, text);
    }, halfMs);
  }

  async listen(port = this.port): Promise<void> {
    const server = createServer((request, response) => void this.#receive(request, response));
    server.keepAliveTimeout = 1;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done)).catch(
      async () => {
        await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      },
    );
    this.port = (server.address() as { port: number }).port;
    this.#server = server;
    this.#queue = Promise.resolve();
    this.notePort();
  }

  /** Keeps port and token. */
  async reload(ms: number): Promise<void> {
    await this.close();
    await new Promise((done) => setTimeout(done, ms));
    await this.listen();
  }

  /** New session with another token, without marks and statuses. */
  async restart(ms: number): Promise<void> {
    await this.close();
    this.process.stop();
    await new Promise((done) => setTimeout(done, ms));
    this.session = new Session();
    this.token = token();
    this.recompile = { status: "idle" };
    this.tests = undefined;
    this.process.start();
    await this.listen();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    rmSync(this.portFile, { force: true });
    const closed = new Promise<void>((done) => (server ? server.close(() => done()) : done()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async stop(): Promise<void> {
    await this.close();
    this.process.stop();
    this.project.remove();
  }

  /** Checks loopback, Origin, token and path, in this order. */
  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = (status: number, value: object) => this.#send(response, status, value);
    if (request.headers.origin !== undefined) return answer(403, failure("Forbidden", "Origin is not allowed"));
    if (!/^127\.0\.0\.1:\d+$/.test(request.headers.host ?? ""))
      return answer(400, failure("Bad Request", "Invalid host"));
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return answer(401, failure("Unauthorized", "Bad token"));
    const work = () => this.#route(request, response, body);
    if (this.version.startsWith("0.4")) this.#queue = this.#queue.then(work, work);
    else await work();
  }

  async #route(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    switch (pathname.toLowerCase()) {
      case "/api/status":
        return this.#send(response, 200, { status: this.status, lastHeartbeat: new Date().toISOString() });
      case "/api/commands":
        return this.#send(response, 200, this.#list(searchParams));
      case "/api/exec":
        return this.#exec(request, response, body);
      default:
        response.writeHead(404, { "Content-Type": "text/plain" }).end("Not Found");
    }
  }

  #list(query: URLSearchParams): object {
    const all = Object.entries(this.commands).map(([name, { parameters }]) => ({
      name,
      description: `About ${name}`,
      tags: [],
      package: "com.unity.pipeline",
      mainThreadRequired: true,
      runtimeOnly: false,
      parameters,
      schema: JSON.stringify({ title: name }),
      ...(this.version.startsWith("1.")
        ? { effect: { readOnly: /status|list|get/.test(name), destructive: false } }
        : {}),
    }));
    const paged = !this.version.startsWith("0.4");
    const offset = paged ? Number(query.get("offset") ?? 0) : 0;
    const limit = paged ? Number(query.get("limit") ?? 100) : all.length;
    const commands = all.slice(offset, offset + limit);
    return {
      commands,
      count: commands.length,
      total: all.length,
      offset,
      limit,
      server: { version: "0.0.1", port: this.port },
    };
  }

  async #exec(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    if (body.length > 1_048_576)
      return this.#send(response, 413, failure("Payload Too Large", "Request body exceeds 1 MiB"));
    let asked: { command?: string; parameters?: Record<string, unknown> };
    try {
      asked = JSON.parse(body.toString("utf8"));
    } catch {
      return this.#send(response, 400, failure("Invalid JSON", "Failed to parse request body"));
    }
    const { command = "", parameters = {} } = asked;
    if (this.busy) {
      const status = { status: "busy", retryable: true };
      return this.#send(response, 503, { ...failure("Server Busy", "The Editor is still settling"), ...status });
    }
    const known = this.commands[command];
    if (!known) {
      const names = Object.keys(this.commands).join(", ");
      return this.#send(
        response,
        400,
        failure("Command Not Found", `No command named '${command}' is available. Available: [${names}]`),
      );
    }
    // Null and empty strings are valid if any JSON is accepted.
    const missing = known.parameters.find(
      ({ name, required, type }) =>
        required && (type === "JToken" ? parameters[name] === undefined : (parameters[name] ?? "") === ""),
    );
    if (missing)
      return this.#send(
        response,
        400,
        failure("Parameter Validation Failed", `Required parameter '${missing.name}' is missing or empty`),
      );
    const run = () => this.#run({ command, parameters, known, request, response });
    if (known.background || this.version.startsWith("0.4")) return run();
    const turn = this.#queue.then(run, run);
    this.#queue = turn;
    await turn;
  }

  async #run(task: {
    command: string;
    parameters: Record<string, unknown>;
    known: PipelineFakeCommand;
    request: IncomingMessage;
    response: ServerResponse;
  }): Promise<void> {
    const { command, parameters, known, request, response } = task;
    if (response.destroyed && request.destroyed) return;
    this.log.push({ command, parameters });
    const given = converted(known, parameters);
    const result = () => (known.run as Behave)(given, this);
    const exchange: PipelineExchange = {
      command,
      parameters: given,
      request,
      response,
      editor: this,
      result,
      answer: (status, value) => this.#send(response, status, value),
      reply: (value) => {
        try {
          const ran = value === undefined ? result() : value;
          const body = {
            success: true,
            command,
            result: ran,
            executionTimeMs: null,
            executedAt: new Date().toISOString(),
          };
          this.#send(response, 200, { ...body, message: null, error: null, errorDetails: null });
        } catch (error) {
          if (error instanceof EvalFailed) {
            const failed = failure("Command Execution Failed", error.message);
            return this.#send(response, 200, { ...failed, command, result: null, exitCode: 6 });
          }
          this.#send(
            response,
            400,
            failure("Command Execution Failed", `Command '${command}' failed: ${(error as Error).message}`),
          );
        }
      },
    };
    const behavior = this.behaviorOf(known.was);
    await (behavior ?? ((each: PipelineExchange) => each.reply()))(exchange);
  }

  #send(response: ServerResponse, status: number, value: object): void {
    if (response.destroyed) return;
    const text = Buffer.from(JSON.stringify(value, null, 2), "utf8");
    response.writeHead(status, { "Content-Type": "application/json", "Content-Length": text.length }).end(text);
  }
}

function failure(error: string, errorDetails: string): object {
  return { success: false, message: null, error, errorDetails, executedAt: new Date().toISOString() };
}

/** Silently ignores unknown names and replaces values of the wrong type by defaults. */
function converted({ parameters }: PipelineFakeCommand, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map(({ name, type, defaultValue }) => {
      const value = given[name];
      const fits = { Int32: "number", Boolean: "boolean", String: "string" }[type];
      return [
        name.replaceAll("-", "_"),
        value !== undefined && (fits === undefined || typeof value === fits) ? value : defaultValue,
      ];
    }),
  );
}

function token(): string {
  return randomBytes(32).toString("base64");
}
