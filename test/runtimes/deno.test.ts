/** The source as Deno sees it: its type check is clean, the unit suites pass, and it starts by `deno task`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import packageJson from "../../package.json" with { type: "json" };
import { deno, passesUnder } from "./deno.ts";

test("deno check finds nothing", { timeout: 240_000 }, () => {
  const { status, stderr } = deno("check", "main.ts");
  assert.equal(status, 0, stderr);
});

test("the unit suites of the core pass under deno test", { timeout: 420_000 }, () => passesUnder("core"));

test("deno task start hands words on", () => {
  const { status, stdout, stderr } = deno("task", "--quiet", "start", "--version");
  assert.deepEqual([status, stdout], [0, `${packageJson.version}\n`], stderr);
});
