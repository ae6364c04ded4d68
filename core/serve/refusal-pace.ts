/** Delays responses to addresses that are rejected repeatedly, to keep them from hogging the server. */

const WINDOW_MS = 1000;
/** Rejections per window that aren't delayed. A misconfigured client causes a few on startup. */
const PROMPT = 30;
const DELAY_MS = 1000;
/** Delayed connections at once. Any more are closed. */
const MAX_WAITING = 512;

export class RefusalPace {
  readonly #later: (act: () => void, ms: number) => void;
  readonly #recent = new Map<string, { count: number; since: number }>();
  #waiting = 0;

  constructor(later = (act: () => void, ms: number): void => void setTimeout(act, ms).unref()) {
    this.#later = later;
  }

  /** Returns false without calling `send` if too many are waiting. The caller should close the connection. */
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

  /** Rejections within the window, including this one. */
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
