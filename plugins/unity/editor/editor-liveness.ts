/** Decides how long to wait for a silent Editor, based on its process and its last answer. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../command/deadline.ts";
import type { Timeouts } from "../command/timeouts.ts";
import { type Editors, findEditors } from "./unity-processes.ts";

/** The maximum time to wait for the process list, in ms. */
const LISTING_MS = 1_000;
/** How long the process list is cached, in ms. */
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

  /** Records an answer. From now on silence means a reload, as long as the process is running. */
  noteHeard(): void {
    this.#heard = true;
  }

  /** How long to wait for it, in ms from the first refusal. Long if it is known to be running, short if nothing suggests so. */
  async waitTime(deadline: Deadline): Promise<number> {
    const editors = await this.editors(deadline);
    if (editors?.ours) return this.#heard ? this.#timeouts.reload : this.#timeouts.comeback;
    // If processes can't be listed, all we know is whether it has answered before.
    if (!editors && this.#heard) return this.#timeouts.comeback;
    return this.#timeouts.quiet;
  }

  /** Completes messages with `; Unity is not running with this project`, or "" if unknown. */
  async describe(deadline: Deadline): Promise<string> {
    const editors = await this.editors(deadline);
    if (!editors) return "";
    if (!editors.ours) return "; Unity is not running with this project";
    return `; Unity is running with this project (process ${editors.ours.pid}), but does not answer`;
  }

  /** The Editors on this machine, or undefined if that fails or takes too long. */
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
