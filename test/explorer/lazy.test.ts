/** The explorer doesn't affect other frontends: the entry has no static imports of it, Ink or React. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { TOP } from "../jig.ts";

/** Files and packages loaded along with `entry`. */
function loadedWith(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
    for (const { path, kind } of transpiler.scanImports(readFileSync(file, "utf8"))) {
      if (kind !== "import-statement") continue;
      if (!path.startsWith(".")) packages.add(path);
      else if (/\.tsx?$/.test(path)) visit(join(dirname(file), path));
    }
  };
  visit(entry);
  return { files, packages };
}

test("nothing of the explorer loads with jig", { skip: typeof Bun === "undefined" ? "needs Bun" : false }, () => {
  const { files, packages } = loadedWith(join(TOP, "main.ts"));
  const names = [...files].map((file) => relative(TOP, file));
  assert.ok(names.includes("main.ts"));
  assert.deepEqual(
    names.filter((file) => file.startsWith("tui/")),
    [],
  );
  for (const heavy of ["ink", "react", "chalk", "lowlight"]) assert.ok(!packages.has(heavy), heavy);
});

test("the first screen loads neither Ink nor React", {
  skip: typeof Bun === "undefined" ? "needs Bun" : false,
}, () => {
  const { files, packages } = loadedWith(join(TOP, "first.ts"));
  assert.ok([...files].some((file) => file.endsWith("home-screen.ts")));
  for (const heavy of ["ink", "react", "lowlight"]) assert.ok(!packages.has(heavy), heavy);
  assert.ok(![...files].some((file) => file.endsWith(".tsx")));
});

test("the highlighter and the tokens load when they are first needed", {
  skip: typeof Bun === "undefined" ? "needs Bun" : false,
}, () => {
  const { packages } = loadedWith(join(TOP, "tui/mod.ts"));
  assert.ok(packages.has("ink"));
  for (const later of ["lowlight", "gpt-tokenizer/encoding/o200k_base"]) assert.ok(!packages.has(later), later);
});
