/**
 * A worker on the calling thread, for a process that only makes one call. Starting a thread would take a tenth of the call's time
 * while the calling thread is idle.
 */
import { toJigError } from "../contract/errors.ts";
import type { Thread } from "../runtime/runtime.ts";
import type { WorkerPort } from "./worker-thread.ts";

/** `serve` answers jobs on the port. Messages are copied as they would be between threads, so that one side can't see later changes by the other. */
export function startInlineWorker(serve: (port: WorkerPort) => Promise<void>): Thread {
  let toWorker: Parameters<WorkerPort["on"]>[1] = () => {};
  let toHost = (_message: never): void => {};
  let onEnd = (_reason: string): void => {};
  let ended = false;
  const port: WorkerPort = {
    postMessage(message, transfer) {
      const copy = structuredClone(message, { transfer });
      queueMicrotask(() => ended || toHost(copy as never));
    },
    on(_, listener) {
      toWorker = listener;
    },
  };
  const served = serve(port).catch((error) => onEnd(toJigError(error).message));
  return {
    post(message, transfer = []) {
      const copy = structuredClone(message, { transfer }) as Parameters<typeof toWorker>[0];
      void served.then(() => toWorker(copy));
    },
    onMessage(listener) {
      toHost = listener;
    },
    onEnd(listener) {
      onEnd = listener;
    },
    // The job is stopped by its signal or together with the process.
    terminate() {
      ended = true;
    },
  };
}
