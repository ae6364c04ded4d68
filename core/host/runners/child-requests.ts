/** Serves the requests of a plugin's process. It calls the same methods of the context, so that the same checks apply. */
import type { BaseServiceContext } from "../capabilities/service-context.ts";
import type { Connection, Lease, Running } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { CallContext } from "../contract/runner.ts";
import { checkArguments } from "./request-arguments.ts";

/** The context for requests in a scope, which is either a call or a service with fewer capabilities. */
export type RequestContext = Omit<BaseServiceContext, "root"> & Partial<Omit<CallContext, keyof BaseServiceContext>>;

/** Objects of the host that a child refers to by number. They are removed together with their scope. */
export interface Handles {
  /** If there are too many, `isUnused` decides which of them can be removed. */
  add(thing: unknown, end: () => void, isUnused?: () => boolean): number;
  get(handle: unknown): unknown;
  drop(handle: unknown): void;
  lost(handle: number): void;
}

type Method = (
  context: RequestContext,
  args: [first: never, second: never, third: never],
  handles: Handles,
  signal: AbortSignal,
) => unknown;

/** The limit of a single read, since its data is in memory until it is sent. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;
/** Only a few of these reads run at a time. The next one is not sent before the plugin has read the last. */
const READS = new Set(["files.read", "files.readText", "cache.read", "assets.bytes"]);

const atMost = (given: unknown, most: number) => (typeof given === "number" && given < most ? given : most);

function bounded(options: { maxBytes?: number } | undefined): { maxBytes: number } {
  return { ...options, maxBytes: atMost(options?.maxBytes, MAX_READ_BYTES) };
}

function inChunks(options: { chunkBytes?: number } | undefined): { chunkBytes?: number } {
  return options?.chunkBytes === undefined
    ? { ...options }
    : { ...options, chunkBytes: atMost(options.chunkBytes, MAX_CHUNK_BYTES) };
}

export const isRead = (method: string): boolean => READS.has(method);

/** Returns a shallow copy. Anything that isn't an object counts as `{}`. */
const members = (options: unknown): object => (typeof options === "object" && options !== null ? { ...options } : {});

/** Cache quotas are in bytes. */
const bytesOf = (data: Uint8Array | string) => (typeof data === "string" ? Buffer.from(data) : data);

/** Everything that can be requested. */
const METHODS: Record<string, Method> = {
  "workspace.resolve": ({ workspace }, [path, options]) => workspace.resolve(path, options),
  "workspace.display": ({ workspace }, [absolute]) => workspace.display(absolute),
  "files.stat": ({ files }, [path]) => files.stat(path),
  "files.read": ({ files }, [path, options]) => files.read(path, bounded(options)),
  "files.readText": ({ files }, [path, options]) => files.readText(path, bounded(options)),
  "files.list": ({ files }, [directory, options]) => files.list(directory, options),
  "files.sweep": ({ files }, [options], _, signal) => files.sweep({ ...members(options), signal }),
  "files.write": ({ files }, [path, data, options]) => files.write(path, data, options),
  "files.stream": ({ files }, [path, options], handles) => iterate(files.stream(path, inChunks(options)), handles),
  "stream.next": async (_context, [handle], handles) => {
    const iterator = handles.get(handle) as AsyncIterator<Uint8Array>;
    const { done, value } = await iterator.next();
    if (done) handles.drop(handle);
    return done ? null : value;
  },
  "stream.end": (_context, [handle], handles) => handles.drop(handle),
  run: async ({ run }, [request], handles, signal) => {
    const running = await run({ ...(request as Parameters<typeof run>[0]), spool: false, shares: {}, signal });
    let hasEnded = false;
    const ended = () => {
      hasEnded = true;
    };
    running.exit.then(ended, ended);
    return allOrNone(handles, (own) => ({
      process: own.add(running, () => running.kill()),
      stdout: iterate(running.stdout, own, () => hasEnded),
      stderr: iterate(running.stderr, own, () => hasEnded),
    }));
  },
  "run.exit": async (_context, [handle], handles) => {
    const { exit } = handles.get(handle) as Running;
    return await exit.finally(() => handles.drop(handle));
  },
  "run.kill": (_context, [handle], handles) => (handles.get(handle) as Running).kill(),
  "net.connect": async ({ net }, [to, options], handles, signal) => {
    const connection = await net.connect(to, { ...members(options), signal });
    let isClosed = false;
    const close = () => {
      isClosed = true;
      connection.close();
    };
    return allOrNone(handles, (own) => ({
      connection: own.add(connection, close),
      data: iterate(connection.data, own, () => isClosed),
    }));
  },
  "net.write": (_context, [handle, bytes], handles) => (handles.get(handle) as Connection).write(bytes),
  "net.close": (_context, [handle], handles) => handles.drop(handle),
  "cache.read": ({ cache }, [key]) => cache.read(key),
  "cache.write": ({ cache }, [key, data]) => cache.write(key, bytesOf(data)),
  "cache.append": ({ cache }, [key, data]) => cache.append(key, bytesOf(data)),
  "cache.remove": ({ cache }, [key]) => cache.remove(key),
  "cache.list": ({ cache }) => cache.list(),
  "cache.lease": async ({ cache }, [key], handles) => {
    const lease = await cache.lease(key);
    if (!lease) return null;
    const handle = handles.add(lease, () => void lease.release());
    lease.lost.addEventListener("abort", () => handles.lost(handle), { once: true });
    return handle;
  },
  "lease.release": async (_context, [handle], handles) => {
    await (handles.get(handle) as Lease).release();
    handles.drop(handle);
  },
  "assets.bytes": ({ assets }, [name]) => assets.bytes(name),
  countTokens: ({ countTokens }, [text]) => countTokens(text),
  "outputs.check": (context, [written, extension]) => forCalls(context.outputs, "outputs").check(written, extension),
  "outputs.save": (context, [target, value, format]) =>
    forCalls(context.outputs, "outputs").save(target, value, format),
  "outputs.list": (context) => forCalls(context.outputs, "outputs").list(),
  "changes.read": (context, [path]) => forCalls(context.changes, "changes.propose").read(path),
  "changes.propose": (context, [plan]) => forCalls(context.changes, "changes.propose").propose(plan),
  "plans.list": (context) => forCalls(context.plans, "plans").list(),
  "plans.show": (context, [plan]) => forCalls(context.plans, "plans").show(plan),
  "plans.apply": (context, [plan, selection]) => forCalls(context.plans, "plans").apply(plan, selection),
  "guests.list": (context) => forCalls(context.guests, "guests").list(),
  "guests.facts": (context, [language, file], _handles, signal) =>
    forCalls(context.guests, "guests").facts(language, file, signal),
  "plans.undo": (context, [plan]) => forCalls(context.plans, "plans").undo(plan),
  symbols: (context, [file]) => forCalls(context.symbols, "symbols")(file),
  fetchCandidates: (context, [paths, query]) => forCalls(context.fetchCandidates, "fetchCandidates")(paths, query),
  invoke: (context, [tool, input]) => forCalls(context.invoke, "invoke")(tool, input),
};

/**
 * Answers a request by calling the method of the context.
 * @throws everything that the method throws, and INVALID_ARGUMENT for an unknown method
 */
export async function answerRequest(
  context: RequestContext,
  method: string,
  args: unknown[],
  handles: Handles,
  signal: AbortSignal,
): Promise<unknown> {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!run) {
    const near = typeof method === "string" ? didYouMean(method, Object.keys(METHODS)) : undefined;
    const hint = near ? { hint: `Did you mean "${near}"?` } : {};
    throw new JigError("INVALID_ARGUMENT", `The context has no ${JSON.stringify(method)}`, hint);
  }
  checkArguments(method, args);
  const answer = run(context, args as [never, never, never], handles, signal);
  return await (WAITS.has(method) ? untilAborted(answer, context.signal) : answer);
}

/** These take as long as a program or tool needs. */
const WAITS = new Set(["stream.next", "run.exit", "net.write", "symbols", "invoke"]);

/** Rejects when the call is canceled, because otherwise a handler that waits for a reply could not end in time. */
async function untilAborted(answer: unknown, signal: AbortSignal): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Limits how much runs at the same time. The order is that of the requests. */
export function createSemaphore(most: number): () => Promise<() => void> {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async () => {
    if (taken < most) taken++;
    else await new Promise<void>((go) => waiting.push(go));
    return () => {
      const next = waiting.shift();
      if (next) next();
      else taken--;
    };
  };
}

const MAX_HANDLES = 256;

interface Held {
  thing: unknown;
  end: () => void;
  isUnused: (() => boolean) | undefined;
}

/** Numbers objects separately for each scope. */
export function createHandles(onLost: (handle: number) => void, next: () => number): Handles & { endAll(): void } {
  const held = new Map<number, Held>();
  let isOver = false;
  function dropUnused(): void {
    for (const [handle, { end, isUnused }] of held) {
      if (!isUnused?.()) continue;
      held.delete(handle);
      end();
      return;
    }
  }
  return {
    add(thing, end, isUnused) {
      if (isOver) {
        end();
        throw new JigError("CANCELLED", "The call that made this request is over");
      }
      if (held.size >= MAX_HANDLES) dropUnused();
      if (held.size >= MAX_HANDLES) {
        end();
        throw new JigError("LIMIT_EXCEEDED", `A call may have at most ${MAX_HANDLES} open streams and processes`, {
          hint: "Read streams to the end, or close those that are no longer needed",
        });
      }
      const handle = next();
      held.set(handle, { thing, end, isUnused });
      return handle;
    },
    get(handle) {
      const found = typeof handle === "number" ? held.get(handle) : undefined;
      if (!found)
        throw new JigError("INVALID_ARGUMENT", `There is no handle ${JSON.stringify(handle)}, or it was closed`);
      return found.thing;
    },
    drop(handle) {
      if (typeof handle !== "number") return;
      const found = held.get(handle);
      held.delete(handle);
      found?.end();
    },
    lost: onLost,
    endAll() {
      isOver = true;
      for (const { end } of held.values()) end();
      held.clear();
    },
  };
}

/** Runs some work that adds handles. If one of them can't be added, those before it are removed again. */
function allOrNone<Result>(handles: Handles, work: (own: Handles) => Result): Result {
  const added: number[] = [];
  const add: Handles["add"] = (thing, end, isUnused) => {
    const handle = handles.add(thing, end, isUnused);
    added.push(handle);
    return handle;
  };
  try {
    return work({ ...handles, add });
  } catch (error) {
    for (const handle of added) handles.drop(handle);
    throw error;
  }
}

/** `isOver` tells that the source has ended. If room is needed then, the unread stream can be removed. */
function iterate(bytes: AsyncIterable<Uint8Array>, handles: Handles, isOver = () => false): number {
  const source = bytes[Symbol.asyncIterator]();
  let hasBegun = false;
  const iterator: AsyncIterator<Uint8Array> = {
    next() {
      hasBegun = true;
      return source.next();
    },
  };
  const end = () => void Promise.resolve(source.return?.()).catch(() => {});
  return handles.add(iterator, end, () => !hasBegun && isOver());
}

function forCalls<Method>(method: Method | undefined, name: string): Method {
  if (!method) throw new JigError("UNAVAILABLE", `A service has no ${JSON.stringify(name)}: use it in a handler`);
  return method;
}
