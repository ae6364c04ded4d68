/** A million random system calls by sandboxed processes, with and without network permission. */
import { test } from "node:test";
import { victimStaysAsItWas, withoutNamespaces } from "./call-filter.ts";

const skip = withoutNamespaces();
const first = Number(process.env.JIG_FUZZ_SEED ?? Date.now() % 1_000_000);

for (const [grant, seed] of [
  ["without a grant", 2 * first + 1],
  ["with a grant for the network", 2 * first],
] as const) {
  test(`half a million random system calls ${grant}, from seed ${seed}`, { skip }, () =>
    victimStaysAsItWas(500_000, seed),
  );
}
