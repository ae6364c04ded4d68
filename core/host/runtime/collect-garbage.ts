/** Runs a garbage collection, because the runtime by itself prefers memory to time, which a server with many clients cannot afford. */

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
