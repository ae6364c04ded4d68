/** Recent events of a session, so that a client whose connection broke can continue after the last event it has. */
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types";

/** Bounds of one session: an answer has at most 50,000 characters, and clients never resume from a hundred events back. */
const MAX_EVENTS = 256;
const MAX_CHARS = 4 * 1024 * 1024;

interface Event {
  stream: string;
  message: JSONRPCMessage;
  chars: number;
}

/** An event store for the SDK's transport. It names no stream before a resume: otherwise the transport would refuse a client that returns before its first connection is noticed as dead, which can take minutes. */
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

  /** Returns true if a client can continue after this event. */
  has(id: string): boolean {
    return this.#events.has(id);
  }

  /** Returns true if the stream of this event has its answer, after which nothing comes. */
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
    // The opening event carries no message: it only gave the client its first id.
    for (const [id, event] of this.#events)
      if (event.stream === stream && Number(id) > Number(last) && "jsonrpc" in event.message)
        await send(id, event.message);
    return stream;
  }
}
