/** A `jig mcp` process with line-based messages. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { type Ran, type RunOptions, startJig } from "../jig.ts";

/** A parsed message. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into untyped JSON
export type Wire = any;

export class McpProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly received: Wire[] = [];
  /** Called for every message. */
  readonly listeners = new Set<(message: Wire) => void>();
  /** Resolves on exit. `stdout` has all output. */
  readonly ended: Promise<Ran>;
  #rest = "";
  #waiting: { wanted: (message: Wire) => boolean; resolve: (message: Wire) => void }[] = [];

  constructor(args: string[], options: RunOptions = {}) {
    this.child = startJig(["mcp", ...args], options);
    this.child.stdin.on("error", () => {}); // It may exit before reading everything.
    let stdout = "";
    let stderr = "";
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      this.#receive(text);
    });
    this.ended = new Promise((resolve, reject) => {
      this.child.on("error", reject);
      this.child.on("close", (code) => resolve({ code, stdout, stderr }));
    });
  }

  write(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  send(message: object): void {
    this.write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** First matching message, already received or not. */
  next(wanted: (message: Wire) => boolean): Promise<Wire> {
    const seen = this.received.find(wanted);
    return seen ? Promise.resolve(seen) : new Promise((resolve) => this.#waiting.push({ wanted, resolve }));
  }

  ask(id: unknown, method: string, params?: object): Promise<Wire> {
    this.send({ id, method, params });
    return this.next((message) => message.id === id && message.method === undefined);
  }

  call(id: unknown, name: unknown, input?: unknown, meta?: object): Promise<Wire> {
    return this.ask(id, "tools/call", { name, arguments: input, _meta: meta });
  }

  async initialize(protocolVersion = "2025-11-25", capabilities = {}): Promise<Wire> {
    const answer = await this.ask("initialize", "initialize", {
      protocolVersion,
      capabilities,
      clientInfo: { name: "test", version: "1" },
    });
    this.send({ method: "notifications/initialized" });
    return answer.result;
  }

  /** Closes stdin and measures the time to exit in ms. */
  async end(): Promise<{ ms: number } & Ran> {
    const start = performance.now();
    this.child.stdin.end();
    return { ...(await this.ended), ms: performance.now() - start };
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line);
      this.received.push(message);
      for (const listener of this.listeners) listener(message);
      for (const { wanted, resolve } of this.#waiting) if (wanted(message)) resolve(message);
    }
  }
}
