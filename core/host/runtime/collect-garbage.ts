/** Forces a garbage collection. Left alone, the runtime favors speed over memory, but a server with many clients can't afford that. */

interface BunCollector {
  gc(synchronous: boolean): unknown;
}

const BUN: string = "Bun";

/** False if the runtime can't do this */
export function collectGarbage(): boolean {
  const bun: BunCollector | undefined = Reflect.get(globalThis, BUN);
  bun?.gc(true);
  return bun !== undefined;
}
