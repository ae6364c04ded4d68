/** Which package a crashed program did not find. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { absentImportHint } from "./import-hint.ts";

test("the package is named for each language, and other crashes stay as they are", () => {
  for (const [text, name] of [
    ["ModuleNotFoundError: No module named 'requests'", "requests"],
    ["Error: Cannot find package 'left-pad' imported from /a.mjs", "left-pad"],
    ["Error: Cannot find module './other.js'", "./other.js"],
    ["cannot load such file -- nokogiri (LoadError)", "nokogiri"],
  ] as const)
    assert.match(
      absentImportHint(text) ?? "",
      new RegExp(`^The program finds no "${name}"\\. Correct the name, install it`),
    );
  assert.equal(absentImportHint("ValueError: No module named x"), undefined);
});
