/**
 * Decides how long to wait for a silent Editor. If its process is running and it has answered before, the silence is
 * most likely a domain reload and worth a long wait. If it's running but has never answered we wait less, and without
 * a process we give up after a moment. Some systems don't let us list processes; there, a previous answer is all we
 * have to go on.
 */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../command/deadline.ts";
import type { Timeouts } from "../command/timeouts.ts";
import { type Editors, findEditors } from "./unity-processes.ts";

/** In milliseconds. */
const LISTING_MS = 1_000;
/** In milliseconds. */
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

  /**
   * Called when we get an answer. As long as the process is running, the Editor can only be silent because of a reload from now
   * on.
   */
  noteHeard(): void {
    this.#heard = true;
  }

  /**
   * Returns milliseconds from the first refused connection. The time is long if we know that the Editor is running, and short
   * if there is no sign of that.
   */
  async waitTime(deadline: Deadline): Promise<number> {
    const editors = await this.editors(deadline);
    if (editors?.ours) return this.#heard ? this.#timeouts.reload : this.#timeouts.comeback;
    // We can't list processes, so we only know whether the Editor has ever answered.
    if (!editors && this.#heard) return this.#timeouts.comeback;
    return this.#timeouts.quiet;
  }

  /** Returns a text to append to a message, such as `; Unity is not running with this project`. It is "" if nothing is known. */
  async describe(deadline: Deadline): Promise<string> {
    const editors = await this.editors(deadline);
    if (!editors) return "";
    if (!editors.ours) return "; Unity is not running with this project";
    return `; Unity is running with this project (process ${editors.ours.pid}), but does not answer`;
  }

  /** Returns undefined if the list can't be read or takes too long. */
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
