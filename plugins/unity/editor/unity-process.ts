/** Whether an Editor that does not answer is worth waiting for: its process, and when it was last heard. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { type Deadline, LATE } from "../command/deadline.ts";
import type { Timing } from "../command/timeouts.ts";
import { type Editors, findEditors } from "./running-unity.ts";

/** Longest wait for the list of processes, ms. */
const LISTING_MS = 1_000;
/** A list of processes is believed this long, ms. */
const BELIEVED_MS = 1_000;

export class UnityProcess {
  readonly #context: ServiceContext;
  readonly #projectRoot: string;
  readonly #timing: Timing;
  #heard = false;
  #last: { at: number; editors: Promise<Editors | undefined> } | undefined;

  constructor(context: ServiceContext, projectRoot: string, timing: Timing) {
    this.#context = context;
    this.#projectRoot = projectRoot;
    this.#timing = timing;
  }

  /** It answered: from now on its silence is a reload as long as its process lives. */
  heard(): void {
    this.#heard = true;
  }

  /** How long to wait for it, ms from the first refusal: long where it is known to run, a moment where nothing speaks for it. */
  async patience(deadline: Deadline): Promise<number> {
    const editors = await this.editors(deadline);
    if (editors?.ours) return this.#heard ? this.#timing.reload : this.#timing.comeback;
    // Where processes cannot be listed, having been there is all that is known.
    if (!editors && this.#heard) return this.#timing.comeback;
    return this.#timing.quiet;
  }

  /** For messages: `; Unity is not running with this project`, or "" where that is unknown. */
  async told(deadline: Deadline): Promise<string> {
    const editors = await this.editors(deadline);
    if (!editors) return "";
    if (!editors.ours) return "; Unity is not running with this project";
    return `; Unity runs with this project (process ${editors.ours.pid}), but does not answer`;
  }

  /** The machine's Editors; undefined where that fails or takes long. */
  async editors(deadline: Deadline): Promise<Editors | undefined> {
    const now = this.#context.clock.monotonic();
    if (!this.#last || now - this.#last.at > BELIEVED_MS) {
      const editors = findEditors(this.#context, this.#projectRoot, this.#context.signal).catch(() => undefined);
      this.#last = { at: now, editors };
    }
    const found = await deadline.within(LISTING_MS).race(this.#last.editors);
    return found === LATE ? undefined : found;
  }
}
