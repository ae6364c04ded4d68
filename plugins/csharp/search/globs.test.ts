/** Tests the globs of `include`, `exclude` and file lists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compileGlobs } from "./globs.ts";

const fits = (globs: string, ...paths: string[]) => paths.map((path) => compileGlobs(globs)?.(path));

test("globs match names, folders and paths in any case", () => {
  assert.equal(compileGlobs(" ; "), undefined);
  assert.deepEqual(fits("*player*.cs", "A/Player.cs", "B.cs"), [true, false]);
  assert.deepEqual(fits("Assets/Ui", "assets/ui/A.cs", "assets/uix/A.cs"), [true, false]);
  assert.deepEqual(fits("Assets\\**\\*.cs;B.cs", "Assets/A.cs", "Assets/x/y/A.cs", "x/B.cs", "A.cs"), [
    ...[true, true, true, false],
  ]);
});

test("two stars span folders anywhere, and alternatives may be empty", () => {
  assert.deepEqual(fits("Assets/**Player.cs", "Assets/x/MyPlayer.cs", "Other/Player.cs"), [true, false]);
  assert.deepEqual(fits("Foo{,Bar}.cs", "Foo.cs", "FooBar.cs", "FooBaz.cs"), [true, true, false]);
});

test("brackets and braces without a counterpart match themselves", () => {
  assert.deepEqual(fits("a[.cs;b{.cs;c}.cs", "a[.cs", "b{.cs", "c}.cs", "a.cs"), [true, true, true, false]);
  assert.deepEqual(fits("[!a-c]{d,e}.cs", "xd.cs", "ad.cs", "xf.cs"), [true, false, false]);
});

test("a hostile glob is matched in reasonable time", () => {
  const deep = `${"a/".repeat(60)}${"a".repeat(200)}.cs`;
  assert.deepEqual(fits(`${"**/a/".repeat(30)}x.cs`, deep), [false]);
});
