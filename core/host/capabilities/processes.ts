/**
 * Starts child processes without a shell. Each of them has its own process group, its output is streamed, and cancelling ends
 * the whole tree.
 */
import { existsSync } from "node:fs";
import type { Running, RunRequest } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { bytesOfText } from "../contract/name-text.ts";
import { resourceErrorOf } from "../contract/resource-errors.ts";
import type { Executable } from "../runtime/assets.ts";
import { type Program, startProgram } from "../runtime/start-program.ts";
import { lowerPriority } from "./background-priority.ts";
import { childEnvironment } from "./child-environment.ts";
import { watchMemory } from "./memory-limit.ts";
import { type SpooledOutput, spoolOutput } from "./spooled-output.ts";

const KILL_GRACE_MS = 500;

export interface ProcessStart {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
}

export interface ProcessesOptions {
  find: (command: string) => Promise<Executable>;
  cwd: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  /** Returns the environment for git in a folder. @throws PATH_OUTSIDE if git would show another repository */
  repository?: (folder: string) => Record<string, string>;
  /**
   * Adds the confinement to a command, and returns a function that is called when it has ended. If this is undefined, commands
   * are started directly.
   */
  confine?: (
    start: ProcessStart,
    request: RunRequest,
  ) => Promise<(ProcessStart & { begun?(pid: number): () => void; ended?(): void }) | undefined>;
}

export interface Started extends Running {
  readonly pid: number | undefined;
}

export interface Processes {
  run(request: RunRequest): Promise<Started>;
  /** Kills everything that is still running. */
  close(): void;
}

export function createProcesses(options: ProcessesOptions): Processes {
  const running = new Set<Running>();
  /** The bundled programs that are running. */
  const bundled = new Set<Started>();
  return {
    async run(request) {
      request.signal?.throwIfAborted();
      if ([request.command, ...request.args].some((word) => word.includes("\0"))) {
        throw new JigError("INVALID_ARGUMENT", "A command-line argument cannot contain a NUL character");
      }
      const { path, own } = await options.find(request.command);
      request.signal?.throwIfAborted();
      const place = request.cwd ?? options.cwd;
      const ofGit = request.command === "git" && place !== undefined ? options.repository?.(place) : undefined;
      const spooled = request.spool ? spoolOutput() : undefined;
      const env = childEnvironment(options.environment, { ...request.env, ...ofGit });
      const plain = { command: path, args: request.args, env };
      const confined = await options.confine?.({ ...plain, cwd: place ?? "/" }, request);
      const start = confined ?? plain;
      const child = startProgram({
        command: start.command,
        args: start.args,
        cwd: confined ? confined.cwd : place,
        env: start.env,
        stdin: typeof request.stdin === "string" ? bytesOfText(request.stdin) : request.stdin,
        inheritStdin: request.shares?.stdin,
        stdout: request.shares?.stdout ? "inherit" : spooled?.descriptor,
        // A third-party program leads its own process group, by which we find its children. Our programs stay in this session,
        // because the system divides the cores between sessions first, so only there can they yield to us.
        detached: !own,
      });
      const started = watch(child, request, spooled);
      const endNetwork = started.pid === undefined ? undefined : confined?.begun?.(started.pid);
      if (own) {
        // The latest call gets priority, because its answer is usually shorter.
        for (const earlier of bundled) if (earlier.pid !== undefined) lowerPriority(earlier.pid);
        bundled.add(started);
      }
      running.add(started);
      const ended = () => {
        running.delete(started);
        bundled.delete(started);
        endNetwork?.();
        confined?.ended?.();
      };
      started.exit.finally(ended).catch(() => {});
      return started;
    },
    close() {
      for (const started of running) started.kill();
    },
  };
}

function watch(child: Program, request: RunRequest, spooled: SpooledOutput | undefined): Started {
  let ended = false;
  const kill = () => {
    if (ended || child.pid === undefined) return;
    killTree(child, "SIGTERM");
    setTimeout(() => !ended && killTree(child, "SIGKILL"), KILL_GRACE_MS).unref?.();
  };
  if (request.signal?.aborted) kill();
  else request.signal?.addEventListener("abort", kill, { once: true });
  let outOfMemory = false;
  const unwatch = watchMemory(child.pid ?? 0, request.maxMemoryBytes ?? Number.POSITIVE_INFINITY, () => {
    outOfMemory = true;
    if (!ended) killTree(child, "SIGKILL");
  });
  const end = () => {
    ended = true;
    unwatch();
    request.signal?.removeEventListener("abort", kill);
  };
  const exit: Running["exit"] = child.exit.then(
    (how) => {
      end();
      return { ...how, ...(outOfMemory ? { outOfMemory } : {}) };
    },
    (error) => {
      end();
      throw cannotStart(request, error);
    },
  );
  exit.catch(() => {});
  // If the program could not start, there are no streams. Reading from them then throws the reason.
  const stdout = spooled?.read(exit) ?? child.stdout ?? nothing(exit);
  return { pid: child.pid, stdout, stderr: child.stderr ?? nothing(exit), exit, kill };
}

async function* nothing(exit: Promise<unknown>): AsyncGenerator<Uint8Array> {
  yield* await exit.then((): Uint8Array[] => []);
}

/** Sends a signal to the process group that the child leads, or to the child alone if there is no such group. */
export function killTree(
  child: { readonly pid?: number | undefined; kill(signal: "SIGTERM" | "SIGKILL"): unknown },
  signal: "SIGTERM" | "SIGKILL",
): void {
  try {
    // This fails if the child doesn't lead a group, and on Windows, which has no groups.
    process.kill(-child.pid!, signal);
  } catch {
    child.kill(signal);
  }
}

export function commandNotFound(command: string, cause?: Error): JigError {
  return new JigError("UNAVAILABLE", `The command ${JSON.stringify(command)} was not found`, {
    hint: "Install it, or put its folder on the PATH",
    ...(cause ? { cause } : {}),
  });
}

function cannotStart({ command, cwd }: RunRequest, error: Error & { code?: string }): JigError {
  // ENOENT can refer to the folder as well as to the program.
  if (error.code === "ENOENT" && cwd !== undefined && !existsSync(cwd)) {
    return new JigError("PATH_NOT_FOUND", `The folder ${JSON.stringify(cwd)} is gone`, {
      hint: "Restore it, or start jig in another folder",
      cause: error,
    });
  }
  if (error.code === "ENOENT") return commandNotFound(command, error);
  if (resourceErrorOf(error)) return toJigError(error);
  return new JigError("COMMAND_FAILED", `The command ${JSON.stringify(command)} cannot be started: ${error.message}`, {
    cause: error,
  });
}
