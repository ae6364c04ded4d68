/** Decides whether to wait for an Editor that does not answer, from its process and its last answer. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../command/deadline.ts";
import type { Timeouts } from "../command/timeouts.ts";
import { type Editors, findEditors } from "./unity-processes.ts";

/** Longest wait for the list of processes, ms. */
const LISTING_MS = 1_000;
/** How long a list of processes is valid, in ms. */
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

  /** Records an answer. From then on silence means a reload, as long as its process runs. */
  noteHeard(): void {
    this.#heard = true;
  }

  /** Time to wait for it, ms from the first refusal: long if it is known to run, short without a sign of it. */
  async waitTime(deadline: Deadline): Promise<number> {
    const editors = await this.editors(deadline);
    if (editors?.ours) return this.#heard ? this.#timeouts.reload : this.#timeouts.comeback;
    // If processes cannot be listed, only an earlier answer is known.
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
