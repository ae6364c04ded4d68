/** A thread that confines itself for good and then only starts processes, which are born as confined as it is: no plugin's code runs on it. */
import { type ChildProcess, spawn } from "node:child_process";
import type { MessagePort } from "node:worker_threads";
import { loadNative } from "../../runtime/native.ts";
import { type Reach, restrictThread } from "./landlock.ts";
import { filterThread, giveUpPrivileges } from "./seccomp.ts";

export interface LauncherRole {
  role: "launcher";
  reach: Reach;
  /** See `filterProgram`. */
  filter: Uint8Array;
}

export interface LaunchRequest {
  command: string;
  args: readonly string[];
  cwd: string | undefined;
  env: Record<string, string>;
  /** Without it the process reads from nothing. */
  input: boolean;
}

export type ToLauncher =
  | ({ type: "start"; id: number } & LaunchRequest)
  | { type: "write"; id: number; bytes: Uint8Array }
  | { type: "end"; id: number }
  /** Nobody reads the stream any more. */
  | { type: "drop"; id: number; stream: "stdout" | "stderr" }
  /** So many bytes of the stream were taken: as many more may come. */
  | { type: "taken"; id: number; stream: "stdout" | "stderr"; count: number };

export type FromLauncher =
  | { type: "ready"; confined: boolean }
  | { type: "started"; id: number; pid: number }
  | { type: "failed"; id: number; message: string; code?: string }
  | { type: "written"; id: number; failed: boolean }
  | { type: "data"; id: number; stream: "stdout" | "stderr"; bytes: Uint8Array }
  | { type: "over"; id: number; stream: "stdout" | "stderr" }
  | { type: "exit"; id: number; code: number | null; signal: string | null };

/** What may be under way to the main thread without having been taken there. */
const WINDOW_BYTES = 1024 * 1024;

interface Launched {
  child: ChildProcess;
  pending: { stdout: number; stderr: number };
}

export function serveLauncher({ reach, filter }: LauncherRole, port: MessagePort): void {
  const native = loadNative();
  const send = (message: FromLauncher) => port.postMessage(message);
  const running = new Map<number, Launched>();
  const confined =
    native !== undefined && giveUpPrivileges(native) && restrictThread(native, reach) && filterThread(native, filter);

  function start({ id, command, args, cwd, env, input }: ToLauncher & { type: "start" }): void {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [input ? "pipe" : "ignore", "pipe", "pipe"],
      detached: true,
    });
    running.set(id, { child, pending: { stdout: 0, stderr: 0 } });
    child.once("error", (error: Error & { code?: string }) => {
      running.delete(id);
      send({ type: "failed", id, message: error.message, ...(error.code ? { code: error.code } : {}) });
    });
    child.once("exit", (code, signal) => {
      send({ type: "exit", id, code, signal });
    });
    child.once("close", () => running.delete(id));
    child.stdin?.on("error", () => {});
    for (const stream of ["stdout", "stderr"] as const) pump(id, stream);
    if (child.pid !== undefined) send({ type: "started", id, pid: child.pid });
  }

  function pump(id: number, stream: "stdout" | "stderr"): void {
    const { child, pending } = running.get(id)!;
    child[stream]!.on("data", (bytes: Uint8Array) => {
      pending[stream] += bytes.length;
      send({ type: "data", id, stream, bytes });
      if (pending[stream] > WINDOW_BYTES) child[stream]!.pause();
    });
    child[stream]!.once("close", () => send({ type: "over", id, stream }));
  }

  port.on("message", (message: ToLauncher) => {
    if (message.type === "start") {
      try {
        if (confined) start(message);
      } catch (error) {
        const { code } = error as { code?: string };
        send({ type: "failed", id: message.id, message: String(error), ...(code ? { code } : {}) });
      }
      return;
    }
    const launched = running.get(message.id);
    if (message.type === "write") {
      const done = (failed: boolean) => send({ type: "written", id: message.id, failed });
      if (!launched?.child.stdin) done(true);
      else launched.child.stdin.write(message.bytes, (error) => done(Boolean(error)));
    } else if (message.type === "end") launched?.child.stdin?.end();
    else if (message.type === "taken" && launched) {
      launched.pending[message.stream] -= message.count;
      if (launched.pending[message.stream] <= WINDOW_BYTES) launched.child[message.stream]!.resume();
    } else if (message.type === "drop") launched?.child[message.stream]?.destroy();
  });
  send({ type: "ready", confined });
}
