/** First attempts of new users, every fifth: nearly all work or suggest the right command. */
import { test } from "node:test";
import { FIRST_TRIES } from "./first-tries.ts";
import { nineOfTenAreUnderstood } from "./type-first-tries.ts";

test("at least nine of ten first tries do what was meant, or say what to type", () =>
  nineOfTenAreUnderstood(FIRST_TRIES.filter((_, index) => index % 5 === 0)));
