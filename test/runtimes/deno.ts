/** Deno as installed in this repository. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { environment, TOP } from "../jig.ts";

const DENO = join(TOP, "node_modules", ".bin", process.platform === "win32" ? "deno.cmd" : "deno");

/** Command line to run jig from source. */
export function denoOn(folder: string): string[] {
  return [DENO, "run", "-A", "--quiet", "--config", join(folder, "deno.json"), join(folder, "main.ts")];
}

export function deno(...args: string[]) {
  const env = { ...environment(), NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(DENO, args, { cwd: TOP, env, encoding: "utf8", timeout: 420_000 });
  return { status, stdout, stderr };
}

/** Runs the unit tests in a folder, like `deno task test` does for all. */
export function passesUnder(folder: string): void {
  const { status, stdout, stderr } = deno("test", "-A", "--no-check", folder);
  assert.equal(status, 0, `${stdout.slice(-4000)}${stderr.slice(-4000)}`);
  assert.match(stdout, /\| \d{2,} passed/);
}
