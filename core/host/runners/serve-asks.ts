/** Serves the requests of a plugin's process by finding the context of each one and sending a reply. */
import type { BaseServiceContext } from "../capabilities/service-context.ts";
import type { Root } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { CallContext } from "../contract/runner.ts";
import type { ChildLink } from "./child-link.ts";
import { answerRequest, createHandles, type Handles, isRead, type RequestContext } from "./child-requests.ts";
import { incompleteAsk } from "./child-start.ts";
import { type ChildMessage, pack, unpack } from "./frames.ts";

/** The maximum number of pending requests, which protects the host's memory. */
const MAX_REQUESTS = 1000;

export interface Waiting {
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

export interface Child {
  link: ChildLink;
  ended: Promise<void>;
  waiting: Map<number, Waiting>;
  answered: Set<number>;
  /** The number of messages that it has sent. */
  received: number;
  services: Map<string, Service>;
  requests: Map<number, AbortController>;
  /** Waits until a read may start, and returns a function that must be called at its end. */
  readTurn: () => Promise<() => void>;
  /** The call because of which the process was killed, if there was one. */
  culprit?: number;
}

type Ask = ChildMessage & { type: "ask" };

export interface AskServerOptions {
  roots: readonly Root[];
  serviceContext: (root: Root | undefined, signal: AbortSignal) => BaseServiceContext;
  /** The form in which replies contain many numbers. `lists` is for commands, which only know JSON. */
  numbers?: "packed" | "lists";
}

/** @param nextId numbers handles */
export function createAskServer({ roots, serviceContext, numbers }: AskServerOptions, nextId: () => number) {
  async function handleRequest(from: Child, ask: Ask): Promise<void> {
    const { id, scope, method, args } = ask;
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
      const absent = ["scope", "method", "args"].find((field) => !(field in ask));
      if (absent !== undefined) throw incompleteAsk(absent, { ...ask });
      const { context, handles } = scopeOf(from, scope);
      const signal = AbortSignal.any([context.signal, stop.signal]);
      if (!Array.isArray(args)) throw new JigError("INVALID_ARGUMENT", `${method}: "args" of an ask must be a list`);
      // JSON has no undefined, so an argument that was left out arrives as null.
      const given = args.map((arg) => unpack(arg) ?? undefined);
      if (isRead(method)) endTurn = await from.readTurn();
      signal.throwIfAborted();
      const value = await answerRequest(context, method, given, handles, signal);
      from.link.send({ type: "reply", id, value: pack(value, numbers) });
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
    if (typeof scope !== "string") throw incompleteAsk("scope", {});
    const known = from.services.get(scope);
    if (known) return known;
    const root = roots.find((each) => each.path === scope);
    if (scope !== "" && !root)
      throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(scope)} is not a workspace root`);
    const abort = new AbortController();
    const service = { abort, context: serviceContext(root, abort.signal), handles: handlesOf(from) };
    from.services.set(scope, service);
    return service;
  }

  function handlesOf(from: Child) {
    return createHandles((handle) => from.link.send({ type: "lost", handle }), nextId);
  }

  return { handleRequest, handlesOf };
}
