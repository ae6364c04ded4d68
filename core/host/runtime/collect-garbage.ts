/** Lets the runtime collect at once: left alone it takes more memory rather than time, which a server of many clients cannot afford. */

interface BunCollector {
  gc(synchronous: boolean): unknown;
}

const BUN: string = "Bun";

/** Returns false if this runtime does not let programs ask for it. */
export function collectGarbage(): boolean {
  const bun: BunCollector | undefined = Reflect.get(globalThis, BUN);
  bun?.gc(true);
  return bun !== undefined;
}
