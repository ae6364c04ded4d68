/** What a plugin may keep on disk is a value of its manifest: its cache refuses more, and a process that takes more by itself is ended. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { hoarder, keep } from "./hoarder.ts";

const MEGABYTE = 1 << 20;

test("a cache takes what the manifest says and refuses more, with the folder and the limit", () => {
  for (const way of ["write", "append"]) {
    const env = { XDG_CACHE_HOME: scratch() };
    const over = keep(hoarder(4), "hoard", 6, way, env);
    assert.equal(over.code, "LIMIT_EXCEEDED");
    assert.match(over.error, /may keep 4 MB in "/);
    assert.ok(over.error.includes(env.XDG_CACHE_HOME), over.error);
    assert.match(over.error, /"storageMb" in plugin\.json/);
  }
  assert.deepEqual(keep(hoarder(4), "hoard", 4, "write"), { kept: 4 * MEGABYTE });
  assert.deepEqual(keep(hoarder(4), "hoard", 9, "same"), { kept: MEGABYTE });
  assert.deepEqual(keep(hoarder(undefined), "hoard", 6, "append"), { kept: 6 * MEGABYTE });
});

test("the review says it, and a limit that is none is refused", () => {
  const shown = runJig(["plugin", "trust", hoarder(4)]);
  assert.match(shown.stdout + shown.stderr, /storage: 4 MB/);
  assert.match(runJig(["plugin", "check", hoarder(0)]).stdout, /storageMb: must be >=1, not 0/);
});
