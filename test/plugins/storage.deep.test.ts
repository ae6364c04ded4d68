/** A process that fills its own folders. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { hoarder, keep } from "./hoarder.ts";
import { WITHOUT_DENO } from "./paths.ts";

test("a process that fills its own folders is ended", { skip: process.platform !== "linux" }, () => {
  for (const tool of ["hoard", "hoard_command"]) {
    // Deno itself lets a module write nothing by itself.
    const env = { XDG_CACHE_HOME: scratch(), PATH: WITHOUT_DENO };
    const over = keep(hoarder(4), tool, 20, "own", env);
    assert.equal(over.code, "LIMIT_EXCEEDED", JSON.stringify(over));
    assert.match(over.error, /may keep 4 MB in "/);
    assert.deepEqual(keep(hoarder(64), tool, 20, "own", env), { kept: 0 });
  }
});
