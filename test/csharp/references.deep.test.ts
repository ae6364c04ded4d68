/** References in two larger generated projects. */
import { test } from "node:test";
import { referencesAreRight } from "./reference-score.ts";

test("certain is right, nothing is missed, little is undecided", { timeout: 120_000 }, () =>
  referencesAreRight([1, 2], 2),
);
