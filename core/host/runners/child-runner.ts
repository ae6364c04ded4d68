/** Runs a plugin in a separate process. It is started when it is first needed, used again, and killed if a call does not stop. */
import type { Log } from "../capabilities/log-limit.ts";
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
import { createSemaphore } from "./child-requests.ts";
import { Bystander, greetingOf, notEnforced, strangeAnswer, threadEnded, unready, unstopped } from "./child-start.ts";
import { type ChildMessage, type Hello, type HostMessage, pack, unpack } from "./frames.ts";
import { insteadOf } from "./message-faults.ts";
import { type AskServerOptions, type Child, createAskServer } from "./serve-asks.ts";

const START_MS = 10_000;
/** The time that a canceled call has to stop before its process is killed, in milliseconds. */
const STOP_GRACE_MS = 300;
const CLOSE_GRACE_MS = 500;
/** The time for which a process may be silent after one of its threads has ended, in milliseconds. */
const SIGN_MS = 1000;
const MAX_ANSWERED = 1000;
/** The number of whole files that the host reads for it at the same time. */
const READS_AT_ONCE = 2;
/** The time limit for `lines` in milliseconds. It is a pure function and fast. */
const PURE_MS = 5000;

export interface ChildRunnerOptions extends Omit<AskServerOptions, "roots"> {
  /** The plugin in the form that messages use: `The plugin "hello"`. */
  subject: string;
  start(): Promise<ChildStart>;
  guard: OrphanGuard;
  /** The memory limit of a process including its children, in megabytes. */
  memoryMb: number;
  /** The limit for the total size of its folders, in megabytes. */
  storageMb: number;
  hello: Omit<Hello, "type" | "protocol" | "word">;
  /** True if a call may be repeated when its process was killed because of another call. Its effect has to be `read`. */
  repeatable(tool: string): boolean;
  /** True if a tool proposes changes instead of answering. */
  plans?(tool: string): boolean;
  log: Log;
  /** Called for every process, so that its memory can be watched. */
  onStart?(link: ChildLink): void;
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
  const asks = createAskServer({ ...options, roots: options.hello.roots }, () => ++lastId);
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
          onThreadEnd: () => expectSign(opened),
          busy: () => opened.waiting.size > 0,
          log,
        }),
        ended: ended.promise,
        waiting: new Map(),
        answered: new Set(),
        received: 0,
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

  /** If its process sends nothing more, the only call fails. With several calls, the thread may belong to any of them. */
  function expectSign(from: Child): void {
    const [[id, waiting] = [], ...others] = from.waiting;
    if (id === undefined || others.length > 0) return;
    const { received } = from;
    setTimeout(() => {
      if (from.received !== received || from.requests.size > 0 || !from.waiting.delete(id)) return;
      from.answered.add(id);
      waiting?.handles.endAll();
      waiting?.fail(blame(threadEnded(from.link)));
    }, SIGN_MS).unref?.();
  }

  /** Returns false if the frame doesn't belong to a pending request. */
  function receive(from: Child, frame: ChildMessage): boolean {
    from.received++;
    if (frame.type === "answer") return handleAnswer(from, frame);
    if (frame.type === "ask") {
      void asks.handleRequest(from, frame);
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

  function handleAnswer(from: Child, answer: ChildMessage & { type: "answer" }): boolean {
    const { id, value, error } = answer;
    const waiting = from.waiting.get(id);
    // The call that was meant would wait for its timeout. A second answer to the same call is just output.
    if (!waiting && !from.answered.has(id)) from.link.kill(strangeAnswer(id, [...from.waiting.keys()]));
    if (!waiting) return false;
    from.waiting.delete(id);
    if (from.answered.size > MAX_ANSWERED) from.answered.clear();
    from.answered.add(id);
    waiting.handles.endAll();
    const instead = error ? "" : insteadOf("value", { ...answer });
    if (error) waiting.fail(checkedError(error));
    else if (instead) waiting.fail(new JigError("COMMAND_FAILED", `Its answer has no "value"${instead}`));
    else waiting.settle(value);
    return true;
  }

  async function request(message: Request, signal: AbortSignal, context?: CallContext): Promise<unknown> {
    // Reports that the process did not start in time, even if the call had less time than the start.
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
        to.link.kill(unstopped(toJigError(signal.reason), to.link));
      }, STOP_GRACE_MS);
    };
    signal.addEventListener("abort", aborted, { once: true });
    try {
      return await new Promise((settle, fail) => {
        to.waiting.set(id, { settle, fail, context, handles: asks.handlesOf(to) });
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
      return checkedOutcome(outcome, tool, options.plans?.(tool));
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
    doctor: async (context) => checkedDoctorLines(await request({ type: "doctor" }, context.signal, context), subject),
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
