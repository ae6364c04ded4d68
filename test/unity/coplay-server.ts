/** MCP for Unity's real server, with a plugin that forwards commands to the fake Editor. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FakeCoplay } from "./fake/coplay.ts";
import type { Roll } from "./hostile-backends.ts";
import { deadPort } from "./opened-jig.ts";
import { pause } from "./scenario.ts";

/** `JIG_MCP_FOR_UNITY`, or the program from the PyPI package `mcpforunityserver` on PATH. */
export function findServer(): string | undefined {
  const named = process.env.JIG_MCP_FOR_UNITY;
  if (named) return existsSync(named) ? named : undefined;
  const folders = (process.env.PATH ?? "").split(":");
  return folders.map((folder) => join(folder, "mcp-for-unity")).find((program) => existsSync(program));
}

/** What happens to a command: forwarded, lost before or after execution, or garbled. */
export type Fate = "serve" | "lose before" | "lose after" | "garble";

interface Message {
  type: string;
  id: string;
  name: string;
  params: object;
  session_id: string;
}

type FateOf = (params: unknown, roll: Roll) => Fate;

export class CoplayServer {
  readonly port: number;
  readonly #editor: FakeCoplay;
  readonly #server: ChildProcess;
  readonly #fate: FateOf;
  readonly #roll: Roll;
  #socket: WebSocket | undefined;
  #away = 0;
  #isOver = false;

  private constructor(port: number, editor: FakeCoplay, server: ChildProcess, fate: FateOf, roll: Roll) {
    this.port = port;
    this.#editor = editor;
    this.#server = server;
    this.#fate = fate;
    this.#roll = roll;
  }

  static async start(program: string, editor: FakeCoplay, fate: FateOf, roll: Roll): Promise<CoplayServer> {
    const port = await deadPort();
    const home = editor.project.root;
    const env = { PATH: process.env.PATH ?? "", HOME: home, DISABLE_TELEMETRY: "true", PYTHONUNBUFFERED: "1" };
    const args = ["--transport", "http", "--http-host", "127.0.0.1", "--http-port", String(port)];
    const child = spawn(program, args, { env, cwd: home, stdio: "ignore" });
    const server = new CoplayServer(port, editor, child, fate, roll);
    for (let tries = 0; ; tries++) {
      const healthy = await fetch(`http://127.0.0.1:${port}/health`)
        .then(({ ok }) => ok)
        .catch(() => false);
      if (healthy) break;
      if (tries > 300 || child.exitCode !== null) throw new Error("MCP for Unity's server did not start");
      await pause(200);
    }
    await server.#connect();
    return server;
  }

  /** Simulates a reload: the session ends and a new one starts. */
  async leave(ms: number): Promise<void> {
    this.#away++;
    this.#socket?.close();
    this.#socket = undefined;
    await pause(ms);
    this.#away--;
    await this.#connect();
  }

  /** Tools listed to MCP clients. */
  async tools(): Promise<unknown[]> {
    let session: string | null = null;
    const ask = async (message: object): Promise<string> => {
      const headers = {
        ...{ Accept: "application/json, text/event-stream", "Content-Type": "application/json" },
        ...(session === null ? {} : { "Mcp-Session-Id": session }),
      };
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      const reply = await fetch(`http://127.0.0.1:${this.port}/mcp`, { method: "POST", headers, body });
      session = reply.headers.get("mcp-session-id") ?? session;
      return reply.text();
    };
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    await ask({ id: 1, method: "initialize", params });
    await ask({ method: "notifications/initialized" });
    const text = await ask({ id: 2, method: "tools/list", params: {} });
    const data = text.split("\n").find((line) => line.startsWith("data:")) ?? "";
    return JSON.parse(data.slice(5)).result.tools;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#socket?.close();
    const ended = new Promise((done) => this.#server.once("exit", done));
    if (this.#server.exitCode === null) this.#server.kill("SIGKILL");
    else return;
    await ended;
  }

  async #connect(): Promise<void> {
    if (this.#isOver || this.#away > 0 || this.#socket) return;
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/hub/plugin`);
    this.#socket = socket;
    let session_id = "";
    const registered = new Promise<void>((done) => {
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(String(data)) as Message;
        const send = (value: object) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(value));
        };
        if (message.type === "welcome") {
          const project_path = this.#editor.project.root;
          send({
            ...{ type: "register", project_name: "Game", project_hash: this.#editor.hash },
            ...{ unity_version: "6000.0.23f1", project_path },
          });
        } else if (message.type === "registered") {
          session_id = message.session_id;
          done();
        } else if (message.type === "ping")
          // Without the id, the server considers the session dead after 20 s.
          send({ type: "pong", session_id });
        else if (message.type === "execute") void this.#execute(message, socket, send);
      });
      socket.addEventListener("close", () => done());
      socket.addEventListener("error", () => done());
    });
    await registered;
  }

  async #execute(
    { id, name, params }: { id: string; name: string; params: object },
    socket: WebSocket,
    send: (value: object) => void,
  ): Promise<void> {
    const fate = this.#fate(params, this.#roll);
    if (fate === "lose before") return void this.leave(20 + 100 * this.#roll());
    const reply = await fetch(`http://127.0.0.1:${this.#editor.port}/api/command`, {
      method: "POST",
      body: JSON.stringify({ type: name, params, unity_instance: this.#editor.hash }),
    }).catch(() => undefined);
    if (!reply || fate === "lose after") {
      if (this.#socket === socket) void this.leave(20 + 100 * this.#roll());
      return;
    }
    if (fate === "garble") {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type": "command_result", "id": ');
      await pause(20);
      if (this.#socket === socket) void this.leave(20);
      return;
    }
    const result = await reply.json();
    if (this.#roll() < 0.2) await pause(40 * this.#roll());
    send({ type: "command_result", id, result });
  }
}
