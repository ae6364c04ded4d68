/** A plugin's memory up to its limit. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runJig } from "../jig.ts";
import { hog } from "./hog.ts";

/** Named explicitly. */
function take(project: string, mb: number) {
  const input = JSON.stringify({ mb });
  const args = ["call", "hog_take", "--plugins", join(project, ".jig", "plugins"), "--input", input];
  return JSON.parse(runJig(args).stdout);
}

test("a plugin holds what its manifest says, 512 MB where it says nothing", { timeout: 60_000 }, () => {
  const small = take(hog(128), 300);
  assert.equal(small.code, "LIMIT_EXCEEDED");
  assert.match(small.error, /more than 128 MB/);
  assert.deepEqual(take(hog(undefined), 300), { held: 300 });
  assert.match(take(hog(undefined), 700).error, /more than 512 MB/);
  assert.deepEqual(take(hog(1024), 700), { held: 700 });
});
