/** The child's end of a third-party plugin. It runs the plugin's modules with contexts that talk to the host. */
import { readFileSync } from "node:fs";
import { format } from "node:util";
import type { PluginDeclaration } from "../contract/define.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { Runner } from "../contract/runner.ts";
import type { Runtime, Thread } from "../runtime/runtime.ts";
import { authorsStack } from "./authors-stack.ts";
import { callContext, type HostLine, serviceContext } from "./child-context.ts";
import { type ChildMessage, createLineSplitter, type Hello, type HostMessage, pack, unpack } from "./frames.ts";
import { createInProcessRunner } from "./in-process.ts";
import { refuseLosses } from "./json-losses.ts";
import { declarationOf, modulePathOf } from "./plugin-modules.ts";
import { unawaitedCall } from "./watched-context.ts";
import type { WorkerRole } from "./worker-thread.ts";

/** Provided by the entry point: the pipes to the host, and threads. */
interface ChildPort {
  input: AsyncIterable<Uint8Array>;
  write(text: string): void;
  startThread(role: WorkerRole): Thread;
  /** The built-in plugin that runs here. */
  builtIn?(name: string): PluginDeclaration | undefined;
  end(): void;
}

type Console = Record<"debug" | "log" | "info" | "warn" | "error" | "trace", (...words: unknown[]) => void>;

/** Serves requests until the host closes the connection. */
async function serveChild(port: ChildPort): Promise<void> {
  let serve: ((message: HostMessage) => void) | undefined;
  const split = createLineSplitter(
    (line) => {
      if (line.length === 0) return;
      const message = JSON.parse(line.toString()) as HostMessage;
      if (serve) serve(message);
      else if (message.type === "hello") serve = open(message, port);
    },
    Number.POSITIVE_INFINITY,
    () => {},
  );
  for await (const chunk of port.input) split(chunk);
}

function open(hello: Hello, port: ChildPort): (message: HostMessage) => void {
  const send = (message: ChildMessage) => port.write(`\n${hello.word} ${JSON.stringify(message)}\n`);
  speakThroughLog(send);
  const line = createLine(send);
  const runner = createInProcessRunner({
    declaration:
      (hello.builtIn === undefined ? undefined : port.builtIn?.(hello.builtIn)) ??
      declarationOf(hello.file, hello.folder, async () => hello.library!),
    roots: hello.roots,
    serviceContext: (root, signal) => serviceContext(hello, line, root, signal),
    startWorker: (worker) => port.startThread(workerRole(hello, worker)),
    explains: true,
    askHost: (method, args) => line.request("", method, args),
    log: (level, message) => send({ type: "log", level, message }),
    cores: hello.cores,
  });
  const aborts = new Map<number, AbortController>();

  async function answer(message: HostMessage & { id: number }, work: (abort: AbortSignal) => Promise<unknown>) {
    const abort = new AbortController();
    aborts.set(message.id, abort);
    try {
      send({ type: "answer", id: message.id, value: await work(abort.signal) });
    } catch (thrown) {
      const error = toJigError(thrown);
      if (error.code === "INTERNAL" && thrown instanceof Error) {
        send({ type: "log", level: "error", message: authorsStack(thrown) });
      }
      send({ type: "answer", id: message.id, error: error.toData() });
    } finally {
      aborts.delete(message.id);
    }
  }

  send({ type: "ready", ...(hello.probe === undefined ? {} : { escaped: canRead(hello.probe) }) });
  return (message) => {
    if (message.type === "reply") line.settle(message);
    else if (message.type === "lost") line.lose(message.handle);
    else if (message.type === "abort") aborts.get(message.id)?.abort(JigError.fromData(message.error));
    else if (message.type === "close") void runner.close().finally(port.end);
    else if (message.type !== "hello") void answer(message, (signal) => perform(runner, message, hello, line, signal));
  };
}

/** Makes sure that the sandbox works before any code of the plugin is loaded. */
function canRead(probe: string): boolean {
  try {
    readFileSync(probe);
    return true;
  } catch {
    return false;
  }
}

type Request = Extract<
  HostMessage,
  { type: "call" | "lines" | "path" | "source" | "symbols" | "doctor" | "availableTools" | "load" }
>;

function perform(runner: Runner, message: Request, hello: Hello, line: HostLine, signal: AbortSignal) {
  const context = (tool: string) => callContext(hello, line, { id: message.id, tool, signal });
  switch (message.type) {
    case "call":
      return runner.call(message.tool, message.input, context(message.tool)).then((outcome) => {
        refuseLosses(outcome, message.tool, (warning) => context(message.tool).log.warn(warning));
        return outcome;
      });
    case "lines":
      return runner.lines(message.tool, message.rows, message.answer, message.input);
    case "path":
      return runner.resolvePath(message.prefix, message.path, context("paths"));
    case "source":
      return runner.callRemoteSource(message.prefix, unpack(message.call) as never, context("paths")).then(pack);
    case "symbols":
      return runner.symbols(message.language, message.file, context("symbols"));
    case "doctor":
      return runner.doctor(context("doctor"));
    case "availableTools":
      return runner.availableTools(context("availableTools"));
    case "load":
      return import(modulePathOf(hello.folder, message.module)).then((module) => module.default);
  }
}

/** Returns the start data for worker threads of the plugin, which load their module from its folder. */
function workerRole(hello: Hello, worker: string): WorkerRole {
  return {
    role: "worker",
    plugin: hello.file.name,
    worker,
    ...(hello.builtIn === undefined ? { module: modulePathOf(hello.folder, hello.file.workers![worker]!.module) } : {}),
    permissions: hello.permissions,
    roots: hello.roots,
    readOnly: hello.readOnly,
    cacheFolder: hello.cacheFolders[""]!,
    mediated: true,
  };
}

/** Only frames may be written to stdout, so `console` writes to the log. */
function speakThroughLog(send: (message: ChildMessage) => void): void {
  const console: Console = globalThis.console;
  const levels = [
    ["debug", "debug"],
    ["log", "info"],
    ["info", "info"],
    ["warn", "warn"],
    ["error", "error"],
    ["trace", "debug"],
  ] as const;
  for (const [name, level] of levels) {
    console[name] = (...words) => send({ type: "log", level, message: format(...words) });
  }
}

function createLine(send: (message: ChildMessage) => void): HostLine & {
  settle(reply: HostMessage & { type: "reply" }): void;
  lose(handle: number): void;
} {
  const waiting = new Map<number, { settle: (value: unknown) => void; fail: (error: JigError) => void }>();
  const losses = new Map<number, AbortController>();
  let lastId = 0;
  const loss = (handle: number) => {
    const known = losses.get(handle) ?? new AbortController();
    losses.set(handle, known);
    return known;
  };
  return {
    send,
    request(scope, method, args, signal) {
      if (signal?.aborted) return Promise.reject(new JigError("CANCELLED", "The call was cancelled"));
      const id = ++lastId;
      const stop = () => send({ type: "stop", id });
      signal?.addEventListener("abort", stop, { once: true });
      return new Promise<unknown>((settle, fail) => {
        waiting.set(id, { settle, fail });
        send({ type: "ask", id, scope, method, args: args.map((each) => pack(each)) });
      }).finally(() => signal?.removeEventListener("abort", stop));
    },
    settle(reply) {
      const pending = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.error) pending?.fail(JigError.fromData(reply.error));
      else pending?.settle(unpack(reply.value));
    },
    lostSignal: (handle) => loss(handle).signal,
    lose: (handle) => loss(handle).abort(new JigError("CANCELLED", "The lease is lost")),
  };
}

/** This never returns. */
export async function runPluginProcess(
  process: Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "exit" | "on">,
  startThread: Runtime["startThread"],
  builtIn?: ChildPort["builtIn"],
): Promise<never> {
  const { stdin, stdout, stderr, exit } = process;
  const write = (text: string) => void stdout.write(text);
  // The runtime would print the source of jig. As without this, the process ends, so that no failure passes for a success.
  process.on("unhandledRejection", (reason, promise) => {
    const text = unawaitedCall(promise, reason) ?? (reason instanceof Error ? authorsStack(reason) : format(reason));
    stderr.write(`${text}\n`, () => exit(1));
  });
  await serveChild({ input: stdin, write, startThread, end: () => exit(0), ...(builtIn ? { builtIn } : {}) });
  return exit(0);
}
