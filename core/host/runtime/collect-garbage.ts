/** Runs a garbage collection. By itself, the runtime prefers speed over memory, which a server with many clients can't afford. */

interface BunCollector {
  gc(synchronous: boolean): unknown;
}

const BUN: string = "Bun";

/** Returns false if the runtime has no function for it. */
export function collectGarbage(): boolean {
  const bun: BunCollector | undefined = Reflect.get(globalThis, BUN);
  bun?.gc(true);
  return bun !== undefined;
}
