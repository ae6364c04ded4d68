/** Program for plugin processes in Deno. Same as the binary's CHILD_ROLE, which Deno can't run. */
import process from "node:process";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { WorkerModule } from "../core/host/contract/define.ts";
import { runPluginProcess } from "../core/host/runners/child-process.ts";
import type { Thread } from "../core/host/runtime/runtime.ts";
import { lowerPriority, serveThread, type WorkerRole } from "../core/host/thread-assembly.ts";

process.env = readable(process.env);
if (isMainThread) await runPluginProcess(process, startThread);
else {
  const role = workerData as WorkerRole;
  const runtime = { assets: { read: async () => undefined }, environment: {} };
  lowerPriority();
  serveThread(role, () => import(role.module!) as Promise<WorkerModule>, parentPort!, runtime);
}

/** Libraries may read undeclared variables. Return undefined instead of letting Deno throw. */
function readable(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const quietly = <Answer>(ask: () => Answer): Answer | undefined => {
    try {
      return ask();
    } catch {
      return undefined;
    }
  };
  // A proxy around the real environment would still access it, and throw.
  return new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => quietly(() => Reflect.get(environment, name)),
      has: (_, name) => quietly(() => Reflect.has(environment, name)) ?? false,
      set: (_, name, value) => Reflect.set(environment, name, value),
      deleteProperty: (_, name) => Reflect.deleteProperty(environment, name),
      ownKeys: () => Reflect.ownKeys(environment),
      getOwnPropertyDescriptor: (_, name) =>
        quietly(() => Reflect.has(environment, name))
          ? { value: Reflect.get(environment, name), writable: true, enumerable: true, configurable: true }
          : undefined,
    },
  );
}

function startThread(role: WorkerRole): Thread {
  const worker = new Worker(new URL(import.meta.url), { workerData: role });
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
