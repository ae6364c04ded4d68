/** Races of both lanes: a folder and a link that leads out of the workspace change places while something works on the name. */
import assert from "node:assert/strict";

/** More by `JIG_RACES=1000000`. */
export const READS = Number(process.env.JIG_RACES ?? 20_000);
const REFUSED = /PATH_OUTSIDE|PATH_NOT_FOUND|PERMISSION_DENIED|NOT_A_FILE/;

export const skip = process.platform === "linux" ? false : "the kernel's way to swap two names is Linux's";

/** Beside others the swapper may not run for a while: until it came out in each of the ways that are waited for. */
const MAX_ROUNDS = 50;

/** How often it came out in which way; anything that is no refusal fails the test. */
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
