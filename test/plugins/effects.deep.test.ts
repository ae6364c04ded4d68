/** Executable places in a root with more entries than we look at. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { CONFINES, PYTHON } from "./hostile.ts";
import { triedIn } from "./writer.ts";

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;

test("a command that writes 100,000 files first finds the folders after them read-only", { skip }, () => {
  const root = scratch({ "a/b/.git/config": "before", "a/b/a.txt": "" });
  for (const folder of Array.from({ length: 10 }, (_, at) => join(root, `many${at}`))) {
    mkdirSync(folder);
    for (let at = 0; at < 10_000; at++) writeFileSync(join(folder, String(at)), "");
  }
  const got = triedIn(root, ["workspace"], ["a/b/.git/config", "a/b/a.txt", "a/b/new", "many0/new", "new"]);
  assert.deepEqual(got, ["many0/new", "new"]);
});
