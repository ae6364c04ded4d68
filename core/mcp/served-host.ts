/** Creates the host on demand. An older client that changes its roots gets a new one. */
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

  /** Switches to a new host. The old one is closed after `idle`, because it still has calls. */
  renew(idle: Promise<void>): void {
    const before = this.#current;
    if (!before) return; // There is no host yet, so the new roots will be used anyway.
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
    () => {}, // The caller has already seen the error.
  );
}
