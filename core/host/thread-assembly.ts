/** What the entry of threads is put together with. */

export { giveWay } from "./capabilities/background-priority.ts";
export { HOST_WORKER, hostWorker, serveWorker, type WorkerRole } from "./runners/worker-thread.ts";
export type { Entry, ThreadData } from "./runtime/node-runtime.ts";
