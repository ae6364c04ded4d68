/**
 * Connects an MCP server to the SDK's HTTP transport, with one connection per session for older clients and one per request for
 * newer ones.
 */
import { randomUUID } from "node:crypto";
import type { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp";
import type { Host } from "../host/frontend-api.ts";
import {
  type AnswerSettings,
  connect,
  type Id,
  type Message,
  type Methods,
  type SdkServer,
  type Semaphore,
  type ServerDescription,
  Session,
  type Wire,
} from "../mcp/server.ts";
import { EventLog } from "./event-log.ts";

type Transport = WebStandardStreamableHTTPServerTransport;

export interface ServerContext {
  host: Host;
  introduction: ServerDescription;
  settings: AnswerSettings;
  Transport: typeof WebStandardStreamableHTTPServerTransport;
  /** A function around all methods, for metrics. */
  around(methods: Methods): Methods;
}

/** Adapts the transport of the SDK. Messages that can't be delivered are dropped, or stored so that the client can resume. */
class HttpWire implements Wire {
  onmessage: (message: Message) => void = () => {};
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  start(): void {
    this.#transport.onmessage = (message) => this.onmessage(message as Message);
  }

  async send(message: Message, related?: Id): Promise<void> {
    const options = related === undefined ? {} : { relatedRequestId: related };
    await this.#transport.send(message as Parameters<Transport["send"]>[0], options).catch(() => {});
  }

  stop(): void {
    void this.#transport.close();
  }

  drop(id: Id): void {
    this.#transport.closeSSEStream(id);
  }
}

export interface Connection {
  transport: Transport;
  /** Used to resume a session. */
  events: EventLog;
  session: Session;
  server: SdkServer;
}

/** Creates a session if `opened` is given, and serves a single request otherwise. */
export async function openConnection(
  context: ServerContext,
  calls: Semaphore,
  onSession?: (id: string) => void,
): Promise<Connection> {
  const events = new EventLog();
  const transport = new context.Transport(
    onSession ? { sessionIdGenerator: randomUUID, eventStore: events, onsessioninitialized: onSession } : {},
  );
  const session = new Session(new HttpWire(transport), context.introduction);
  void session.open();
  const server = await connect(session, context.introduction, async () => context.host, {
    ...context.settings,
    // Without a session we don't know which answers belong to the client, so none are listed.
    visibleAnswers: new Set(),
    calls,
    // Errors are sent to the client, while this log is for the operator.
    note: () => {},
    onRootsChanged: () => {},
    around: context.around,
  });
  session.release();
  return { transport, events, session, server };
}
