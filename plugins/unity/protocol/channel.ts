/** Represents a connection. It assigns replies to requests, ignores notifications, and records how the connection ended. */
import { type Connection, JigError, type JsonObject } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { encodeFrame, FrameReader } from "./frame.ts";
import { type IdentityStamp, parseMessage, type RpcError, requestBody } from "./message.ts";

/** The end may have been announced, because of a domain reload or because the Editor quits. */
export type CloseReason = "reload" | "quit" | "unannounced";

export type Reply =
  | { kind: "result"; result: JsonObject }
  | { kind: "error"; error: RpcError }
  | { kind: "closed"; closeReason: CloseReason }
  | { kind: "garbled"; error: JigError };

type Ending = Extract<Reply, { kind: "closed" | "garbled" }>;

/** Requests may overlap, since the Editor answers them in order. There are no retries at this level. */
export class Channel {
  readonly #connection: Connection;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  readonly #ended = Promise.withResolvers<Ending>();
  #ending: Ending | undefined;
  #closeReason: CloseReason = "unannounced";
  #lastId = 0;
  #toolsChanged = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    void this.#read();
  }

  /** Resolves when no more replies can arrive. */
  get ended(): Promise<Ending> {
    return this.#ended.promise;
  }

  get toolsChanged(): boolean {
    return this.#toolsChanged;
  }

  /** Sends the request once. REQUEST_TOO_LARGE is thrown before anything is sent, and all later failures are replies. */
  async request(method: string, params: JsonObject, stamp?: IdentityStamp): Promise<Reply> {
    const id = ++this.#lastId;
    const frame = encodeFrame(requestBody(method, params, id, stamp));
    if (this.#ending) return this.#ending;
    const reply = Promise.withResolvers<Reply>();
    this.#pending.set(id, reply.resolve);
    this.#connection.write(frame).catch(() => this.#end({ kind: "closed", closeReason: this.#closeReason }));
    return reply.promise;
  }

  close(): void {
    this.#end({ kind: "closed", closeReason: this.#closeReason });
  }

  async #read(): Promise<void> {
    const reader = new FrameReader();
    try {
      for await (const chunk of this.#connection.data) {
        for (const body of reader.push(chunk)) this.#receive(body);
      }
    } catch (thrown) {
      if (thrown instanceof JigError && thrown.details?.editorCode === "PROTOCOL_ERROR") {
        this.#end({ kind: "garbled", error: thrown });
        return;
      }
    }
    this.#end({ kind: "closed", closeReason: this.#closeReason });
  }

  #receive(body: string): void {
    const message = parseMessage(body);
    switch (message.kind) {
      case "notification":
        this.#notice(message.method, message.params);
        return;
      case "foreign":
        return;
      case "empty":
        this.#settle(message.id, { kind: "garbled", error: withoutResult() });
        return;
      case "result":
        this.#settle(message.id, { kind: "result", result: message.result });
        return;
      case "error":
        if (message.id === null) {
          throw editorError("PROTOCOL_ERROR", `The Editor could not read the request: ${message.error.message}`);
        }
        this.#settle(message.id, { kind: "error", error: message.error });
    }
  }

  #notice(method: string, params: JsonObject): void {
    if (method === "notifications/tools/list_changed") this.#toolsChanged = true;
    if (method === "notifications/server/shutdown")
      this.#closeReason = params.reason === "DomainReload" ? "reload" : "quit";
  }

  #settle(id: number, reply: Reply): void {
    this.#pending.get(id)?.(reply);
    this.#pending.delete(id);
  }

  #end(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#connection.close();
    for (const settle of this.#pending.values()) settle(ending);
    this.#pending.clear();
    this.#ended.resolve(ending);
  }
}

function withoutResult(): JigError {
  return editorError("PROTOCOL_ERROR", "The Editor answered without a result");
}
