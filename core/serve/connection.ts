/** One MCP server with one of the SDK's HTTP transports: a session of an older client, or a single request of a newer one. */
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

/** State shared by all connections. */
export interface ServerContext {
  host: Host;
  introduction: ServerDescription;
  settings: AnswerSettings;
  Transport: typeof WebStandardStreamableHTTPServerTransport;
  /** Counts the methods. */
  around(methods: Methods): Methods;
}

/** A transport of the SDK as a wire; what cannot be delivered because the client left is dropped, or kept by its event store. */
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
  /** Events that a session can be resumed from. */
  events: EventLog;
  session: Session;
  server: SdkServer;
}

/** With `opened` it is a session, which is named to it; without, it serves one request. */
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
    // Without a session, saved answers are not listed: they could belong to another client.
    visibleAnswers: new Set(),
    calls,
    // The client gets its own errors; the log is for the operator.
    note: () => {},
    onRootsChanged: () => {},
    around: context.around,
  });
  session.release();
  return { transport, events, session, server };
}
