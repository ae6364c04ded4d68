/** Slows down an address that is refused again and again: its refusals come late, so that it cannot keep the server from its clients. */

const WINDOW_MS = 1000;
/** Refusals of an address within the window that are sent at once: a client that starts badly makes a few. */
const PROMPT = 30;
const DELAY_MS = 1000;
/** Connections that wait for a late refusal; further ones are closed. */
const MAX_WAITING = 512;

export class RefusalPace {
  readonly #later: (act: () => void, ms: number) => void;
  readonly #recent = new Map<string, { count: number; since: number }>();
  #waiting = 0;

  constructor(later = (act: () => void, ms: number): void => void setTimeout(act, ms).unref()) {
    this.#later = later;
  }

  /** Calls `send` at once or late. Returns false, without a call, if too many wait: the connection is to be closed. */
  refuse(address: string, send: () => void, now = performance.now()): boolean {
    if (this.#count(address, now) <= PROMPT) {
      send();
      return true;
    }
    if (this.#waiting >= MAX_WAITING) return false;
    this.#waiting++;
    this.#later(() => {
      this.#waiting--;
      send();
    }, DELAY_MS);
    return true;
  }

  /** Refusals of the address within the window, this one included. */
  #count(address: string, now: number): number {
    for (const [each, { since }] of this.#recent) {
      if (now - since < WINDOW_MS) break;
      this.#recent.delete(each);
    }
    const known = this.#recent.get(address) ?? { count: 0, since: now };
    known.count++;
    this.#recent.set(address, known);
    return known.count;
  }
}
