/**
 * Makes the engine compile code later than usual. A process that makes a single call ends before most of its compiled code
 * would pay off, and compiling takes up to a third of its processor time.
 */

interface Engine {
  unsafe?: { setJITPolicy?(scale: number): void };
}

/** Code has to run this many times as often before it is compiled. */
const SCALE = 30;

/** Applies to the calling thread, and has no effect in other runtimes. */
export function compileLater(engine: Engine | undefined = Reflect.get(globalThis, "Bun")): void {
  engine?.unsafe?.setJITPolicy?.(SCALE);
}
