/** Minimal client for measuring pings. The SDK's client parses and validates megabytes on the thread that waits for the ping. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { environment } from "../jig.ts";

const NEWLINE = 10;
/** The id is at the start of a response, the failure flag at the end. */
const EDGE = 200;

export class LightClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, { resolve: (line: Buffer) => void; reject: (error: Error) => void }>();
  #parts: Buffer[] = [];
  #last = 0;

  constructor(command: string, args: string[], variables: Record<string, string> = {}) {
    this.#child = spawn(command, args, { env: environment(variables), stdio: "pipe" });
    this.#child.stderr.resume();
    this.#child.stdin.on("error", () => {}); // `exit` reports the end.
    this.#child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#child.on("exit", (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`jig ended with ${code}`));
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async connect(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.#ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    this.#send({ method: "notifications/initialized" });
  }

  async ping(): Promise<void> {
    await this.#ask("ping");
  }

  async tools(): Promise<{ name: string }[]> {
    return JSON.parse((await this.#ask("tools/list")).toString()).result.tools;
  }

  /** Unparsed response. Rejects if the tool failed. */
  async call(name: string, input: object): Promise<Buffer> {
    const line = await this.#ask("tools/call", { name, arguments: input });
    const edges = `${line.subarray(0, EDGE)}${line.subarray(-EDGE)}`;
    if (/"isError":true|"error":\{/.test(edges)) throw new Error(`${name}: ${edges}`);
    return line;
  }

  async text(name: string, input: object): Promise<string> {
    return JSON.parse((await this.call(name, input)).toString()).result.content[0].text;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin.end();
    await ended;
  }

  #ask(method: string, params: object = {}): Promise<Buffer> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #receive(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...this.#parts, chunk.subarray(from, at)]);
      this.#parts = [];
      from = at + 1;
      const id = Number(/"id":(\d+)/.exec(line.toString("latin1", 0, EDGE))?.[1]);
      this.#waiting.get(id)?.resolve(line);
      this.#waiting.delete(id);
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
  }
}
