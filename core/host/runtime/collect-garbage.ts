/** Forces a garbage collection. By default the runtime prefers speed over memory, which a server with many clients can't afford. */

interface BunCollector {
  gc(synchronous: boolean): unknown;
}

const BUN: string = "Bun";

/** Returns false if the runtime does not support this. */
export function collectGarbage(): boolean {
  const bun: BunCollector | undefined = Reflect.get(globalThis, BUN);
  bun?.gc(true);
  return bun !== undefined;
}
