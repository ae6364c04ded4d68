/** Which places of a root are kept read-only, and by which mounts. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { PLACES_THAT_RUN_LATER } from "../contract/runs-later.ts";
import { placesIn } from "./protected-places.ts";

test("finds places at any depth, the folder once, and leaves named ones and ordinary files", () => {
  const root = mkdtempSync(join(tmpdir(), "jig-places-"));
  const files = [
    ".git/config",
    ".git/hooks/a",
    "src/.github/CODEOWNERS",
    "sub/.git/config",
    ".github/workflows/ci.yml",
  ];
  for (const path of [...files, ".envrc", "src/a.ts", "lefthook.yml", ".config/fish/a", ".config/other"]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  const found = (named: string[]) =>
    placesIn(root, named, assert.fail)
      .map((path) => path.slice(root.length + 1))
      .sort();
  assert.deepEqual(found([]), [".config/fish", ".envrc", ".git", ".github/workflows", "lefthook.yml", "sub/.git"]);
  assert.deepEqual(found([".git/**", ".envrc"]), [".config/fish", ".github/workflows", "lefthook.yml"]);
});

test("finds a place of every pattern, also by a name that counts as the same", () => {
  const patterns = PLACES_THAT_RUN_LATER.map(({ pattern }) => pattern.replace(/\/\*\*$/, ""));
  for (const path of [...patterns, ...patterns.map((each) => each.toUpperCase()), "git~1", ".git\u200b", ".git."]) {
    const root = mkdtempSync(join(tmpdir(), "jig-places-"));
    mkdirSync(join(root, "sub", path), { recursive: true });
    assert.deepEqual(placesIn(root, [], assert.fail), [join(root, "sub", path)], path);
  }
});

test("passes over what is too deep to look at", { skip: process.platform !== "linux" && "Linux bounds paths" }, () => {
  const root = mkdtempSync(join(tmpdir(), "jig-places-"));
  const deep = (top: string) => join(top, ...Array.from({ length: 15 }, () => "d".repeat(200)));
  const [whole, part] = [join(root, "a"), join(root, "b")];
  for (const top of [whole, part]) mkdirSync(deep(top), { recursive: true });
  renameSync(part, join(deep(whole), "b"));
  writeFileSync(join(root, ".envrc"), "");
  assert.deepEqual(placesIn(root, [], assert.fail), [join(root, ".envrc")]);
});

test("of a large root the folders near it come first, and it is said that others remain", () => {
  const root = mkdtempSync(join(tmpdir(), "jig-places-"));
  for (const path of ["a/b/c/d", "z/.git", "a/b/c/.git"]) mkdirSync(join(root, path), { recursive: true });
  let remained = 0;
  assert.deepEqual(
    placesIn(root, [], () => remained++, 4),
    [join(root, "z/.git")],
  );
  assert.equal(remained, 1);
});
