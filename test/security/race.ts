/** Race tests: a folder and a link to the outside are swapped repeatedly while something uses the name. */
import assert from "node:assert/strict";

/** Set `JIG_RACES=1000000` for more. */
export const READS = Number(process.env.JIG_RACES ?? 20_000);
const REFUSED = /PATH_OUTSIDE|PATH_NOT_FOUND|PERMISSION_DENIED|NOT_A_FILE/;

export const skip = process.platform === "linux" ? false : "the kernel's way to swap two names is Linux's";

/** On a busy machine the swapper may pause, so continue until each expected outcome has occurred. */
const MAX_ROUNDS = 50;

/** Counts outcomes. Anything unexpected fails the test. */
export async function raced(
  count: number,
  work: (index: number) => Promise<string>,
  ways = ["inside", "refused"],
): Promise<Record<string, number>> {
  const came: Record<string, number> = {};
  const hasAll = () => ways.every((way) => came[way] !== undefined);
  for (let index = 0; index < count || (!hasAll() && index < count * MAX_ROUNDS); index++) {
    const what = await work(index).catch((error: { code?: string }) => {
      assert.match(String(error.code), REFUSED, String(error));
      return "refused";
    });
    came[what] = (came[what] ?? 0) + 1;
  }
  return came;
}
