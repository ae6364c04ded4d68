/** Whether an Editor that does not answer is worth waiting for: its process, and when it was last heard. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../command/deadline.ts";
import type { Timeouts } from "../command/timeouts.ts";
import { type Editors, findEditors } from "./unity-processes.ts";

/** Longest wait for the list of processes, ms. */
const LISTING_MS = 1_000;
/** A list of processes is believed this long, ms. */
const CACHE_MS = 1_000;

export class EditorLiveness {
  readonly #host: ServiceContext;
  readonly #projectRoot: string;
  readonly #timeouts: Timeouts;
  #heard = false;
  #last: { at: number; editors: Promise<Editors | undefined> } | undefined;

  constructor(host: ServiceContext, projectRoot: string, timeouts: Timeouts) {
    this.#host = host;
    this.#projectRoot = projectRoot;
    this.#timeouts = timeouts;
  }

  /** It answered: from now on its silence is a reload as long as its process lives. */
  noteHeard(): void {
    this.#heard = true;
  }

  /** Time to wait for it, ms from the first refusal: long if it is known to run, short without a sign of it. */
  async waitTime(deadline: Deadline): Promise<number> {
    const editors = await this.editors(deadline);
    if (editors?.ours) return this.#heard ? this.#timeouts.reload : this.#timeouts.comeback;
    // Where processes cannot be listed, having been there is all that is known.
    if (!editors && this.#heard) return this.#timeouts.comeback;
    return this.#timeouts.quiet;
  }

  /** For messages: `; Unity is not running with this project`, or "" if unknown. */
  async describe(deadline: Deadline): Promise<string> {
    const editors = await this.editors(deadline);
    if (!editors) return "";
    if (!editors.ours) return "; Unity is not running with this project";
    return `; Unity runs with this project (process ${editors.ours.pid}), but does not answer`;
  }

  /** The machine's Editors; undefined if that fails or is slow. */
  async editors(deadline: Deadline): Promise<Editors | undefined> {
    const now = this.#host.clock.monotonic();
    if (!this.#last || now - this.#last.at > CACHE_MS) {
      const editors = findEditors(this.#host, this.#projectRoot, this.#host.signal).catch(() => undefined);
      this.#last = { at: now, editors };
    }
    const found = await deadline.within(LISTING_MS).race(this.#last.editors);
    return found === LATE ? undefined : found;
  }
}
