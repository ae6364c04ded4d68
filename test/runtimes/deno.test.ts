/** The source as Deno sees it: its type check is clean, the unit suites pass, and it starts by `deno task`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import packageJson from "../../package.json" with { type: "json" };
import { environment, TOP } from "../jig.ts";

const DENO = join(TOP, "node_modules", ".bin", process.platform === "win32" ? "deno.cmd" : "deno");

function deno(...args: string[]) {
  const env = { ...environment(), NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(DENO, args, { cwd: TOP, env, encoding: "utf8", timeout: 240_000 });
  return { status, stdout, stderr };
}

test("deno check finds nothing", { timeout: 240_000 }, () => {
  const { status, stderr } = deno("check", "main.ts");
  assert.equal(status, 0, stderr);
});

test("the unit suites pass under deno test", { timeout: 240_000 }, () => {
  const { status, stdout, stderr } = deno("task", "--quiet", "test");
  assert.equal(status, 0, `${stdout.slice(-4000)}${stderr.slice(-4000)}`);
  assert.match(stdout, /\| \d{2,} passed/);
});

test("deno task start hands words on", () => {
  const { status, stdout, stderr } = deno("task", "--quiet", "start", "--version");
  assert.deepEqual([status, stdout], [0, `${packageJson.version}\n`], stderr);
});
