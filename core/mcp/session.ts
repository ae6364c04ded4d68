/**
 * Stands between the wire and the SDK's server. It gives every request a number of its own (the SDK cannot cancel the
 * ids 0 and ""), speaks the protocol revision that the SDK lacks, and passes on only what the SDK is sure to accept.
 */
import type { JsonObject } from "../host/mod.ts";
import {
  type Id,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  isObject,
  isRequest,
  isResponse,
  type Message,
  type Notification,
  type Request,
  type Response,
} from "./messages.ts";
import { claimsVersion, isChange, legacyFault, modernFault, modernResult, Subscriptions } from "./modern.ts";
import type { StdioTransport } from "./stdio.ts";

export interface Introduction {
  serverInfo: { name: string; title: string; version: string };
  capabilities: JsonObject;
  /** What a client should know; `asksForRoots` where it is an older one that can name its roots. */
  instructions(asksForRoots: boolean): Promise<string>;
}

interface Pending {
  id: Id;
  request: Request;
  modern: boolean;
}

/** A transport as the SDK's `Server` wants it. */
export class Session {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  readonly #wire: StdioTransport;
  readonly #introduction: Introduction;
  readonly #subscriptions = new Subscriptions();
  readonly #pending = new Map<number, Pending>();
  readonly #numbers = new Map<Id, number>();
  #next = 1;
  #initialized = false;
  #whenIdle: (() => void) | undefined;

  constructor(wire: StdioTransport, introduction: Introduction) {
    this.#wire = wire;
    this.#introduction = introduction;
  }

  async start(): Promise<void> {
    this.#wire.onmessage = (message) => this.#receive(message);
    this.#wire.start();
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#subscriptions.end(this.#introduction.serverInfo).map((message) => this.#wire.send(message)),
    );
    this.#wire.stop();
    this.onclose?.();
  }

  /** Resolves when every request has its answer. */
  idle(): Promise<void> {
    return this.#pending.size === 0 ? Promise.resolve() : new Promise((resolve) => (this.#whenIdle = resolve));
  }

  /** What the SDK sends to the client. */
  async send(message: Message): Promise<void> {
    if (isResponse(message)) return this.#answer(message);
    if (!isRequest(message) && isChange(message.method)) {
      for (const copy of this.#subscriptions.copies(message.method)) await this.#wire.send(copy);
      if (!this.#initialized) return;
    }
    await this.#wire.send(message);
  }

  #receive(message: Message): void {
    if (isResponse(message)) this.onmessage?.(message);
    else if (isRequest(message)) this.#request(message);
    else if (message.method === "notifications/cancelled") this.#cancel(message);
    else this.onmessage?.(message);
  }

  #request(request: Request): void {
    const { id, method, params } = request;
    const modern = claimsVersion(params);
    const fault = modern ? modernFault(request) : legacyFault(request);
    if (fault) {
      void this.#wire.send({ jsonrpc: "2.0", id, error: fault });
    } else if (modern && method === "subscriptions/listen") {
      void this.#wire.send(this.#subscriptions.open(id, params));
    } else {
      const number = this.#next++;
      this.#pending.set(number, { id, request, modern });
      this.#numbers.set(id, number);
      this.onmessage?.({ jsonrpc: "2.0", id: number, method, params: acceptable(params) });
    }
  }

  #cancel({ params }: Notification): void {
    const id = params?.requestId as Id;
    if (this.#subscriptions.close(id)) return;
    const number = this.#numbers.get(id);
    const call = number === undefined ? undefined : this.#settle(number);
    // `initialize` must not be cancelled, says the protocol.
    if (!call || call.request.method === "initialize") return;
    this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: number } });
  }

  async #answer(response: Response): Promise<void> {
    const call = this.#pending.get(response.id as number);
    if (!call) return;
    const { method, params } = call.request;
    const { id } = call;
    if ("error" in response) {
      // The SDK reports parameters it cannot read as an internal error with a dump of its parser.
      const unreadable = method === "initialize" && response.error.code === INTERNAL_ERROR;
      const error = unreadable ? { code: INVALID_PARAMS, message: "Invalid params of initialize" } : response.error;
      await this.#wire.send({ jsonrpc: "2.0", id, error });
    } else {
      let result = response.result;
      if (method === "initialize") {
        this.#initialized = true;
        const roots = isObject(params?.capabilities) && isObject(params.capabilities.roots);
        result = { ...result, instructions: await this.#introduction.instructions(roots) };
      }
      if (call.modern) result = modernResult(method, result, this.#introduction.serverInfo);
      await this.#wire.send({ jsonrpc: "2.0", id, result });
    }
    this.#settle(response.id as number);
  }

  #settle(number: number): Pending | undefined {
    const call = this.#pending.get(number);
    this.#pending.delete(number);
    if (call && this.#numbers.get(call.id) === number) this.#numbers.delete(call.id);
    if (this.#pending.size === 0) this.#whenIdle?.();
    return call;
  }
}

/** Of the metadata only a usable progress token: on anything else that it cannot read, the SDK drops a request unanswered. */
function acceptable(params: JsonObject | undefined): JsonObject {
  const { _meta: meta, task: _task, ...rest } = params ?? {};
  const token = isObject(meta) ? meta.progressToken : undefined;
  return typeof token === "string" || Number.isInteger(token) ? { ...rest, _meta: { progressToken: token } } : rest;
}
