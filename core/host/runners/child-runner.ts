/** Runs a plugin in a separate process. It is started on first use, reused, and killed if a call does not stop. */
import type { Log } from "../capabilities/log-limit.ts";
import type { BaseServiceContext } from "../capabilities/service-context.ts";
import type { Root } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import type { CallContext, Runner } from "../contract/runner.ts";
import { checkedOutcome } from "../manifest/plugin-outcome.ts";
import {
  checkedDoctorLines,
  checkedError,
  checkedFacts,
  checkedProgress,
  checkedRows,
} from "../manifest/plugin-values.ts";
import type { ChildStart } from "../sandbox/confinement.ts";
import type { OrphanGuard } from "../sandbox/orphan-guard.ts";
import { type ChildLink, startChild } from "./child-link.ts";
import {
  answerRequest,
  createHandles,
  createSemaphore,
  type Handles,
  isRead,
  type RequestContext,
} from "./child-requests.ts";
import { greetingOf, notEnforced, strangeAnswer, unready, unstopped } from "./child-start.ts";
import { type ChildMessage, type Hello, type HostMessage, pack, unpack } from "./frames.ts";

const START_MS = 10_000;
/** How long a cancelled call may take to stop before its process is killed, in ms. */
const STOP_GRACE_MS = 300;
const CLOSE_GRACE_MS = 500;
/** The maximum number of pending requests, to protect the host's memory. */
const MAX_REQUESTS = 1000;
const MAX_ANSWERED = 1000;
/** How many whole files the host reads for it at once. */
const READS_AT_ONCE = 2;
/** Time limit for `lines` in ms. It is pure and fast. */
const PURE_MS = 5000;

export interface ChildRunnerOptions {
  /** The plugin as named in messages: `The plugin "hello"`. */
  subject: string;
  start(): Promise<ChildStart>;
  guard: OrphanGuard;
  /** Memory limit of a process including its children, in megabytes. */
  memoryMb: number;
  /** Limit for the total size of its folders, in megabytes. */
  storageMb: number;
  hello: Omit<Hello, "type" | "protocol" | "word">;
  serviceContext: (root: Root | undefined, signal: AbortSignal) => BaseServiceContext;
  /** True if a call may be repeated when its process was killed because of another call. Its effect has to be `read`. */
  repeatable(tool: string): boolean;
  log: Log;
  /** How replies write many numbers. `lists` is for commands, which know only JSON. */
  numbers?: "packed" | "lists";
  /** Called for every process, so that its memory can be watched. */
  onStart?(link: ChildLink): void;
}

interface Waiting {
  settle(value: unknown): void;
  fail(error: JigError): void;
  context: CallContext | undefined;
  handles: Handles & { endAll(): void };
}

interface Service {
  context: BaseServiceContext;
  handles: Handles & { endAll(): void };
  abort: AbortController;
}

interface Child {
  link: ChildLink;
  ended: Promise<void>;
  waiting: Map<number, Waiting>;
  answered: Set<number>;
  services: Map<string, Service>;
  requests: Map<number, AbortController>;
  /** Waits for its turn to read. Returns a function that ends the turn. */
  readTurn: () => Promise<() => void>;
  /** The call because of which the process was killed, if any. */
  culprit?: number;
}

type Request = HostMessage extends infer Each ? (Each extends { id: number } ? Omit<Each, "id"> : never) : never;

export interface ChildRunner extends Omit<Runner, "failure"> {
  /** Returns the default export of a module in the plugin's folder as JSON. */
  load(module: string, signal: AbortSignal): Promise<unknown>;
}

export function createChildRunner(options: ChildRunnerOptions): ChildRunner {
  const { subject, log } = options;
  let child: Promise<Child> | undefined;
  let closed = false;
  let lastId = 0;
  /** Kills a process that is still starting. */
  let giveUp: ((when: string) => void) | undefined;

  function open(): Promise<Child> {
    if (closed) throw new JigError("UNAVAILABLE", `${subject} is being closed`);
    child ??= start().catch((error) => {
      child = undefined;
      throw error;
    });
    return child;
  }

  async function start(): Promise<Child> {
    const started = await options.start();
    return await new Promise((settle, fail) => {
      const ended = Promise.withResolvers<void>();
      let isReady = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const opened: Child = {
        link: startChild(started, { type: "hello", protocol: 1, ...options.hello, ...greetingOf(started) }, options, {
          onFrame(frame) {
            if (frame.type !== "ready") return receive(opened, frame);
            const isFirst = !isReady;
            isReady = true;
            clearTimeout(timer);
            giveUp = undefined;
            if (started.probe !== undefined && frame.escaped !== false) opened.link.kill(notEnforced(started));
            else settle(opened);
            return isFirst;
          },
          onEnd(error) {
            clearTimeout(timer);
            fail(blame(error));
            ended.resolve();
            drop(opened, error);
          },
          busy: () => opened.waiting.size > 0,
          log,
        }),
        ended: ended.promise,
        waiting: new Map(),
        answered: new Set(),
        services: new Map(),
        requests: new Map(),
        readTurn: createSemaphore(READS_AT_ONCE),
      };
      giveUp = (when) => opened.link.kill(unready(when, opened.link));
      timer = setTimeout(() => giveUp?.(`within ${START_MS} ms`), START_MS);
      options.onStart?.(opened.link);
    });
  }

  function blame(error: JigError): JigError {
    const { code, hint, details } = error;
    return new JigError(code, `${subject} failed. ${error.message}`, {
      ...(hint ? { hint } : {}),
      ...(details ? { details } : {}),
    });
  }

  function drop(ended: Child, error: JigError): void {
    child = undefined;
    for (const service of ended.services.values()) {
      service.abort.abort(error);
      service.handles.endAll();
    }
    for (const each of ended.requests.values()) each.abort(error);
    for (const [id, waiting] of ended.waiting) {
      waiting.handles.endAll();
      waiting.fail(ended.culprit === undefined || ended.culprit === id ? blame(error) : new Bystander(blame(error)));
    }
    ended.waiting.clear();
  }

  /** Returns false if the frame belongs to no pending request. */
  function receive(from: Child, frame: ChildMessage): boolean {
    if (frame.type === "answer") return handleAnswer(from, frame);
    if (frame.type === "ask") {
      void handleRequest(from, frame);
      return true;
    }
    if (frame.type === "stop") {
      const request = from.requests.get(frame.id);
      request?.abort(new JigError("CANCELLED", "The plugin cancelled it"));
      return request !== undefined;
    }
    const context = "call" in frame ? from.waiting.get(frame.call)?.context : undefined;
    if (frame.type === "progress") context?.progress(checkedProgress(frame.progress));
    if (frame.type === "rows") context?.rows(Array.isArray(frame.rows) ? frame.rows : []);
    return context !== undefined;
  }

  function handleAnswer(from: Child, { id, value, error }: ChildMessage & { type: "answer" }): boolean {
    const waiting = from.waiting.get(id);
    // The call that was meant would wait for its timeout. A second answer to the same call is only output.
    if (!waiting && !from.answered.has(id)) from.link.kill(strangeAnswer(id, [...from.waiting.keys()]));
    if (!waiting) return false;
    from.waiting.delete(id);
    if (from.answered.size > MAX_ANSWERED) from.answered.clear();
    from.answered.add(id);
    waiting.handles.endAll();
    if (error) waiting.fail(checkedError(error));
    else waiting.settle(value);
    return true;
  }

  async function handleRequest(
    from: Child,
    { id, scope, method, args }: ChildMessage & { type: "ask" },
  ): Promise<void> {
    if (from.requests.size >= MAX_REQUESTS) {
      from.link.kill(new JigError("LIMIT_EXCEEDED", `It made more than ${MAX_REQUESTS} requests at once`));
      return;
    }
    if (from.requests.has(id)) {
      from.link.kill(new JigError("COMMAND_FAILED", "It broke the protocol: two concurrent requests have the same id"));
      return;
    }
    const stop = new AbortController();
    from.requests.set(id, stop);
    let endTurn: (() => void) | undefined;
    try {
      const { context, handles } = scopeOf(from, scope);
      const signal = AbortSignal.any([context.signal, stop.signal]);
      if (!Array.isArray(args)) throw new JigError("INVALID_ARGUMENT", `${method}: "args" of an ask must be a list`);
      // JSON has no undefined, so an omitted argument arrives as null.
      const given = args.map((arg) => unpack(arg) ?? undefined);
      if (isRead(method)) endTurn = await from.readTurn();
      signal.throwIfAborted();
      const value = await answerRequest(context, method, given, handles, signal);
      from.link.send({ type: "reply", id, value: pack(value, options.numbers) });
      if (endTurn) await from.link.drained();
    } catch (error) {
      from.link.send({ type: "reply", id, error: toJigError(error).toData() });
    } finally {
      endTurn?.();
      from.requests.delete(id);
    }
  }

  function scopeOf(from: Child, scope: number | string): { context: RequestContext; handles: Handles } {
    if (typeof scope === "number") {
      const waiting = from.waiting.get(scope);
      if (!waiting?.context) throw new JigError("CANCELLED", "The call that made this request is over");
      return { context: waiting.context, handles: waiting.handles };
    }
    if (typeof scope !== "string")
      throw new JigError("INVALID_ARGUMENT", 'An ask has no "scope"', {
        hint: "Pass the id of the call that makes the request",
      });
    const known = from.services.get(scope);
    if (known) return known;
    const root = options.hello.roots.find((each) => each.path === scope);
    if (scope !== "" && !root)
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(scope)} is not a workspace root`);
    const abort = new AbortController();
    const service = { abort, context: options.serviceContext(root, abort.signal), handles: handlesOf(from) };
    from.services.set(scope, service);
    return service;
  }

  function handlesOf(from: Child) {
    return createHandles(
      (handle) => from.link.send({ type: "lost", handle }),
      () => ++lastId,
    );
  }

  async function request(message: Request, signal: AbortSignal, context?: CallContext): Promise<unknown> {
    // Report that the process did not start in time even if the call had less time than the start.
    const late = () => {
      if (toJigError(signal.reason).code === "TIMEOUT") giveUp?.("before the time limit of the call");
    };
    signal.addEventListener("abort", late, { once: true });
    const to = await open().finally(() => signal.removeEventListener("abort", late));
    signal.throwIfAborted();
    const id = ++lastId;
    const aborted = () => {
      to.link.send({ type: "abort", id, error: toJigError(signal.reason).toData() });
      setTimeout(() => {
        if (!to.waiting.has(id)) return;
        to.culprit = id;
        to.link.kill(unstopped(toJigError(signal.reason), to.link.dropped()));
      }, STOP_GRACE_MS);
    };
    signal.addEventListener("abort", aborted, { once: true });
    try {
      return await new Promise((settle, fail) => {
        to.waiting.set(id, { settle, fail, context, handles: handlesOf(to) });
        to.link.send({ ...message, id });
      });
    } finally {
      signal.removeEventListener("abort", aborted);
    }
  }

  const pure = (message: Request) => request(message, AbortSignal.timeout(PURE_MS));

  return {
    async call(tool, input, context) {
      const message = { type: "call", tool, input } as const;
      const outcome = await request(message, context.signal, context).catch((error) => {
        if (error instanceof Bystander && options.repeatable(tool)) return request(message, context.signal, context);
        throw error;
      });
      return checkedOutcome(outcome, tool);
    },
    async lines(tool, rows, answer, input) {
      const drawn = await pure({ type: "lines", tool, rows, answer, input }).catch((error) => {
        const { code, message } = toJigError(error);
        throw new JigError(code, `The export "lines" of "${tool}" failed: ${message}`, { cause: error });
      });
      if (Array.isArray(drawn) && drawn.some((each) => typeof each === "string" || isObject(each)))
        log("warn", `The export "lines" of "${tool}" must return a list: [{ text: "…" }]`);
      return Array.isArray(drawn) ? rows.map((_, index) => checkedRows(drawn[index])) : undefined;
    },
    async resolvePath(prefix, path, context) {
      const found = await request({ type: "path", prefix, path }, context.signal, context);
      return typeof found === "string" ? found : undefined;
    },
    callRemoteSource: async (prefix, call, context) =>
      unpack(await request({ type: "source", prefix, call: pack(call) as never }, context.signal, context)),
    symbols: async (language, file, context) =>
      checkedFacts(await request({ type: "symbols", language, file }, context.signal, context)),
    doctor: async (context) => checkedDoctorLines(await request({ type: "doctor" }, context.signal, context)),
    async availableTools(context) {
      const named = await request({ type: "availableTools" }, context.signal, context);
      return Array.isArray(named) ? named.filter((each) => typeof each === "string") : [];
    },
    load: (module, signal) => request({ type: "load", module }, signal),
    async close() {
      closed = true;
      const open = await child?.catch(() => undefined);
      if (!open) return;
      open.link.send({ type: "close" });
      // A service may have something to save.
      if (open.services.size > 0) await Promise.race([open.ended, new Promise((go) => setTimeout(go, CLOSE_GRACE_MS))]);
      open.link.kill(new JigError("CANCELLED", "It is being closed"));
    },
  };
}

/** The error of a call whose process was killed because of another call. */
class Bystander extends JigError {
  constructor(error: JigError) {
    super("UNAVAILABLE", `${error.message}. This was caused by another call`, { hint: "Call it again" });
  }
}
