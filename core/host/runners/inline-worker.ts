/**
 * A worker on the thread that asks for it, for a process that makes one call: a thread of its own would come up in a tenth of
 * the time that such a call takes, while the thread that asks does nothing.
 */

import type { WorkerModule } from "../contract/define.ts";
import { toJigError } from "../contract/errors.ts";
import type { Runtime, Thread } from "../runtime/runtime.ts";
import type { WorkerPort, WorkerRole } from "./worker-thread.ts";

/** Messages are copied, as between threads, so that neither side sees what the other does with them later. */
export function startHere(
  role: WorkerRole,
  load: () => Promise<WorkerModule>,
  runtime: Pick<Runtime, "assets" | "environment">,
): Thread {
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
  const served = import("./worker-thread.ts").then(
    ({ serveWorker }) => serveWorker(role, load, port, runtime),
    (error) => onEnd(toJigError(error).message),
  );
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
    // What it is at ends by its own signal, or with the process.
    terminate() {
      ended = true;
    },
  };
}
