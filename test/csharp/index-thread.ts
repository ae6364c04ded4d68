/** A project's index without its thread, for unit tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { MessageChannel } from "node:worker_threads";
import type { PoolMessage, WorkerMessage } from "../../core/host/runners/worker-pool.ts";
import { sourceAssets } from "../../core/host/runtime/source-assets.ts";
import { serveThread } from "../../core/host/thread-assembly.ts";
import csharp from "../../plugins/csharp/plugin.ts";
import type { IndexRequest, ReferenceQuery } from "../../plugins/csharp/queries/requests/requests.ts";
import workers from "../../plugins/csharp/workers.ts";

export interface IndexThread {
  /** Returns the absolute path. */
  path(file: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  ask(request: IndexRequest): Promise<any>;
  close(): void;
}

export function openIndex(files: Record<string, string | Uint8Array>): IndexThread {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-index-")));
  const root = join(folder, "project");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    // Backdate files, since recently modified ones aren't cached.
    utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
  }
  return openIndexOf(root, folder);
}

/** `folder` is used for the cache and deleted on close. */
export function openIndexOf(root: string, folder: string): IndexThread {
  const waiting = new Map<number, { settle: (value: unknown) => void; fail: (error: unknown) => void }>();
  const { port1: here, port2: there } = new MessageChannel();
  here.on("message", (message: WorkerMessage) => {
    if (message.type === "done") waiting.get(message.id)?.settle(message.value);
    else if (message.type === "failed") waiting.get(message.id)?.fail(message.error);
  });
  serveThread(
    {
      role: "worker",
      plugin: "csharp",
      worker: "index",
      permissions: csharp.permissions ?? {},
      roots: [{ name: "project", path: root }],
      readOnly: false,
      cacheFolder: join(folder, "cache"),
    },
    workers.index.module,
    there,
    { assets: sourceAssets(import.meta.url), environment: {} },
  );
  let last = 0;
  return {
    path: (file) => join(root, file),
    ask: (request) =>
      new Promise((settle, fail) => {
        const id = ++last;
        waiting.set(id, { settle, fail });
        here.postMessage({ type: "job", id, input: request } satisfies PoolMessage);
      }),
    close() {
      here.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Shared by all tests in a file, and complete before the first one. */
export function indexForAll(files: Record<string, string | Uint8Array>): IndexThread {
  let index: IndexThread | undefined;
  before(async () => {
    index = openIndex(files);
    await index.ask({ op: "status", wait: true });
  });
  after(() => index?.close());
  return {
    path: (file) => index!.path(file),
    ask: (request) => index!.ask(request),
    close: () => index?.close(),
  };
}

export function queryFor(name: string, more: Partial<ReferenceQuery> = {}): ReferenceQuery {
  const plain = {
    symbol: name,
    path: "",
    line: 0,
    column: 0,
    kinds: [],
    container: "",
    namespace: "",
    includeText: false,
  };
  return { name, scope: "all", ...plain, ...more };
}
