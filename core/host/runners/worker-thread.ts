/** The thread's side of worker-pool.ts, which runs the jobs of a single worker module. */
import { join } from "node:path";
import { createCapabilities } from "../capabilities/capabilities.ts";
import { createSweeper } from "../capabilities/sweep.ts";
import { createWatchedSweeper } from "../capabilities/watched-sweep.ts";
import type { Capabilities, Root, WorkerCall, WorkerContext, Workspace } from "../contract/context.ts";
import type { WorkerModule } from "../contract/define.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { Permissions } from "../contract/plugin-schema.ts";
import { openSharedIndex } from "../index-files/shared-index.ts";
import { createAssets } from "../runtime/assets.ts";
import { collectAtRest } from "../runtime/collect-at-rest.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { withoutFtl } from "../runtime/without-ftl.ts";
import { isInside } from "../workspace/path-rules.ts";
import { hostFiles } from "./child-context.ts";
import { HOST_RELAY, type PoolMessage, type WorkerMessage } from "./worker-pool.ts";

/** The data with which a thread is started. */
export interface WorkerRole {
  role: "worker";
  plugin: string;
  worker: string;
  /** The module's path if it belongs to a third party. Built-in ones are found by name. */
  module?: string;
  permissions: Permissions;
  roots: readonly Root[];
  readOnly: boolean;
  cacheFolder: string;
  /** The saved answers, and the plugin whose answers the thread may read. If that isn't set, it may read all of them. */
  answers?: { folder: string; plugin?: string };
  /** The folder with copies of remote files. */
  copies?: string;
  /** True if the process ends after its call. */
  oneCall?: boolean;
  /** True if files are read through the host. Third-party processes must not read them directly. */
  mediated?: boolean;
}

/** The channel for the messages between a thread and the pool. */
export interface WorkerPort {
  postMessage(message: WorkerMessage, transfer: ArrayBuffer[]): void;
  on(event: "message", listener: (message: PoolMessage) => void): void;
}

/** The parts of a thread that the entry point and its assembly provide. */
export interface ThreadParts extends Pick<Runtime, "assets" | "environment"> {
  workspace: Workspace;
  countTokens: Capabilities["countTokens"];
}

/** The name of the plugin under which the host's own workers run. */
export const HOST_WORKER = "host";

/** The number of rows per message. The receiver decodes a message as a whole, which blocks the host for a millisecond or two. */
const PART_ROWS = 250;

/** Serves jobs from `port` until the thread is ended. */
export function serveWorker(
  role: WorkerRole,
  load: () => Promise<WorkerModule>,
  port: WorkerPort,
  { assets, environment, workspace, countTokens }: ThreadParts,
): void {
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const values = new Map<string, Promise<unknown>>();
  const cancels = new Map<number, AbortController>();
  const relays = new Map<number, { settle: (value: unknown) => void; fail: (error: JigError) => void }>();
  const waiting = new Map<number, () => void>();
  const sweep = createSweeper({ once: role.oneCall ?? false });
  const watched = createWatchedSweeper(sweep, {
    canaryFolder: join(role.cacheFolder, ".watch"),
    // The pool has to close these, because the thread may be ended at any time.
    descriptor: {
      opened: (descriptor) => send({ type: "descriptor", descriptor, isOpen: true }),
      close: (descriptor) => send({ type: "descriptor", descriptor, isOpen: false }),
    },
  });
  // Watching has no use in a process that makes one call and sweeps only once, and a third-party process can't make the system
  // calls.
  const mayWatch = !role.oneCall && role.module === undefined;
  let lastRelay = 0;

  const relay = (job: number, worker: string, input: unknown, call: WorkerCall = {}) =>
    new Promise<unknown>((settle, fail) => {
      const id = ++lastRelay;
      relays.set(id, { settle, fail });
      send(
        { type: "relay", id, job, worker, input, ...(call.key === undefined ? {} : { key: call.key }) },
        call.transfer,
      );
    });

  // Names that are reserved for jig's own parts of the cache.
  const own = [role.answers?.folder, role.copies].filter((folder) => folder !== undefined);
  const holds = (folders: readonly string[], path: string) => folders.some((folder) => isInside(folder, path));
  const shared = createCapabilities({
    plugin: role.plugin,
    permissions: role.permissions,
    workspace,
    readOnly: role.readOnly,
    cacheFolder: role.cacheFolder,
    assets: createAssets(assets),
    environment,
    log: (level, message) => send({ type: "log", level, message }),
    sweep: async ({ signal: _, ...options }) => {
      const request = { directories: role.roots.map((root) => root.path), ...options };
      return request.watch && mayWatch ? await watched.sweep(request) : sweep(request);
    },
    blocking: true,
    mayReadDirect: (path) =>
      holds(
        role.roots.map((root) => root.path),
        path,
      ) && !holds(own, path),
    countTokens,
  });

  // Used for requests outside of any job. Within a job, its handler sends them.
  const askHost = (method: string, args: unknown[]) => relay(0, HOST_RELAY, { method, args });
  const mediated = role.mediated ? hostFiles(role.roots, askHost) : {};

  const jobs = collectAtRest();
  let loading: Promise<WorkerModule> | undefined;

  async function loadOnce(): Promise<WorkerModule> {
    const module = await load();
    if (module.brief) await withoutFtl(module.brief);
    return module;
  }

  async function run(id: number, input: unknown): Promise<void> {
    jobs.begun();
    const cancel = new AbortController();
    cancels.set(id, cancel);
    const context: WorkerContext = {
      ...shared,
      ...mediated,
      signal: cancel.signal,
      sweepReports: () => watched.reports(),
      sharedIndex: (key) => openSharedIndex(shared.cache.path(key)),
      emit: (value, transfer) => send({ type: "message", id, value }, transfer),
      worker: <Answer>(worker: string, job: unknown, call?: WorkerCall) =>
        relay(id, worker, job, call) as Promise<Answer>,
      async keep<Value>(key: string, make: () => Value | Promise<Value>): Promise<Value> {
        let value = values.get(key);
        if (!value) {
          value = Promise.resolve().then(make);
          values.set(key, value);
          value.catch(() => values.delete(key));
        }
        return (await value) as Value;
      },
    };
    try {
      loading ??= loadOnce();
      // Each worker module declares the type of its input, and callers know it.
      const value: unknown = await (await loading).default(input as never, context);
      const long = Array.isArray(value) && value.length > PART_ROWS;
      for (let at = 0; long && at < value.length; at += PART_ROWS) {
        cancel.signal.throwIfAborted();
        const more = new Promise<void>((settle) => waiting.set(id, settle));
        send({ type: "part", id, rows: value.slice(at, at + PART_ROWS) });
        await more;
      }
      send({ type: "done", id, value: long ? undefined : value });
    } catch (error) {
      send({ type: "failed", id, error: toJigError(error).toData() });
    } finally {
      cancels.delete(id);
      waiting.delete(id);
      jobs.ended();
    }
  }

  port.on("message", (message) => {
    if (message.type === "job") void run(message.id, message.input);
    else if (message.type === "more") waiting.get(message.id)?.();
    else if (message.type === "cancel")
      cancels.get(message.id)?.abort(new JigError("CANCELLED", "The call was cancelled"));
    else {
      const pending = relays.get(message.id);
      relays.delete(message.id);
      if (message.error) pending?.fail(JigError.fromData(message.error));
      else pending?.settle(message.value);
    }
  });
}
