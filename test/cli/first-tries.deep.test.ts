/** First attempts of new users, all of them: nearly all work or suggest the right command. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_TRIES } from "./first-tries.ts";
import { nineOfTenAreUnderstood } from "./type-first-tries.ts";

test("at least nine of ten first tries do what was meant, or say what to type", async () => {
  assert.ok(FIRST_TRIES.length >= 60);
  await nineOfTenAreUnderstood(FIRST_TRIES);
});
