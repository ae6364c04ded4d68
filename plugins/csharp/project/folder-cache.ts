/**
 * Caches scans of folders that are too slow to repeat before each answer. Callers wait for the first scan, and later ones run
 * in the background.
 */
import type { Clock } from "../../../core/host/plugin-api.ts";

/** The minimum time before another scan. It is longer if scans are slow. */
const AGAIN_MS = 3000;
const AGAIN_TIMES = 50;

export class FolderCache<Seen> {
  readonly #look: (folder: string) => Promise<Seen>;
  readonly #clock: Clock;
  readonly #known = new Map<string, { seen: Seen; until: number }>();

  constructor(look: (folder: string) => Promise<Seen>, clock: Clock) {
    this.#look = look;
    this.#clock = clock;
  }

  /** Returns the result of the last scan. */
  async at(folder: string): Promise<Seen> {
    const known = this.#known.get(folder);
    if (!known) return await this.#again(folder);
    if (this.#clock.monotonic() >= known.until) {
      known.until = Number.POSITIVE_INFINITY;
      void this.#again(folder).catch(() => {});
    }
    return known.seen;
  }

  async #again(folder: string): Promise<Seen> {
    const start = this.#clock.monotonic();
    const seen = await this.#look(folder);
    const now = this.#clock.monotonic();
    this.#known.set(folder, { seen, until: now + Math.max(AGAIN_MS, AGAIN_TIMES * (now - start)) });
    return seen;
  }
}
