/**
 * Creates the context of a handler inside a plugin's process. Its capabilities only send requests to the host
 * (child-requests.ts).
 */
import { createCache } from "../capabilities/cache.ts";
import { createClock } from "../capabilities/clock.ts";
import type { BaseServiceContext } from "../capabilities/service-context.ts";
import { undeclaredEnv } from "../capabilities/undeclared-env.ts";
import type {
  Cache,
  Capabilities,
  Connection,
  Files,
  Lease,
  Net,
  Root,
  Running,
  RunRequest,
  Workspace,
} from "../contract/context.ts";
import type { FileSymbol } from "../contract/file-symbol.ts";
import type { CallContext } from "../contract/runner.ts";
import { displayPath } from "../workspace/path-rules.ts";
import type { ChildMessage, Hello } from "./frames.ts";

/** Our end of the connection to the host. */
export interface HostLine {
  request(scope: number | string, method: string, args: unknown[], signal?: AbortSignal): Promise<unknown>;
  send(message: ChildMessage): void;
  /** Aborted when the host says that the lease is lost. */
  lostSignal(handle: number): AbortSignal;
}

type Scope = number | string;

/** Used for calls and services. @param cacheRoot path of a root, or "" for the workspace */
function capabilities(hello: Hello, line: HostLine, scope: Scope, cacheRoot: string): Omit<Capabilities, "worker"> {
  const request = <Answer>(method: string, args: unknown[], signal?: AbortSignal) =>
    line.request(scope, method, args, signal) as Promise<Answer>;
  const log = (level: "debug" | "info" | "warn" | "error") => (message: string) =>
    line.send({ type: "log", level, message: String(message) });
  return {
    plugin: hello.file.name,
    readOnly: hello.readOnly,
    workspace: workspaceOf(hello.roots, request),
    files: filesOf(request, line, scope),
    cache: cacheOf(request, line, hello.cacheFolders[cacheRoot] ?? ""),
    clock: createClock(),
    log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    assets: { bytes: (name) => request("assets.bytes", [name]) },
    countTokens: (text) => request("countTokens", [text]),
    env(name) {
      if (hello.permissions.env?.includes(name)) return hello.env[name];
      throw undeclaredEnv(hello.file.name, name);
    },
  };
}

export function callContext(
  hello: Hello,
  line: HostLine,
  call: { id: number; tool: string; signal: AbortSignal },
): CallContext {
  const { id, tool, signal } = call;
  const request = <Answer>(method: string, args: unknown[]) => line.request(id, method, args) as Promise<Answer>;
  return {
    ...capabilities(hello, line, id, ""),
    tool,
    signal,
    net: netOf(line, id),
    run: (program) => run(line, id, program),
    outputs: {
      check: (written, extension) => request("outputs.check", [written, extension]),
      save: (target, value, format = "json") => request("outputs.save", [target, value, format]),
      list: () => request("outputs.list", []),
    },
    changes: {
      read: (path) => request("changes.read", [path]),
      propose: (plan) => request("changes.propose", [plan]),
    },
    plans: {
      list: () => request("plans.list", []),
      show: (plan) => request("plans.show", [plan]),
      apply: (plan, selection) => request("plans.apply", [plan, selection]),
      undo: (plan) => request("plans.undo", [plan]),
    },
    progress: (progress) => line.send({ type: "progress", call: id, progress }),
    rows: (rows) => line.send({ type: "rows", call: id, rows: typeof rows === "function" ? rows() : rows }),
    symbols: async (file) => (await request<FileSymbol[] | null>("symbols", [file])) ?? undefined,
    guests: {
      list: () => request("guests.list", []),
      facts: (language, file) => request("guests.facts", [language, file]),
    },
    fetchCandidates: (paths, query) => request("fetchCandidates", [paths, query]),
    invoke: (other, input) => request("invoke", [other, input]),
  };
}

export function serviceContext(
  hello: Hello,
  line: HostLine,
  root: Root | undefined,
  signal: AbortSignal,
): BaseServiceContext {
  const scope = root?.path ?? "";
  return {
    ...capabilities(hello, line, scope, scope),
    root,
    signal,
    net: netOf(line, scope),
    run: (request) => run(line, scope, request),
  };
}

/** Returns a workspace and files for a thread of the plugin, which can only send requests. */
export function hostFiles(
  roots: readonly Root[],
  request: (method: string, args: unknown[]) => Promise<unknown>,
): { workspace: Workspace; files: Files } {
  const line = { request: (_scope: Scope, method: string, args: unknown[]) => request(method, args) };
  const typed: Request = <Answer>(method: string, args: unknown[]) => request(method, args) as Promise<Answer>;
  return { workspace: workspaceOf(roots, typed), files: filesOf(typed, line, "") };
}

type Request = <Answer>(method: string, args: unknown[], signal?: AbortSignal) => Promise<Answer>;

function workspaceOf(roots: readonly Root[], request: Request): Workspace {
  const printed = new Map<string, string>();
  return {
    roots,
    async resolve(path, options) {
      const found = await request<Awaited<ReturnType<Workspace["resolve"]>>>("workspace.resolve", [path, options]);
      printed.set(found.absolute, found.display);
      return found;
    },
    // This is synchronous, so it can't send requests. Paths from `resolve` keep the spelling of their scheme.
    display: (absolute) => printed.get(absolute) ?? displayPath(roots, absolute),
  };
}

function filesOf(request: Request, line: Pick<HostLine, "request">, scope: Scope): Files {
  return {
    stat: (path) => request("files.stat", [path]),
    read: (path, options) => request("files.read", [path, options]),
    readText: (path, options) => request("files.readText", [path, options]),
    list: (directory, options) => request("files.list", [directory, options]),
    sweep: ({ signal, ...options } = {}) => request("files.sweep", [options], signal),
    write: (path, data, options) => request("files.write", [path, data, options]),
    async *stream(path, options) {
      yield* pulled(line, scope, await request<number>("files.stream", [path, options]));
    },
  };
}

/** Iterates over a stream in the host on demand, with a request per chunk. */
async function* pulled(line: Pick<HostLine, "request">, scope: Scope, handle: number): AsyncGenerator<Uint8Array> {
  let open = true;
  try {
    for (;;) {
      const piece = (await line.request(scope, "stream.next", [handle])) as Uint8Array | null;
      if (piece === null) {
        open = false;
        return;
      }
      yield piece;
    }
  } finally {
    if (open) await line.request(scope, "stream.end", [handle]).catch(() => {});
  }
}

async function run(line: HostLine, scope: Scope, { signal, ...request }: RunRequest): Promise<Running> {
  const started = (await line.request(scope, "run", [request], signal)) as {
    process: number;
    stdout: number;
    stderr: number;
  };
  const kill = () => void line.request(scope, "run.kill", [started.process]).catch(() => {});
  // That request has ended, so from now on the signal has to be passed on here.
  if (signal?.aborted) kill();
  else signal?.addEventListener("abort", kill, { once: true });
  const exit = line.request(scope, "run.exit", [started.process]) as Running["exit"];
  exit.catch(() => {});
  return {
    stdout: pulled(line, scope, started.stdout),
    stderr: pulled(line, scope, started.stderr),
    exit,
    kill,
  };
}

function netOf(line: HostLine, scope: Scope): Net {
  return {
    async connect(to, { signal, ...options } = {}): Promise<Connection> {
      const opened = (await line.request(scope, "net.connect", [to, options], signal)) as {
        connection: number;
        data: number;
      };
      return {
        data: pulled(line, scope, opened.data),
        write: async (bytes) => void (await line.request(scope, "net.write", [opened.connection, bytes])),
        close: () => void line.request(scope, "net.close", [opened.connection]).catch(() => {}),
      };
    },
  };
}

function cacheOf(request: Request, line: HostLine, folder: string): Cache {
  return {
    path: createCache(folder).path,
    read: async (key) => (await request<Uint8Array | null>("cache.read", [key])) ?? undefined,
    write: (key, data) => request("cache.write", [key, data]),
    append: (key, data) => request("cache.append", [key, data]),
    remove: (key) => request("cache.remove", [key]),
    list: () => request("cache.list", []),
    async lease(key): Promise<Lease | undefined> {
      const handle = await request<number | null>("cache.lease", [key]);
      if (handle === null || handle === undefined) return undefined;
      return {
        lost: line.lostSignal(handle),
        release: async () => void (await request("lease.release", [handle])),
      };
    },
  };
}
