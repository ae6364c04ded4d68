/**
 * Implements a pool of worker threads for one declaration. Jobs are queued, and those with equal keys stay on the same thread.
 * A thread that ignores its cancellation is ended.
 */
import { closeSync } from "node:fs";
import type { WorkerCall } from "../contract/context.ts";
import { type ErrorData, JigError } from "../contract/errors.ts";
import type { Thread } from "../runtime/runtime.ts";

/** The time in milliseconds that a canceled job has before its thread is ended. */
const CANCEL_GRACE_MS = 200;
const IDLE_MS = 30_000;
/** The same time for jobs that rarely occur. */
const BRIEF_MS = 20;
const CLOSE_AFTER_MS = 1000;

/** This isn't the name of a worker but means the host itself. */
export const HOST_RELAY = "";

/** From a thread. `relay` is for another worker of the same plugin. */
export type WorkerMessage =
  | { type: "done"; id: number; value: unknown }
  /** A chunk of a long list. The next one has to wait for `more`, so that the host can do other things in between. */
  | { type: "part"; id: number; rows: unknown[] }
  | { type: "failed"; id: number; error: ErrorData }
  | { type: "message"; id: number; value: unknown }
  | { type: "relay"; id: number; job: number; worker: string; input: unknown; key?: string }
  /** A descriptor that the pool closes, either on request or when the thread ends. */
  | { type: "descriptor"; descriptor: number; isOpen: boolean }
  | { type: "log"; level: "debug" | "info" | "warn" | "error"; message: string };

/** The messages that the pool sends to a thread. */
export type PoolMessage =
  | { type: "job"; id: number; input: unknown }
  | { type: "cancel"; id: number }
  | { type: "more"; id: number }
  | { type: "relayed"; id: number; value?: unknown; error?: ErrorData };

interface Job {
  id: number;
  input: unknown;
  call: WorkerCall;
  /** The chunks that were received so far. */
  rows?: unknown[];
  settle(value: unknown): void;
  fail(error: JigError): void;
}

interface Slot {
  thread: Thread;
  jobs: Map<number, Job>;
  keyed: boolean;
  /** The descriptors that the thread has open. */
  descriptors: Set<number>;
  idle?: ReturnType<typeof setTimeout>;
}

export interface WorkerPool {
  run(input: unknown, call?: WorkerCall): Promise<unknown>;
  close(): void;
}

export interface WorkerPoolOptions {
  name: string;
  threads: number;
  /** See the manifest. */
  endsWhenIdle?: boolean;
  start: () => Thread;
  relay: (worker: string, input: unknown, call: WorkerCall) => Promise<unknown>;
  log: (level: "debug" | "info" | "warn" | "error", message: string) => void;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const slots: Slot[] = [];
  const byKey = new Map<string, Slot>();
  const queue: Job[] = [];
  let lastId = 0;
  let closed = false;

  function open(): Slot {
    const slot: Slot = { thread: options.start(), jobs: new Map(), keyed: false, descriptors: new Set() };
    slot.thread.onMessage((message: WorkerMessage) => receive(slot, message));
    slot.thread.onEnd((reason) => drop(slot, reason));
    slots.push(slot);
    return slot;
  }

  function drop(slot: Slot, reason: string): void {
    const at = slots.indexOf(slot);
    if (at < 0) return;
    slots.splice(at, 1);
    clearTimeout(slot.idle);
    // Even while it is being ended, a thread might still read from a descriptor.
    const close = () => {
      for (const descriptor of slot.descriptors) closeSync(descriptor);
    };
    if (slot.descriptors.size > 0) setTimeout(close, CLOSE_AFTER_MS).unref?.();
    for (const [key, each] of byKey) if (each === slot) byKey.delete(key);
    for (const job of slot.jobs.values()) {
      job.fail(
        new JigError(
          job.call.signal?.aborted ? "CANCELLED" : "UNAVAILABLE",
          `The worker "${options.name}" stopped: ${reason}`,
        ),
      );
    }
    next();
  }

  function end(slot: Slot, reason: string): void {
    slot.thread.terminate();
    drop(slot, reason);
  }

  function receive(slot: Slot, message: WorkerMessage): void {
    if (message.type === "log") {
      options.log(message.level, message.message);
      return;
    }
    if (message.type === "descriptor") {
      if (message.isOpen) slot.descriptors.add(message.descriptor);
      else if (slot.descriptors.delete(message.descriptor)) closeSync(message.descriptor);
      return;
    }
    const job = slot.jobs.get(message.id);
    if (message.type === "relay") relay(slot, message);
    else if (message.type === "message") job?.call.onMessage?.(message.value);
    else if (message.type === "part") {
      if (job?.rows) job.rows.push(...message.rows);
      else if (job) job.rows = message.rows;
      setImmediate(() => slot.thread.post({ type: "more", id: message.id } satisfies PoolMessage));
    } else if (job) {
      slot.jobs.delete(message.id);
      if (message.type === "done") job.settle(job.rows ?? message.value);
      else job.fail(JigError.fromData(message.error));
      next();
    }
  }

  function relay(slot: Slot, message: WorkerMessage & { type: "relay" }): void {
    const call: WorkerCall = {};
    if (message.key !== undefined) call.key = message.key;
    const signal = slot.jobs.get(message.job)?.call.signal;
    if (signal) call.signal = signal;
    options.relay(message.worker, message.input, call).then(
      (value) => slot.thread.post({ type: "relayed", id: message.id, value } satisfies PoolMessage),
      (error: JigError) =>
        slot.thread.post({ type: "relayed", id: message.id, error: error.toData() } satisfies PoolMessage),
    );
  }

  function start(slot: Slot, job: Job): void {
    clearTimeout(slot.idle);
    slot.jobs.set(job.id, job);
    slot.thread.post({ type: "job", id: job.id, input: job.input } satisfies PoolMessage, job.call.transfer);
  }

  function next(): void {
    if (closed) return;
    while (queue.length > 0) {
      const free =
        slots.find((slot) => slot.jobs.size === 0 && !slot.keyed) ??
        (slots.length < options.threads ? open() : undefined);
      const slot = free ?? (slots.every((each) => each.keyed) ? slots.find((each) => each.jobs.size === 0) : undefined);
      const next = slot && queue.shift();
      if (!next) return;
      start(slot, next);
    }
    for (const slot of slots) {
      if (slot.keyed || slot.jobs.size > 0) continue;
      clearTimeout(slot.idle);
      slot.idle = setTimeout(() => end(slot, "idle"), options.endsWhenIdle ? BRIEF_MS : IDLE_MS);
      slot.idle.unref?.();
    }
  }

  /** Jobs with a key start immediately on their thread, because the worker has its own state and decides on their order. */
  function slotFor(key: string): Slot {
    let slot = byKey.get(key);
    if (!slot) {
      const free = slots.find((each) => each.jobs.size === 0 && !each.keyed);
      slot = free ?? (slots.length < options.threads ? open() : leastUsed());
      slot.keyed = true;
      byKey.set(key, slot);
    }
    return slot;
  }

  function leastUsed(): Slot {
    const keys = (slot: Slot) => [...byKey.values()].filter((each) => each === slot).length;
    return slots.reduce((best, slot) => (keys(slot) < keys(best) ? slot : best));
  }

  return {
    run(input, call = {}) {
      if (closed) return Promise.reject(new JigError("UNAVAILABLE", `The worker "${options.name}" is closed`));
      if (call.signal?.aborted) return Promise.reject(new JigError("CANCELLED", "The call was cancelled"));
      return new Promise((settle, fail) => {
        const id = ++lastId;
        const aborted = () => {
          const waiting = queue.findIndex((each) => each.id === id);
          if (waiting >= 0) {
            queue.splice(waiting, 1);
            return job.fail(new JigError("CANCELLED", "The call was cancelled"));
          }
          const slot = slots.find((each) => each.jobs.has(id));
          slot?.thread.post({ type: "cancel", id } satisfies PoolMessage);
          setTimeout(
            () => slot?.jobs.has(id) && end(slot, "it did not stop when cancelled"),
            CANCEL_GRACE_MS,
          ).unref?.();
        };
        const finish = () => call.signal?.removeEventListener("abort", aborted);
        const job: Job = {
          id,
          input,
          call,
          settle(value) {
            finish();
            settle(value);
          },
          fail(error) {
            finish();
            fail(error);
          },
        };
        call.signal?.addEventListener("abort", aborted, { once: true });
        if (call.key !== undefined) start(slotFor(call.key), job);
        else {
          queue.push(job);
          next();
        }
      });
    },
    close() {
      closed = true;
      for (const job of queue.splice(0)) job.fail(new JigError("CANCELLED", "The host is closing"));
      for (const slot of [...slots]) end(slot, "the host is closing");
    },
  };
}
