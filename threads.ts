/** The entry of threads: answers a worker's jobs, and loads nothing of the frontends, the host and the manifests. */
import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import {
  type Entry,
  HOST_WORKER,
  hostWorker,
  lowerPriority,
  serveThread,
  type ThreadData,
  type WorkerRole,
} from "./core/host/thread-assembly.ts";
import { BUILT_IN_WORKERS } from "./plugins/workers.ts";

export function runThread({ assets }: Pick<Entry, "assets">): void {
  const { role } = workerData as ThreadData<WorkerRole>;
  const load = async () => {
    if (role.plugin === HOST_WORKER) return hostWorker(role.worker);
    if (role.module !== undefined) return await import(role.module);
    const { default: workers } = await BUILT_IN_WORKERS[role.plugin]!();
    return await workers[role.worker]!.module();
  };
  lowerPriority();
  serveThread(role, load, parentPort!, { assets, environment: process.env });
}
