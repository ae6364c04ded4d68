/** Handles HTTP requests, which includes authentication, limits, the protocol revision, and passing them to a connection. */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  failure,
  INVALID_REQUEST,
  isRequest,
  type Message,
  modernFault,
  parseBytes,
  type Request,
} from "../mcp/server.ts";
import { clientAddress, isOriginAllowed } from "./address.ts";
import { bearerOf, type Caller, type Verify } from "./bearer-tokens.ts";
import type { ClientLimits } from "./client-limits.ts";
import { type Connection, openConnection, type ServerContext } from "./connection.ts";
import type { Metrics, Refusal } from "./metrics.ts";
import { MAX_BODY_BYTES, pump, readBody, release, sendJson, webRequest } from "./node-adapter.ts";
import { RefusalPace } from "./refusal-pace.ts";
import { hasModernHeader, headerMismatch, isStateless, statusOf } from "./revision-headers.ts";
import type { OpenSession, Sessions } from "./sessions.ts";

export interface HttpHandlerOptions {
  context: ServerContext;
  sessions: Sessions;
  limits: ClientLimits;
  metrics: Metrics;
  /** Checks the Host header. */
  isKnownHost(authority: string | undefined): boolean;
  origins: readonly string[];
  /** Without it, there is no authentication. */
  verify?: Verify;
  /** The OAuth metadata of the resource, for clients without a token. */
  resource?: { url: string; metadata: object };
  calls(): number;
  isStopping(): boolean;
}

/** The limit for the first message of an unknown client. It is short, because later ones have a session or a revision. */
const MAX_FIRST_BYTES = 64 * 1024;
const METADATA_PATH = "/.well-known/oauth-protected-resource";
const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

export class HttpHandler {
  readonly #options: HttpHandlerOptions;

  /** Connections for single requests. The subscribers among them receive notifications about changes. */
  readonly #requests = new Set<Connection>();
  readonly #open = new Set<ServerResponse>();
  readonly #pace = new RefusalPace();

  constructor(options: HttpHandlerOptions) {
    this.#options = options;
  }

  toolsChanged(): void {
    for (const { server } of this.#connections()) server.toolsChanged();
  }

  /** Resolves when all requests except for subscriptions are done. */
  async idle(): Promise<void> {
    await Promise.all(this.#connections().map(({ session }) => session.idle()));
  }

  /** Closes all connections and ends subscriptions. It resolves when everything is written. */
  async close(): Promise<void> {
    await Promise.all([...this.#requests].map(({ server }) => server.close()));
    await this.#options.sessions.close();
    await Promise.all([...this.#open].map((response) => new Promise((resolve) => response.once("close", resolve))));
  }

  #connections(): Connection[] {
    return [...this.#requests, ...this.#options.sessions.all()];
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {}); // The client has disconnected.
    this.#open.add(response);
    response.once("close", () => {
      this.#open.delete(response);
      this.#options.metrics.request(response.statusCode);
    });
    const path = (request.url ?? "/").split("?", 1)[0];
    const { isStopping, resource } = this.#options;
    if (path === "/health") {
      const status = isStopping() ? "stopping" : "ok";
      return sendJson(response, isStopping() ? 503 : 200, { status });
    }
    const host = request.headers.host;
    // Duplicates are rejected, because a proxy may have checked the other one.
    const names = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
    if (names.length > 1) return this.#refuse(response, 400, "host", "More than one Host header");
    if (!this.#options.isKnownHost(host)) return this.#refuse(response, 403, "host", "Unknown host");
    if (!isOriginAllowed(request.headers.origin, host, this.#options.origins))
      return this.#refuse(response, 403, "origin", "Origin not allowed");
    if (resource && (path === METADATA_PATH || path === `${METADATA_PATH}/mcp`))
      return sendJson(response, 200, resource.metadata);
    const caller = await this.#callerOf(request).catch(() => "unknown" as const);
    if (caller === "unknown")
      return this.#refuse(response, 503, "issuer", "The token issuer does not answer", { "retry-after": "5" });
    if (!caller) {
      const where = resource && `, resource_metadata="${new URL(METADATA_PATH, resource.url).href}"`;
      const header = { "www-authenticate": `Bearer realm="jig"${where ?? ""}` };
      return this.#refuse(response, 401, "token", "A valid token is required", header);
    }
    if (path === "/metrics" && request.method === "GET") return this.#sendMetrics(response);
    if (path !== "/mcp")
      return this.#reject(response, 404, failure(null, INVALID_REQUEST, "Not found: the server is at /mcp"));
    if (isStopping()) return this.#refuse(response, 503, "stopping", "The server is stopping", { "retry-after": "5" });
    if (request.method === "POST") return this.#post(request, response, caller);
    if (request.method === "GET" || request.method === "DELETE") return this.#ofSession(request, response, caller);
    this.#reject(response, 405, failure(null, INVALID_REQUEST, "Method not allowed"), { allow: "POST, GET, DELETE" });
  }

  /** Without individual tokens, clients are identified by their address. */
  async #callerOf({ headers, socket }: IncomingMessage): Promise<Caller | undefined> {
    const { verify } = this.#options;
    const token = bearerOf(headers.authorization);
    const caller = verify ? token !== undefined && (await verify(token)) : { subject: "", shared: true };
    if (!caller) return undefined;
    return caller.shared ? { ...caller, subject: `${caller.subject}@${clientAddress(socket.remoteAddress)}` } : caller;
  }

  async #post(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> {
    const { limits, sessions } = this.#options;
    const id = request.headers["mcp-session-id"];
    // Only the ids of existing sessions count. Otherwise a client could get more than its share by inventing some.
    const session = typeof id === "string" ? sessions.find(id, caller.subject) : undefined;
    const client = session ? `session ${session.id}` : caller.subject;
    const inFlight = limits.begin(client);
    if (!inFlight) return this.#refuse(response, 429, "limit", "Too many requests in flight", { "retry-after": "1" });
    try {
      const isKnown = session !== undefined || hasModernHeader(request.headers);
      const body = await readBody(request, inFlight, isKnown ? MAX_BODY_BYTES : MAX_FIRST_BYTES);
      if (body === "full") {
        const headers = { "retry-after": "1", connection: "close" };
        return this.#refuse(response, 429, "bytes", "Too many bytes in flight", headers);
      }
      if (body === "gone") return void response.destroy();
      if (body === "large") {
        this.#refuse(response, 413, "size", "The message is too large", { connection: "close" });
        return;
      }
      const parsed = parseBytes(body.bytes);
      release(body.bytes);
      if ("refusal" in parsed) return this.#reject(response, 400, parsed.refusal);
      const { message } = parsed;
      if (isStateless(message, request.headers)) await this.#stateless(request, response, message, client);
      else if (isRequest(message) && message.method === "initialize")
        await this.#initialize(request, response, message, caller);
      else await this.#ofSession(request, response, caller, message);
    } finally {
      inFlight.end();
    }
  }

  /** Revision 2026-07-28 has no session, so each request gets its own connection. */
  async #stateless(
    request: IncomingMessage,
    response: ServerResponse,
    message: Message,
    client: string,
  ): Promise<void> {
    if (!isRequest(message)) return void response.writeHead(202).end(); // There is nothing to do if the stream is already closed.
    const mismatch = headerMismatch(message, request.headers);
    if (mismatch) return sendJson(response, 400, mismatch);
    const fault = modernFault(message);
    if (fault)
      return sendJson(
        response,
        statusOf(fault.code) ?? 400,
        failure(message.id, fault.code, fault.message, fault.data),
      );
    const { context, limits } = this.#options;
    const connection = await openConnection(context, limits.callsOf(client));
    const { transport, session, server } = connection;
    if (!this.#open.has(response)) return await server.close(); // The client has disconnected in the meantime.
    this.#requests.add(connection);
    response.once("close", () => session.cancel(message.id));
    try {
      const answer = await transport.handleRequest(webRequest(request, ["mcp-protocol-version", "mcp-session-id"]), {
        parsedBody: message,
      });
      await this.#withStatus(answer, response, message);
    } finally {
      this.#requests.delete(connection);
      await server.close();
    }
  }

  /** The status is known with the first message. Errors with their own status are sent as plain JSON. */
  async #withStatus(answer: Response, response: ServerResponse, { id }: Request): Promise<void> {
    if (!answer.body || answer.status !== 200) return void (await pump(answer, response));
    const reader = answer.body.getReader();
    const left = () => void reader.cancel().catch(() => {});
    response.once("close", left);
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    response.off("close", left);
    if (value === undefined) return void response.end();
    reader.releaseLock();
    const data = /^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1];
    const first = data === undefined ? undefined : JSON.parse(data);
    const status = first?.id === id && first.error ? statusOf(first.error.code) : undefined;
    if (status === undefined) return void (await pump(answer, response, { first: value }));
    await answer.body.cancel();
    sendJson(response, status, first);
  }

  async #initialize(
    request: IncomingMessage,
    response: ServerResponse,
    message: Request,
    caller: Caller,
  ): Promise<void> {
    const { context, sessions, limits } = this.#options;
    const release = sessions.reserve(caller.subject);
    if (!release) return this.#refuse(response, 503, "limit", "Too many sessions are open", { "retry-after": "60" });
    try {
      let open: OpenSession | undefined;
      const connection = await openConnection(context, limits.newCalls(), (id) => {
        open = { ...connection, id, subject: caller.subject, busy: 0, lastUsed: Date.now() };
        release();
        sessions.add(open);
      });
      const answer = await connection.transport.handleRequest(webRequest(request, ["mcp-session-id"]), {
        parsedBody: message,
      });
      if (open) return void (await sessions.use(open, pump(answer, response)));
      await pump(answer, response);
      await connection.server.close();
    } finally {
      release();
    }
  }

  /** In older revisions, POST sends a message, GET opens the notification stream, and DELETE ends the session. */
  async #ofSession(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    message?: Message,
  ): Promise<void> {
    const { sessions } = this.#options;
    const id = request.headers["mcp-session-id"];
    if (typeof id !== "string")
      return this.#reject(
        response,
        message ? 400 : 405,
        failure(null, REFUSED, "Mcp-Session-Id is missing: send initialize first"),
      );
    const session = sessions.find(id, caller.subject);
    if (!session) return this.#reject(response, 404, failure(null, SESSION_NOT_FOUND, "Session not found"));
    const { transport, events } = session;
    const last = request.headers["last-event-id"];
    if (typeof last === "string" && request.method === "GET" && !events.has(last))
      return sendJson(response, 400, failure(null, REFUSED, "Unknown event id: later events are no longer kept"));
    const options = message ? { parsedBody: message } : {};
    const answer = await transport.handleRequest(webRequest(request), options);
    const onlyQueued = typeof last === "string" && events.isAnswered(last);
    await sessions.use(session, pump(answer, response, { onlyQueued }));
    if (request.method === "DELETE" && answer.ok) await sessions.end(session);
  }

  #sendMetrics(response: ServerResponse): void {
    const { metrics, sessions, calls } = this.#options;
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    response.end(metrics.text({ sessions: sessions.size, calls: calls() }));
  }

  #refuse(
    response: ServerResponse,
    status: number,
    reason: Refusal,
    text: string,
    headers?: Record<string, string>,
  ): void {
    this.#options.metrics.refused(reason);
    this.#reject(response, status, failure(null, REFUSED, text), headers);
  }

  /** The response is delayed or dropped if the address is rejected too often. */
  #reject(response: ServerResponse, status: number, body: object, headers?: Record<string, string>): void {
    const address = clientAddress(response.req.socket?.remoteAddress);
    if (!this.#pace.refuse(address, () => sendJson(response, status, body, headers))) response.destroy();
  }
}
