/**
 * Duration and seed of the fuzz tests: half a second in `test`, two in `test:deep`, an hour with `JIG_FUZZ_SECONDS=3600 bun test
 * test/fuzz`. A failure prints its seed; `JIG_FUZZ_SEED=<seed>` repeats it.
 */
import fc from "fast-check";

export const SECONDS = Number(process.env.JIG_FUZZ_SECONDS ?? 0.5);
/** Timeout for `test`: the fuzzing time plus a margin. */
export const TIMEOUT_MS = SECONDS * 1000 + 120_000;

/** Checks a property on generated values until time is up, at least once. */
export async function fuzz<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  holds: (...values: Values) => Promise<void> | void,
): Promise<void> {
  const property = fc.asyncProperty(...arbitraries, async (...values: Values) => {
    await holds(...values);
  });
  const seed = Number(process.env.JIG_FUZZ_SEED ?? Date.now() % 0x7fffffff);
  const until = Date.now() + SECONDS * 1000;
  await fc.assert(property, { numRuns: 1, seed });
  const details = await fc.check(property, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: Math.max(0, until - Date.now()),
    markInterruptAsFailure: false,
    seed,
  });
  // fast-check reports a failure if time is up before the first run.
  if (details.failed && !(details.interrupted && details.numRuns === 0))
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
}

/** Random mutations of valid text, so that it gets far into a parser. */
export function mutated(samples: readonly string[], spices: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 40 }),
    act: fc.constantFrom("cut", "double", "spice", "swap", "junk"),
    spice: fc.constantFrom(...spices),
    junk: fc.string({ unit: "binary", maxLength: 8 }),
  });
  return fc.tuple(fc.constantFrom(...samples), fc.array(edit, { maxLength: 12 })).map(([sample, edits]) => {
    let text = sample;
    for (const { at, length, act, spice, junk } of edits) {
      const start = at % (text.length + 1);
      const piece = text.slice(start, start + length);
      const rest = text.slice(start + length);
      const middle = {
        cut: "",
        double: piece + piece,
        spice: piece + spice,
        swap: [...piece].reverse().join(""),
        junk,
      }[act];
      text = text.slice(0, start) + middle + rest;
    }
    return text;
  });
}

/** Splits bytes into chunks. */
export function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index, all) => bytes.subarray(all[index - 1] ?? 0, end));
}
