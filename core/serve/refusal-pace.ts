/** Delays responses to addresses that are rejected again and again, so that they can't occupy the server. */

const WINDOW_MS = 1000;
/** The number of rejections per window that aren't delayed. A client with a wrong configuration causes a few when it starts. */
const PROMPT = 30;
const DELAY_MS = 1000;
/** The number of connections that are delayed at the same time. Any more are closed. */
const MAX_WAITING = 512;

export class RefusalPace {
  readonly #later: (act: () => void, ms: number) => void;
  readonly #recent = new Map<string, { count: number; since: number }>();
  #waiting = 0;

  constructor(later = (act: () => void, ms: number): void => void setTimeout(act, ms).unref()) {
    this.#later = later;
  }

  /** Returns false without calling `send` if too many are waiting, in which case the caller should close the connection. */
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

  /** Returns the rejections within the window, including this one. */
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
