/** The compiled program under test: run to its end, or held by its MCP door; and folders to run it in. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const JIG = join(import.meta.dirname, "../../dist/jig");

/** Without what this machine's user, or the agent that runs the tests, would have it use. */
export function cleanEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { JIG_ROOT: _root, CLAUDE_PROJECT_DIR: _project, ...rest } = process.env;
  return { ...rest, NO_COLOR: "1", ...extra };
}

/** A new folder with these files. */
export async function folderOf(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "jig-doors-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

export interface Ended {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  cwd?: string;
  input?: string;
  env?: Record<string, string>;
  command?: string;
}

/** Runs it to its end. */
export function jig(args: string[], { cwd, input = "", env, command = JIG }: RunOptions = {}): Promise<Ended> {
  const child = spawn(command, args, { cwd, env: cleanEnvironment(env) });
  child.stdin.on("error", () => {}); // It may end before it read everything.
  child.stdin.end(input);
  return ended(child);
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** A message as it came over the wire. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into untyped JSON
export type Wire = any;

/** `jig mcp`, spoken to in lines. */
export class McpProcess {
  readonly child: ChildProcess;
  readonly received: Wire[] = [];
  /** Resolves when the process is gone. `stdout` is every byte it wrote. */
  readonly ended: Promise<Ended>;
  #rest = "";
  #waiting: { wanted: (message: Wire) => boolean; resolve: (message: Wire) => void }[] = [];

  constructor(args: string[], { cwd, env }: RunOptions = {}) {
    this.child = spawn(JIG, ["mcp", ...args], { cwd, env: cleanEnvironment(env) });
    this.child.stdin!.on("error", () => {});
    this.ended = ended(this.child);
    this.child.stdout!.on("data", (text: string) => this.#receive(text));
  }

  write(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }

  send(message: object): void {
    this.write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** The first message that is wanted, come already or still to come. */
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

  /** Ends its input; milliseconds until it was gone. */
  async end(): Promise<{ ms: number } & Ended> {
    const start = performance.now();
    this.child.stdin!.end();
    return { ...(await this.ended), ms: performance.now() - start };
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const message = JSON.parse(line);
      this.received.push(message);
      for (const { wanted, resolve } of this.#waiting) if (wanted(message)) resolve(message);
    }
  }
}
