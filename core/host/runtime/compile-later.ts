/**
 * Makes the engine compile code later than usual. A process that makes one call ends before most of its compiled code
 * would pay off: without this, compiling takes up to a third of its processor time.
 */

interface Engine {
  unsafe?: { setJITPolicy?(scale: number): void };
}

/** Code has to run this many times as often before it is compiled. */
const SCALE = 30;

/** For the calling thread. Does nothing in other runtimes. */
export function compileLater(engine: Engine | undefined = Reflect.get(globalThis, "Bun")): void {
  engine?.unsafe?.setJITPolicy?.(SCALE);
}
