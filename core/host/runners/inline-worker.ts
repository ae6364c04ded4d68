/**
 * Implements a "worker" that runs on the calling thread. It is used by processes that make one call, because starting a thread
 * would take a tenth of the call while the caller just waits.
 */
import { toJigError } from "../contract/errors.ts";
import type { Thread } from "../runtime/runtime.ts";
import type { WorkerPort } from "./worker-thread.ts";

/**
 * @param serve answers jobs on the port. Messages are cloned, as between threads, so that neither side sees later changes by
 * the other.
 */
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
    // It is stopped by its signal, or when the process ends.
    terminate() {
      ended = true;
    },
  };
}
