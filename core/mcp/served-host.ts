/** The frontend's host: made on first use, and again when an older client changes its roots. */
import type { Host } from "../host/frontend-api.ts";

export class ServedHost {
  readonly #make: () => Promise<Host>;
  #current: Promise<Host> | undefined;

  constructor(make: () => Promise<Host>) {
    this.#make = make;
  }

  get(): Promise<Host> {
    this.#current ??= this.#make();
    return this.#current;
  }

  /** Serves another host from now on. The one before ends when `idle` does: calls are still running in it. */
  renew(idle: Promise<void>): void {
    const before = this.#current;
    if (!before) return; // It would have been made for the new roots anyway.
    this.#current = this.#make();
    void idle.then(() => close(before));
  }

  async close(withinMs: number): Promise<void> {
    await close(this.#current, withinMs);
  }
}

async function close(host: Promise<Host> | undefined, withinMs?: number): Promise<void> {
  await host?.then(
    (made) => made.close(withinMs),
    () => {}, // Creation failed, and the caller got the error.
  );
}
