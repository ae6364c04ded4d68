/** Paths that need the `.git/**` permission despite their names. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { placeOf } from "./places-of-git.ts";

function rootWith(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-places-of-git-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function patternOf(root: string, relative: string): string | undefined {
  const path = { name: "root", path: root };
  const absolute = join(root, relative);
  return placeOf({
    ...{ absolute, relative, display: relative, written: relative, root: path },
    ...{ kind: "missing", size: 0, mtimeMs: 0 },
  })?.pattern;
}

const REPOSITORY = { "x/HEAD": "ref: refs/heads/main", "x/objects/a": "", "x/refs/a": "", "x/config": "" };

test("a repository of any name is one, and a HEAD would make one", () => {
  const root = rootWith({ ...REPOSITORY, "half/HEAD": "", "src/a.ts": "" });
  assert.equal(patternOf(root, "x/hooks/pre-commit"), ".git/**");
  assert.equal(patternOf(root, "x/worktrees/w/config.worktree"), ".git/**");
  assert.equal(patternOf(root, "half/refs/a"), ".git/**");
  assert.equal(patternOf(root, "src/HEAD"), "HEAD");
  assert.equal(patternOf(root, "src/b.ts"), undefined);
});

test("what a repository's settings name is its own, also from above the root", () => {
  const config = '[core]\n\thooksPath = tools/hooks\n[includeIf "onbranch:main"] path = ../shared\n';
  const root = rootWith({ ...REPOSITORY, "x/config": config, ".git": "gitdir: x", "tools/hooks/a": "", shared: "" });
  assert.equal(patternOf(root, "tools/hooks/pre-push"), ".git/**");
  assert.equal(patternOf(root, "shared"), ".git/**");
  assert.equal(patternOf(join(root, "tools"), "hooks/pre-push"), ".git/**");
  assert.equal(patternOf(root, "tools/build.sh"), undefined);
});
