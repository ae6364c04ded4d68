/** Fake Unity-MCP server with an Editor: REST tool calls, error statuses, and repeated calls when the Editor is slow. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { type Behavior, Behaviors } from "./behaviors.ts";
import { CompileWatches } from "./coplay-compiler.ts";
import { runCode, Session, Tally } from "./csharp.ts";
import { FakeProject } from "./project.ts";
import { UnityProcess } from "./unity-process.ts";

interface Entry {
  name: string;
  params: Record<string, unknown>;
}

export interface GamedevExchange extends Entry {
  request: IncomingMessage;
  response: ServerResponse;
  /** Executes the tool again on every call and returns the response. */
  call(): [status: number, value: object];
  answer(status: number, value: object): void;
}

export class FakeGamedev extends Behaviors<GamedevExchange, Entry> {
  readonly project = new FakeProject();
  readonly tally = new Tally();
  readonly process = new UnityProcess(this.project.root);
  readonly token = "secret-token";
  session = new Session();
  port = 0;
  /** Whether an Editor is connected, and its project. */
  connected = true;
  opened = this.project.root;
  playing = false;
  scriptChanges = 0;
  errors: string[] = [];
  tools: object[] = TOOLS;
  /** The main thread is blocked. */
  modal = false;
  /** The server makes the next call twice, like after a timeout. */
  repeats = false;
  readonly #watches = new CompileWatches();
  #server: Server | undefined;

  constructor() {
    super(({ name }) => name);
  }

  static async start(): Promise<FakeGamedev> {
    const editor = new FakeGamedev();
    editor.project.installed({ "com.ivanmurzak.unity.mcp": "0.90.0" });
    editor.process.start();
    await editor.#listen();
    editor.settings({ host: `http://localhost:${editor.port}`, token: editor.token, connectionMode: "Custom" });
    return editor;
  }

  settings(settings: object): void {
    const folder = join(this.project.root, "UserSettings");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "AI-Game-Developer-Config.json"), JSON.stringify(settings));
  }

  /** The Editor is disconnected from its server for this long. */
  async reload(ms: number): Promise<void> {
    this.connected = false;
    await new Promise((done) => setTimeout(done, ms));
    this.connected = true;
  }

  async #listen(): Promise<void> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const send = (status: number, value: object) => answer(response, status, value);
      if (request.headers.authorization !== `Bearer ${this.token}`) return void response.writeHead(401).end();
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      if (!this.connected) return send(503, { error: "Invoke 'RunCallTool': Failed to invoke 'x' after 10 retries." });
      if (pathname === "/api/system-tools/ping")
        return send(200, { status: "success", structured: { result: "pong" } });
      if (pathname === "/api/tools") return send(200, this.tools);
      const name = /^\/api\/tools\/([\w-]+)$/.exec(pathname)?.[1];
      if (name === undefined) return void response.writeHead(404).end();
      const text = Buffer.concat(chunks).toString("utf8");
      const params = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
      this.log.push({ name, params });
      if (this.modal) return;
      const behavior: Behavior<GamedevExchange> | undefined = this.behaviorOf(name);
      const call = () => this.#call(name, params);
      if (behavior) return void (await behavior({ name, params, request, response, call, answer: send }));
      let [status, value] = call();
      if (this.repeats) {
        this.repeats = false;
        [status, value] = call();
      }
      send(status, value);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    this.port = (server.address() as { port: number }).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((done) => (this.#server ? this.#server.close(() => done()) : done()));
    this.process.stop();
    this.project.remove();
  }

  #call(name: string, params: Record<string, unknown>): [number, object] {
    switch (name) {
      case "script-execute":
        return this.#execute(String(params.csharpCode));
      case "console-get-logs":
        return [200, { status: "success", structured: { result: LOGS } }];
      case "console-clear-logs":
        this.tally.add("tok-0-1");
        return [200, { status: "success", content: [] }];
      case "tests-run": {
        this.tally.add(JSON.stringify(params));
        const Summary = { Status: "Passed", TotalTests: 3, PassedTests: 2, FailedTests: 1, SkippedTests: 0 };
        const Results = [{ Name: "Game.Tests.A", Status: "Failed", Message: "expected 1", StackTrace: "at A" }];
        return [200, { status: "success", structured: { result: { Summary, Results } } }];
      }
      case "gameobject-create":
        this.tally.add(JSON.stringify(params));
        return params.name === ""
          ? failed(400, name, "name is empty")
          : [200, { status: "success", structured: { result: { instanceID: 7 } } }];
      default:
        return [404, { error: `Tool with Name '${name}' not found.` }];
    }
  }

  #execute(source: string): [number, object] {
    const body = /public static object Main\(\) \{ ([\s\S]*)\nreturn null; \} \}$/.exec(source)?.[1] ?? "";
    const gives = (value: unknown, typeName = "System.String"): [number, object] => [
      200,
      { status: "success", structured: { result: { name: "result", typeName, value } } },
    ];
    if (body.includes("Application.dataPath")) return gives(`${this.opened}/Assets`);
    if (body.includes("EditorApplication.isUpdating")) return gives(false, "System.Boolean");
    if (body.includes("jig.compile.")) {
      return gives(this.#watches.answer(body, this, () => this.#compile(), "RequestScriptCompilation("));
    }
    const ran = runCode(body, this.session, this.tally);
    if (ran.ok) return gives(ran.result);
    const said = ran.compiled ? ran.error : `Compilation failed:\n(1,999): error CS1002: ${ran.error}`;
    return failed(500, "script-execute", said);
  }

  #compile(): void {
    this.tally.add("tok-0-0");
    setTimeout(() => this.#watches.end(this.errors), 60);
  }

  /** The package's port derivation, implemented independently of the plugin. */
  static portOf(root: string): number {
    const hash = createHash("sha256").update(root.toLowerCase()).digest();
    return (
      20_000 +
      (((hash[0] ?? 0) + (hash[1] ?? 0) * 256 + (hash[2] ?? 0) * 65_536 + (hash[3] ?? 0) * 16_777_216) % 10_000)
    );
  }
}

const LOGS = [
  { logType: "Log", message: "oldest", timestamp: "2026-01-01T00:00:00", stackTrace: null },
  {
    logType: "Exception",
    message: "NullReferenceException",
    timestamp: "2026-01-01T00:00:01",
    stackTrace: "at B.C ()",
  },
];

const TOOLS = [
  {
    name: "gameobject-create",
    enabled: true,
    description: "Creates",
    inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
  {
    name: "script-execute",
    enabled: true,
    inputSchema: { type: "object", properties: { csharpCode: { type: "string" } } },
  },
  { name: "scene-unload", enabled: false },
];

function failed(status: number, name: string, said: string): [number, object] {
  return [status, { error: `Failed to run tool '${name}'. Exception: ${said}` }];
}

function answer(response: ServerResponse, status: number, value: object): void {
  if (response.destroyed) return;
  const text = Buffer.from(JSON.stringify(value), "utf8");
  response
    .writeHead(status, { "Content-Type": "application/json; charset=utf-8", "Content-Length": text.length })
    .end(text);
}
