/** A process that fills its own folders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { hoarder, keep } from "./hoarder.ts";
import { WITHOUT_DENO } from "./paths.ts";

test("a process that fills its own folders is ended", { skip: process.platform !== "linux" }, () => {
  for (const tool of ["hoard", "hoard_command"]) {
    // In Deno, modules can't write anything directly.
    const env = { XDG_CACHE_HOME: scratch(), PATH: WITHOUT_DENO };
    const over = keep(hoarder(4), tool, 20, "own", env);
    assert.equal(over.code, "LIMIT_EXCEEDED", JSON.stringify(over));
    assert.match(over.error, /may keep at most 4 MB in "/);
    assert.deepEqual(keep(hoarder(64), tool, 20, "own", env), { kept: 0 });
  }
});

const MEGABYTE = 1 << 20;

test("a cache takes what the manifest says and refuses more, with the folder and the limit", () => {
  for (const way of ["write", "append"]) {
    const env = { XDG_CACHE_HOME: scratch() };
    const over = keep(hoarder(4), "hoard", 6, way, env);
    assert.equal(over.code, "LIMIT_EXCEEDED");
    assert.match(over.error, /may keep at most 4 MB in "/);
    assert.ok(over.error.includes(env.XDG_CACHE_HOME), over.error);
    assert.match(over.error, /"storageMb" in plugin\.json/);
  }
  assert.deepEqual(keep(hoarder(4), "hoard", 4, "write"), { kept: 4 * MEGABYTE });
  assert.deepEqual(keep(hoarder(4), "hoard", 9, "same"), { kept: MEGABYTE });
  assert.deepEqual(keep(hoarder(undefined), "hoard", 6, "append"), { kept: 6 * MEGABYTE });
});
