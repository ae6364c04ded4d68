/** The sources in Deno: `deno task` works, and unit tests of one folder pass. */
import assert from "node:assert/strict";
import { test } from "node:test";
import packageJson from "../../package.json" with { type: "json" };
import { deno, passesUnder } from "./deno.ts";

test("the unit suites of the contract pass under deno test", { timeout: 120_000 }, () =>
  passesUnder("core/host/contract"),
);

test("deno task start hands words on", () => {
  const { status, stdout, stderr } = deno("task", "--quiet", "start", "--version");
  assert.deepEqual([status, stdout], [0, `${packageJson.version}\n`], stderr);
});
