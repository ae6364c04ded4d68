/** Starts programs. With Bun we use Bun's own spawn, because just loading Node's takes longer than a small search. */
import { spawn, spawnSync } from "node:child_process";

export interface ProgramStart {
  command: string;
  args: readonly string[];
  cwd: string | undefined;
  env: Record<string, string>;
  /** All of its input, which is empty by default. */
  stdin?: string | Uint8Array | undefined;
  /** Shares the input of this process. */
  inheritStdin?: boolean | undefined;
  /** An open file or the output of this process, in place of a pipe. */
  stdout?: number | "inherit" | undefined;
  /** Makes it the leader of a new process group. */
  detached: boolean;
}

export interface Program {
  /** `undefined` if it did not start. In that case, `exit` rejects with the error of the system. */
  readonly pid: number | undefined;
  /** The output remains in the pipe, so it can be read even after the program has ended. It is undefined if there is no pipe. */
  readonly stdout: AsyncIterable<Uint8Array> | undefined;
  readonly stderr: AsyncIterable<Uint8Array> | undefined;
  readonly exit: Promise<ProgramEnd>;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

interface ProgramEnd {
  code: number | null;
  signal: string | null;
}

/** The parts of Bun's API that we use. Under Deno, Bun's own types are not available. */
interface BunSpawner {
  spawn(
    command: string[],
    options: {
      cwd?: string;
      env: Record<string, string>;
      stdin: "inherit" | "ignore" | Uint8Array;
      stdout: number | "inherit" | "pipe";
      stderr: "pipe";
      detached: boolean;
      windowsHide: boolean;
      onExit(child: unknown, code: number | null, signal: string | number | null, error?: Error): void;
    },
  ): {
    pid: number;
    stdout: unknown;
    stderr: AsyncIterable<Uint8Array>;
    kill(signal: "SIGTERM" | "SIGKILL"): void;
  };
  spawnSync(
    command: string[],
    options: { stdio: "ignore"[]; timeout: number; env: Record<string, string> },
  ): { exitCode: number | null; exitedDueToTimeout?: boolean };
}

const BUN: string = "Bun";
const own: BunSpawner | undefined = Reflect.get(globalThis, BUN);

export function startProgram(start: ProgramStart): Program {
  return own ? startByBun(own, start) : startByNode(start);
}

function startByBun(bun: BunSpawner, start: ProgramStart): Program {
  const { command, args, cwd, env, stdin, inheritStdin, stdout, detached } = start;
  const { promise: exit, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  try {
    const child = bun.spawn([command, ...args], {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      stdin: inheritStdin ? "inherit" : stdin === undefined ? "ignore" : Buffer.from(stdin),
      stdout: stdout ?? "pipe",
      stderr: "pipe",
      detached,
      windowsHide: true,
      onExit(_, code, signal, error) {
        if (error) reject(error);
        else resolve({ code, signal: signal === null ? null : String(signal) });
      },
    });
    const output = child.stdout instanceof ReadableStream ? child.stdout : undefined;
    return { pid: child.pid, stdout: output, stderr: child.stderr, exit, kill: (signal) => child.kill(signal) };
  } catch (error) {
    reject(error);
    return { pid: undefined, stdout: undefined, stderr: undefined, exit, kill() {} };
  }
}

function startByNode({ command, args, cwd, env, stdin, inheritStdin, stdout, detached }: ProgramStart): Program {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: [inheritStdin ? "inherit" : stdin === undefined ? "ignore" : "pipe", stdout ?? "pipe", "pipe"],
    detached,
    windowsHide: true,
  });
  const exit = new Promise<ProgramEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  // Without a listener, Node discards unread output when the child ends.
  for (const stream of [child.stdout, child.stderr]) stream?.on("readable", () => {});
  if (stdin !== undefined && child.stdin) {
    // A child that ignores its input closes the pipe, and its exit code says the rest.
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
  }
  return {
    pid: child.pid,
    stdout: child.stdout ?? undefined,
    stderr: child.stderr ?? undefined,
    exit,
    kill: (signal) => void child.kill(signal),
  };
}

/**
 * Runs a program to get its exit code, without input, output or environment. Throws the system's error, or if a signal killed
 * it.
 */
export function exitCodeOf(command: string, args: readonly string[], timeout: number): number {
  if (own) {
    const ended = own.spawnSync([command, ...args], { stdio: ["ignore", "ignore", "ignore"], timeout, env: {} });
    if (ended.exitedDueToTimeout) throw Object.assign(new RangeError("It took too long"), { code: "ETIMEDOUT" });
    return endedItself(ended.exitCode);
  }
  const { status, error } = spawnSync(command, args, { stdio: "ignore", timeout, env: {} });
  if (error) throw error;
  return endedItself(status);
}

function endedItself(code: number | null): number {
  if (code === null) throw Object.assign(new RangeError("It was killed by a signal"), { code: "EINTR" });
  return code;
}
