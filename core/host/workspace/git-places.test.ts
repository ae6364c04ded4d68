/** A malicious `.git` doesn't redirect git. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { toJigError } from "../contract/errors.ts";
import { linkedRepository, repositoryAround, repositoryVariables } from "./git-places.ts";

const LINE_ENDS = "\n".repeat(70_000);

/** A root next to an unrelated repository. */
function places() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "jig-git-places-")));
  const root = join(base, "root");
  const elsewhere = join(base, "elsewhere.git");
  for (const folder of [join(root, ".git"), elsewhere]) {
    for (const part of ["objects/info", "refs"]) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
  }
  return { root, elsewhere };
}

/** A folder whose `.git` is a file. */
function checkout(root: string, text: string): string {
  const folder = join(root, "sub");
  mkdirSync(folder);
  writeFileSync(join(folder, ".git"), text);
  return folder;
}

const isRefused = (place: string, root: string) =>
  assert.throws(
    () => repositoryVariables(place, [root]),
    (error) => toJigError(error).code === "PATH_OUTSIDE",
  );

test("a .git file may name a folder of the root and none outside", () => {
  const { root, elsewhere } = places();
  assert.deepEqual(repositoryVariables(checkout(root, "gitdir: ../.git\n"), [root]), {
    GIT_WORK_TREE: join(root, "sub"),
  });
  writeFileSync(join(root, "sub", ".git"), `gitdir: ${elsewhere}\n`);
  isRefused(join(root, "sub"), root);
});

test("a folder of a repository reads the one around it, unless it has its own", () => {
  const { root, elsewhere } = places();
  const inner = join(root, "src", "deep");
  mkdirSync(inner, { recursive: true });
  const around = [".git", ".gitattributes", ".gitignore"].map((name) => join(root, name));
  assert.deepEqual(repositoryAround(inner), around);
  assert.deepEqual(repositoryAround(root), []);
  // A redirect to another repository hides the real one.
  writeFileSync(join(root, "src", ".git"), `gitdir: ${elsewhere}\n`);
  assert.deepEqual(repositoryAround(inner), []);
});

test("a .git file that is too large to be read counts as leading out", () => {
  const { root, elsewhere } = places();
  const folder = checkout(root, `gitdir: ${elsewhere}\n${LINE_ENDS}`);
  isRefused(folder, root);
  assert.deepEqual(linkedRepository(folder), []);
});

test("the name in a .git file is all that follows, line ends and spaces too", () => {
  for (const name of ["x\ny", "x "]) {
    const { root, elsewhere } = places();
    const folder = checkout(root, `gitdir: ${name}\n`);
    mkdirSync(join(folder, "x"));
    symlinkSync(elsewhere, join(folder, name));
    isRefused(folder, root);
  }
});

test("a commondir that is too large or ends early counts as leading out", () => {
  for (const text of [`../../elsewhere.git\n${LINE_ENDS}`, "../../elsewhere.git\0/../../root/.git\n"]) {
    const { root } = places();
    writeFileSync(join(root, ".git", "commondir"), text);
    isRefused(root, root);
  }
});

test("loans of objects from outside are refused, however they are written", () => {
  const written = [
    (path: string) => path,
    (path: string) => `"${path}"`,
    (path: string) => `"${path.replace("/", "\\057")}"`,
    (path: string) => `${path}\n${"# padding\n".repeat(7000)}`,
  ];
  for (const write of written) {
    const { root, elsewhere } = places();
    writeFileSync(join(root, ".git", "objects", "info", "alternates"), `${write(join(elsewhere, "objects"))}\n`);
    isRefused(root, root);
  }
  const { root } = places();
  mkdirSync(join(root, "lender", "objects"), { recursive: true });
  writeFileSync(join(root, ".git", "objects", "info", "alternates"), "# ours\n../../lender/objects\n");
  assert.deepEqual(repositoryVariables(root, [root]), { GIT_WORK_TREE: root });
});
