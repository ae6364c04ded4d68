/** Tests which scripts of its folder a project does not compile. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CompiledScripts } from "./compiled-scripts.ts";

function leftOut(removed: string, ...paths: string[]): boolean[] {
  const scripts = new CompiledScripts();
  scripts.addBuild("/p", [{ isRemoval: true, value: removed }]);
  return paths.map((path) => scripts.leavesOut(path));
}

test("globs of MSBuild match folders, names and letters, in any case", () => {
  assert.deepEqual(leftOut("Gen/**", "/p/gen/A.cs", "/p/Gen/x/y/B.cs", "/p/A.cs"), [true, true, false]);
  assert.deepEqual(leftOut("**\\*.g.cs", "/p/A.g.cs", "/p/x/y/A.G.cs", "/p/A.cs"), [true, true, false]);
  assert.deepEqual(leftOut("a/**/c/*?.cs", "/p/a/c/x.cs", "/p/a/b/c/c/xy.cs", "/p/a/b/x.cs"), [true, true, false]);
  assert.deepEqual(leftOut("A.cs;B(1)+.cs", "/p/A.cs", "/p/B(1)+.cs", "/p/C.cs"), [true, true, false]);
});

test("what is included again is compiled, and so is all that one build compiles", () => {
  const scripts = new CompiledScripts();
  const removal = { isRemoval: true, value: "**/*.cs" };
  scripts.addBuild("/p", [removal, { isRemoval: false, value: "Keep.cs" }]);
  assert.deepEqual([scripts.leavesOut("/p/Keep.cs"), scripts.leavesOut("/p/x/A.cs")], [false, true]);
  scripts.addBuild("/p", [{ isRemoval: true, value: undefined }]);
  assert.equal(scripts.leavesOut("/p/x/A.cs"), false);
});

test("a hostile glob is matched in reasonable time", () => {
  const deep = `/p/${"a/".repeat(60)}${"a".repeat(200)}.cs`;
  assert.deepEqual(leftOut(`${"**/a/".repeat(30)}x.cs`, deep), [false]);
  assert.deepEqual(leftOut(`**/${"*a".repeat(60)}x.cs`, deep), [false]);
});
