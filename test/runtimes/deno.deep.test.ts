/** The sources in Deno: type check and all unit tests of core. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deno, passesUnder } from "./deno.ts";

test("deno check finds nothing", { timeout: 240_000 }, () => {
  const { status, stderr } = deno("check", "main.ts");
  assert.equal(status, 0, stderr);
});

test("the unit suites of the core pass under deno test", { timeout: 420_000 }, () => passesUnder("core"));
