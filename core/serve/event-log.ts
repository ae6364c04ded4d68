/** Stores recent events of a session. Clients that have lost their connection can resume from the last one. */
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";

/** The limit for each session. Answers have up to 50,000 characters, and clients never resume from a hundred events back. */
const MAX_EVENTS = 256;
const MAX_CHARS = 4 * 1024 * 1024;

interface Event {
  stream: string;
  message: JSONRPCMessage;
  chars: number;
}

/**
 * An event store for the transport of the SDK. It doesn't reveal the stream before resuming, because the transport would reject
 * a new connection until it notices that the old one has ended, which can take minutes.
 */
export class EventLog {
  readonly #events = new Map<string, Event>();
  #chars = 0;
  #next = 1;

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = `${this.#next++}`;
    const chars = JSON.stringify(message).length;
    this.#events.set(id, { stream, message, chars });
    this.#chars += chars;
    for (const [oldest, event] of this.#events) {
      if (this.#events.size <= MAX_EVENTS && this.#chars <= MAX_CHARS) break;
      this.#events.delete(oldest);
      this.#chars -= event.chars;
    }
    return id;
  }

  /** Returns true if the client can resume after this event. */
  has(id: string): boolean {
    return this.#events.has(id);
  }

  /** Returns true if the stream has received its response and is therefore complete. */
  isAnswered(id: string): boolean {
    const stream = this.#events.get(id)?.stream;
    return [...this.#events.values()].some(
      ({ stream: other, message }) => other === stream && ("result" in message || "error" in message),
    );
  }

  async replayEventsAfter(
    last: string,
    { send }: { send(id: string, message: JSONRPCMessage): Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(last)?.stream ?? "";
    // The first event is skipped. It has no message and only gave the client an id.
    for (const [id, event] of this.#events)
      if (event.stream === stream && Number(id) > Number(last) && "jsonrpc" in event.message)
        await send(id, event.message);
    return stream;
  }
}
