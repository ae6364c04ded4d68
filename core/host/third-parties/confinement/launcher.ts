/** The main thread's side of a launcher: processes that were born confined, as `spawn` would give them. */
import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { JigError } from "../../contract/errors.ts";
import type { Thread } from "../../runtime/runtime.ts";
import type { FromLauncher, LauncherRole, LaunchRequest, ToLauncher } from "./launcher-thread.ts";

/** As much of a child process as the host uses of one. */
export interface Spawned {
  readonly pid?: number | undefined;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  once(event: "error", listener: (error: Error & { code?: string }) => void): unknown;
  once(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown;
  kill(signal: "SIGTERM" | "SIGKILL"): unknown;
}

export interface Launcher {
  /** Throws UNAVAILABLE where the kernel did not confine the thread: nothing is started then. */
  start(request: LaunchRequest): Promise<Spawned>;
  close(): void;
}

interface Launching extends Spawned {
  pid: number | undefined;
  events: EventEmitter;
  /** Streams still open, and the process itself. */
  open: number;
  taken: { stdout: number; stderr: number };
  written?: ((error?: Error) => void) | undefined;
  settle: (spawned: Spawned) => void;
}

export function createLauncher(startThread: (role: LauncherRole) => Thread, role: LauncherRole): Launcher {
  const processes = new Map<number, Launching>();
  const ready = Promise.withResolvers<boolean>();
  const thread = startThread(role);
  const send = (message: ToLauncher) => thread.post(message);
  let lastId = 0;
  let gone: string | undefined;

  thread.onMessage((message: FromLauncher) => {
    if (message.type === "ready") return ready.resolve(message.confined);
    const process = processes.get(message.id);
    if (process) receive(message, process);
  });
  thread.onEnd((reason) => {
    gone = reason;
    ready.resolve(false);
    for (const process of processes.values()) fail(process, new Error(`Its thread has ended: ${reason}`));
    processes.clear();
  });

  function fail(process: Launching, error: Error): void {
    process.settle(process);
    process.written?.(error);
    // Whoever awaits the start listens only then.
    setTimeout(() => process.events.emit("error", error));
  }

  function closed(id: number, process: Launching): void {
    if (--process.open === 0) processes.delete(id);
  }

  function receive(message: Exclude<FromLauncher, { type: "ready" }>, process: Launching): void {
    const { id } = message;
    if (message.type === "started") {
      process.pid = message.pid;
      process.settle(process);
    } else if (message.type === "failed") {
      processes.delete(id);
      fail(process, Object.assign(new Error(message.message), message.code ? { code: message.code } : {}));
    } else if (message.type === "data") {
      const { stream, bytes } = message;
      if (process[stream]!.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
        send({ type: "taken", id, stream, count: bytes.length });
      else process.taken[stream] += bytes.length;
    } else if (message.type === "over") {
      process[message.stream]!.push(null);
      closed(id, process);
    } else if (message.type === "written") {
      const { written } = process;
      process.written = undefined;
      written?.(message.failed ? Object.assign(new Error("The pipe is closed"), { code: "EPIPE" }) : undefined);
    } else {
      process.written?.();
      process.events.emit("exit", message.code, message.signal);
      closed(id, process);
    }
  }

  function output(id: number, stream: "stdout" | "stderr"): Readable {
    return new Readable({
      read() {
        const process = processes.get(id);
        if (!process || process.taken[stream] === 0) return;
        send({ type: "taken", id, stream, count: process.taken[stream] });
        process.taken[stream] = 0;
      },
      destroy(error, done) {
        send({ type: "drop", id, stream });
        done(error);
      },
    });
  }

  function input(id: number): Writable {
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        const process = processes.get(id);
        if (process) process.written = done;
        send({ type: "write", id, bytes: new Uint8Array(chunk) });
      },
      final(done) {
        send({ type: "end", id });
        done();
      },
      destroy(error, done) {
        send({ type: "end", id });
        done(error);
      },
    });
  }

  return {
    async start(request) {
      if (!(await ready.promise)) {
        throw new JigError("UNAVAILABLE", `The system did not confine it${gone ? `: ${gone}` : ""}`, {
          hint: "jig doctor says what this system holds",
        });
      }
      const id = ++lastId;
      return await new Promise<Spawned>((settle) => {
        const events = new EventEmitter();
        const launching: Launching = {
          pid: undefined,
          stdin: request.input ? input(id) : null,
          stdout: output(id, "stdout"),
          stderr: output(id, "stderr"),
          once: (event: string, listener: (...args: never[]) => void) => events.once(event, listener as () => void),
          kill: (signal) => launching.pid !== undefined && kill(launching.pid, signal),
          events,
          open: 3,
          taken: { stdout: 0, stderr: 0 },
          settle,
        };
        // An error that nobody waits for is none.
        events.on("error", () => {});
        processes.set(id, launching);
        send({ type: "start", id, ...request });
      });
    },
    close: () => thread.terminate(),
  };
}

function kill(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
