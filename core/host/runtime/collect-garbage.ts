/** Forces a garbage collection. Left alone, the runtime favors speed over memory, but a server with many clients cannot afford that. */

interface BunCollector {
  gc(synchronous: boolean): unknown;
}

const BUN: string = "Bun";

/** False if the runtime cannot do this */
export function collectGarbage(): boolean {
  const bun: BunCollector | undefined = Reflect.get(globalThis, BUN);
  bun?.gc(true);
  return bun !== undefined;
}
