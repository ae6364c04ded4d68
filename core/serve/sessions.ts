/** Keeps the sessions of older clients. They belong to the client that opened them, and expire when they are idle. */
import type { Connection } from "./connection.ts";

/** Sessions that are idle for this long are closed. */
const IDLE_MS = 30 * 60_000;
/** If there are no more sessions, one that has been idle for this long is closed. */
const RECLAIM_MS = 60_000;
const SWEEP_MS = 60_000;

export interface OpenSession extends Connection {
  id: string;
  /** The client that opened it. */
  subject: string;
  /** The number of open requests and streams. */
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
   * Reserves a session until the returned function is called, and closes idle sessions if necessary. It returns undefined if
   * none is free. A client gets half of them at most.
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

  /** Returns undefined if the session has ended or belongs to another client. */
  find(id: string, subject: string): OpenSession | undefined {
    const session = this.#open.get(id);
    return session?.subject === subject ? session : undefined;
  }

  /** Keeps the session alive until the promise settles. */
  async use<T>(session: OpenSession, work: Promise<T>): Promise<T> {
    session.busy++;
    try {
      return await work;
    } finally {
      session.busy--;
      session.lastUsed = Date.now();
    }
  }

  /** Also cancels its calls. */
  async end(session: OpenSession): Promise<void> {
    if (this.#open.delete(session.id)) await session.server.close();
  }

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
