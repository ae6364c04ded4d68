/** Tests that globs match the same paths as in ripgrep, and that matching takes linear time. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { compileGlob } from "../../../core/host/plugin-api.ts";
import { sourceAssets } from "../../../core/host/runtime/source-assets.ts";
import { globFilter } from "./glob-filter.ts";

const FILES = [
  "a.cs",
  "b.test.cs",
  "src/a.cs",
  "src/deep/a.cs",
  "src/deep/x.md",
  "a b.txt",
  "[x].cs",
  "{y}.cs",
  "-z",
  "é.md",
];
FILES.push("src/a.min.js", "gen/src/a.cs", "ab", "abb");

const GLOBS = [
  "*.cs",
  "**/*.cs",
  "src/**",
  "/a.cs",
  "src/*.cs",
  "**/deep/*",
  "*.{cs,md}",
  "?.cs",
  "[ab].cs",
  "[!a].cs",
];
GLOBS.push(
  "src/**/a.cs",
  "**/src/a.cs",
  "a*",
  "*b*",
  "\\[x\\].cs",
  "[[]x].cs",
  "{a,b.test}.{cs,md}",
  "src/",
  "deep",
  "**",
);
GLOBS.push(
  "*",
  "s*/**/x.*",
  "é.*",
  "[a-c]*",
  "a b.*",
  "-z",
  "src/deep/**/*.md",
  "**/**/a.cs",
  "src/{deep/,}a.cs",
  "ab?",
);

const root = mkdtempSync(join(tmpdir(), "jig-glob-"));
for (const file of FILES) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), "");
}

function ripgrep(globs: string[]): string[] {
  const rg = sourceAssets(import.meta.url).executable!("rg")!;
  const args = ["--no-config", "--files", ...globs.map((glob) => `--glob=${glob}`)];
  const { stdout } = spawnSync(rg, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return stdout
    .split("\n")
    .filter((path) => path !== "")
    .sort();
}

test("named files pass the globs that ripgrep lets pass", () => {
  for (const glob of GLOBS) {
    assert.deepEqual(FILES.filter(globFilter([glob], [])).sort(), ripgrep([glob]), `include ${glob}`);
    assert.deepEqual(FILES.filter(globFilter([], [glob])).sort(), ripgrep([`!${glob}`]), `exclude ${glob}`);
  }
  assert.deepEqual(FILES.filter(globFilter(["*.cs", "!src"], ["b*"])).sort(), ripgrep(["*.cs", "!src", "!b*"]));
});

test("no glob takes long", () => {
  const matches = compileGlob(`${"*a".repeat(60)}b`);
  assert.equal(matches("a".repeat(4000)), false);
});

test("what cannot be read is refused", () => {
  for (const glob of ["{a", "a}", "[a", "[z-a]", "{a,b}".repeat(20)]) {
    assert.throws(() => compileGlob(glob), { code: "INVALID_ARGUMENT" }, glob);
  }
});
