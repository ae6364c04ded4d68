/** Tests which lines of rg's stderr make a total inexact. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Warnings } from "./warnings.ts";

test("a file that cannot be read makes a total inexact; one that is gone, and a loop of links, do not", () => {
  for (const [line, incomplete] of [
    ["rg: ./locked.txt: Permission denied (os error 13)", true],
    ["rg: ./gone.txt: No such file or directory (os error 2)", false],
    ["rg: File system loop found: ./d/self points to an ancestor ./d", false],
    ["rg: No files were searched", false],
  ] as const) {
    const warnings = new Warnings();
    warnings.addStderr([line]);
    assert.equal(warnings.incomplete, incomplete, line);
  }
});
