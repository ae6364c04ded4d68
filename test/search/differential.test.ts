/** Searches for unusual text match ripgrep's results row by row, every sixth. */
import { test } from "node:test";
import { ODD_QUERIES, oddTextsAreRipgreps } from "./differential.ts";

test("answers are ripgrep's: odd texts", { timeout: 120_000 }, () =>
  oddTextsAreRipgreps(ODD_QUERIES.filter((_, index) => index % 6 === 2)),
);
