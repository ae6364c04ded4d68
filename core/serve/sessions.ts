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
  readonly #reserved = new Set<{ subject: string }>();
  readonly #sweep: NodeJS.Timeout;

  constructor(max: number) {
    this.#max = max;
    this.#sweep = setInterval(() => this.#endSilent(IDLE_MS), SWEEP_MS).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Room for one more session of `subject`, kept until the returned function is called; ends silent ones to make it.
   * Undefined without room: a subject has at most half of all.
   */
  reserve(subject: string): (() => void) | undefined {
    const isFull = () =>
      this.#open.size + this.#reserved.size >= this.#max || this.#countOf(subject) >= Math.max(1, this.#max / 2);
    if (isFull()) this.#endSilent(RECLAIM_MS);
    if (isFull()) return undefined;
    const room = { subject };
    this.#reserved.add(room);
    return () => void this.#reserved.delete(room);
  }

  #countOf(subject: string): number {
    return [...this.#open.values(), ...this.#reserved].filter((each) => each.subject === subject).length;
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
