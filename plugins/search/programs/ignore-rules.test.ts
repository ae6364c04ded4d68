/** Tests the lines of ignore files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRules } from "./ignore-rules.ts";

test("comments, blank lines and escapes are read as git reads them", () => {
  const rules = parseRules("# note\n\n\\#kept\n!back\ntarget/\n/top\nsrc/*.o\n*.log  \n");
  assert.deepEqual(
    rules.map(({ keeps, foldersOnly, anchored }) => [keeps, foldersOnly, anchored]),
    [
      [false, false, false],
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, true],
      [false, false, false],
    ],
  );
  assert.equal(rules[0]?.matches("#kept"), true);
  assert.equal(rules[3]?.matches("top"), true);
  assert.equal(rules[4]?.matches("src/a.o"), true);
  assert.equal(rules[4]?.matches("src/b/a.o"), false);
  assert.equal(rules[5]?.matches("x.log"), true);
});

test("two stars span folders, and braces are characters", () => {
  assert.equal(parseRules("**/build")[0]?.matches("a/b/build"), true);
  assert.equal(parseRules("a/**")[0]?.matches("a/b/c"), true);
  assert.equal(parseRules("{a}")[0]?.matches("{a}"), true);
  assert.equal(parseRules("[")[0]?.matches("["), false);
});
