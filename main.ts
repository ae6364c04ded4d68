/** The composition root: chooses a door, gives it a host, and starts threads and children in their roles. */
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import {
  type AssetSource,
  createHost,
  HOST_WORKER,
  type Runtime,
  serveWorker,
  sweepWorker,
  type Thread,
  type WorkerRole,
} from "./core/host/mod.ts";
import { sourceAssets } from "./core/host/source-assets.ts";
import packageJson from "./package.json" with { type: "json" };
import { BUILT_INS } from "./plugins/mod.ts";

/** What only the entry knows: its URL (threads start it again), the command line that starts it, and its assets. */
export interface Entry {
  url: string;
  self: { command: string; args: string[] };
  assets: AssetSource;
  /** True where this file is the entry itself, not build/entry.ts. */
  source: boolean;
}

/** What reaches a thread: a role, and whether it must enter through this file. */
interface ThreadData {
  role: WorkerRole;
  source: boolean;
}

export async function main(entry: Entry): Promise<void> {
  const runtime = createRuntime(entry);
  if (!isMainThread) return runThread((workerData as ThreadData).role, runtime);
  const host = await createHost({ runtime, builtIns: BUILT_INS, roots: [process.cwd()] });
  console.log(
    host
      .tools()
      .map((tool) => tool.name)
      .join("\n"),
  );
  await host.close();
}

function runThread(role: WorkerRole, runtime: Runtime): void {
  serveWorker(
    role,
    async () => {
      if (role.plugin === HOST_WORKER) return sweepWorker;
      return await BUILT_INS.find((plugin) => plugin.name === role.plugin)!.workers![role.worker]!.module();
    },
    parentPort!,
    runtime,
  );
}

function createRuntime(entry: Entry): Runtime {
  const { env } = process;
  const home = env.HOME ?? homedir();
  return {
    version: packageJson.version,
    assets: entry.assets,
    self: entry.self,
    environment: env,
    home,
    cacheFolder: join(env.XDG_CACHE_HOME || join(home, ".cache"), "jig"),
    configFolder: join(env.XDG_CONFIG_HOME || join(home, ".config"), "jig"),
    startThread: (role) => startThread(entry.url, { role: role as WorkerRole, source: entry.source }),
    log(level, source, message) {
      if (level === "debug" && !env.JIG_DEBUG) return;
      process.stderr.write(`jig: ${level}: ${source}: ${message}\n`);
    },
  };
}

function startThread(url: string, data: ThreadData): Thread {
  const worker = new Worker(new URL(url), { workerData: data });
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (listener) => worker.on("message", listener as (message: unknown) => void),
    onEnd(listener) {
      worker.on("error", (error) => listener(error instanceof Error ? error.message : String(error)));
      worker.on("exit", (code) => listener(`exit code ${code}`));
    },
    terminate: () => void worker.terminate(),
  };
}

// A thread of a source run is not "main" under Bun, but enters here all the same.
if (import.meta.main || (workerData as ThreadData | null)?.source) {
  await main({
    url: import.meta.url,
    self: { command: process.execPath, args: [import.meta.filename] },
    assets: sourceAssets(import.meta.url),
    source: true,
  });
}
