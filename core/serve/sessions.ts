/** Sessions of older clients: found by id and only by the client that opened them, ended after a time without requests. */
import type { Connection } from "./connection.ts";

/** A client that was silent for so long has left without a word. */
const IDLE_MS = 30 * 60_000;
/** When there is no room, a session gives way that was silent for this long. */
const RECLAIM_MS = 60_000;
const SWEEP_MS = 60_000;

export interface OpenSession extends Connection {
  id: string;
  /** Who opened it. */
  subject: string;
  /** Requests and streams that are open. */
  busy: number;
  lastUsed: number;
}

export class Sessions {
  readonly #max: number;
  readonly #open = new Map<string, OpenSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(max: number) {
    this.#max = max;
    this.#sweep = setInterval(() => this.#endSilent(IDLE_MS), SWEEP_MS).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Whether `subject` may open one more; ends silent ones to make room. A subject has at most half of all. */
  canOpen(subject: string): boolean {
    const isFull = () => this.#open.size >= this.#max || this.#countOf(subject) >= Math.max(1, this.#max / 2);
    if (isFull()) this.#endSilent(RECLAIM_MS);
    return !isFull();
  }

  #countOf(subject: string): number {
    let count = 0;
    for (const session of this.#open.values()) if (session.subject === subject) count++;
    return count;
  }

  add(session: OpenSession): void {
    this.#open.set(session.id, session);
  }

  /** Returns undefined for an ended session, and for one of another client. */
  find(id: string, subject: string): OpenSession | undefined {
    const session = this.#open.get(id);
    return session?.subject === subject ? session : undefined;
  }

  /** Marks a session as in use until the promise settles. */
  async use<T>(session: OpenSession, work: Promise<T>): Promise<T> {
    session.busy++;
    try {
      return await work;
    } finally {
      session.busy--;
      session.lastUsed = Date.now();
    }
  }

  /** Removes a session and ends its calls. */
  async end(session: OpenSession): Promise<void> {
    if (this.#open.delete(session.id)) await session.server.close();
  }

  /** Calls back for every session. */
  all(): OpenSession[] {
    return [...this.#open.values()];
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all(this.all().map((session) => this.end(session)));
  }

  #endSilent(forMs: number): void {
    for (const session of this.#open.values())
      if (session.busy === 0 && Date.now() - session.lastUsed > forMs) void this.end(session);
  }
}
