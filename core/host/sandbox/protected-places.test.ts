/** Protected places in a root, and their mounts. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { PLACES_THAT_RUN_LATER, REPOSITORY_HEAD } from "../contract/runs-later.ts";
import { type PlacesOptions, placesIn as protectedPlaces } from "./protected-places.ts";

const placesIn = (root: string, options: Partial<PlacesOptions> = {}) =>
  protectedPlaces({ root, named: [], unseen: () => assert.fail(), ...options });

/** Creates a folder with empty files. */
function rootWith(...paths: string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-places-")));
  for (const path of paths) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  return root;
}

const shown = (root: string, options: Partial<PlacesOptions> = {}) =>
  placesIn(root, options)
    .map((path) =>
      Buffer.from(path)
        .toString("latin1")
        .slice(root.length + 1),
    )
    .sort();

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
  const found = (named: string[]) => shown(root, { named });
  assert.deepEqual(found([]), [".config/fish", ".envrc", ".git", ".github/workflows", "lefthook.yml", "sub/.git"]);
  assert.deepEqual(found([".git/**", ".envrc"]), [".config/fish", ".github/workflows", "lefthook.yml"]);
});

test("finds a place of every pattern, also by a name that counts as the same", () => {
  // HEAD alone means nothing.
  const all = PLACES_THAT_RUN_LATER.filter((place) => place !== REPOSITORY_HEAD);
  const patterns = all.map(({ pattern }) => pattern.replace(/\/\*\*$/, "").replaceAll("*", "x"));
  for (const path of [...patterns, ...patterns.map((each) => each.toUpperCase()), "git~1", ".git\u200b", ".git."]) {
    const root = mkdtempSync(join(tmpdir(), "jig-places-"));
    mkdirSync(join(root, "sub", path), { recursive: true });
    assert.deepEqual(placesIn(root), [join(root, "sub", path)], path);
  }
});

test("passes over what is too deep to look at", { skip: process.platform !== "linux" && "Linux bounds paths" }, () => {
  const root = mkdtempSync(join(tmpdir(), "jig-places-"));
  const deep = (top: string) => join(top, ...Array.from({ length: 15 }, () => "d".repeat(200)));
  const [whole, part] = [join(root, "a"), join(root, "b")];
  for (const top of [whole, part]) mkdirSync(deep(top), { recursive: true });
  renameSync(part, join(deep(whole), "b"));
  writeFileSync(join(root, ".envrc"), "");
  assert.deepEqual(placesIn(root), [join(root, ".envrc")]);
});

test("of a large root the folders near it come first, and what was not looked at is protected whole", () => {
  const root = rootWith("a/b/c/.git/config", "a/.git/config");
  let folders = 0;
  const unseen = (count: number) => {
    folders = count;
  };
  assert.deepEqual(shown(root, { unseen, maxEntries: 3 }), ["a/.git", "a/b"]);
  assert.equal(folders, 1);
});

test("of more places than can be mounted, their folders at the root are protected, or the root", () => {
  const root = rootWith("a/1/.envrc", "a/2/.envrc", "b/.envrc", ".envrc");
  assert.deepEqual(shown(root, { maxMounts: 3 }), [".envrc", "a", "b"]);
  assert.deepEqual(placesIn(root, { maxMounts: 2 }), [root]);
});

test("finds places in folders whose names are no UTF-8", {
  skip: process.platform !== "linux" && "Linux has such",
}, () => {
  const root = rootWith("sub/a");
  const folder = Buffer.from(`${root}/\xff\xfe`, "latin1");
  mkdirSync(folder);
  mkdirSync(Buffer.concat([folder, Buffer.from("/.git")]));
  assert.deepEqual(shown(root), ["\xff\xfe/.git"]);
});

test("finds repositories by their content and by what a .git file or link names", () => {
  const repository = (path: string) => ["HEAD", "objects/x", "refs/x", "config"].map((each) => `${path}/${each}`);
  const root = rootWith(
    ...repository(".bare"),
    ...repository("copies/lib.git"),
    "HEAD",
    "src/HEAD",
    "tools/hooks/pre-push",
  );
  writeFileSync(join(root, ".git"), "gitdir: ./.bare\n");
  writeFileSync(join(root, "shared.config"), "");
  writeFileSync(
    join(root, ".bare/config"),
    '[core]\n\tbare = false\n\thooksPath = "tools/hooks"\n[include]\n\tpath = ../shared.config\n\tpath = ../missing\n',
  );
  assert.deepEqual(shown(root), [".bare", ".git", "copies/lib.git", "shared.config", "tools/hooks"]);
  assert.deepEqual(shown(root, { named: [".git/**"] }), []);
  // The root may be a subfolder of the working tree.
  assert.deepEqual(shown(join(root, "tools")), ["hooks"]);
  const pretended = rootWith("src/a.ts");
  writeFileSync(join(pretended, ".git"), "gitdir: ./src\n");
  assert.deepEqual(shown(pretended), [".git"]);
});

test("a linked worktree protects the repository that it shares", () => {
  const root = rootWith("main/HEAD", "main/objects/x", "main/refs/x", "main/worktrees/w/HEAD", "w/a");
  writeFileSync(join(root, "main/worktrees/w/commondir"), "../..\n");
  writeFileSync(join(root, "w/.git"), `gitdir: ${join(root, "main/worktrees/w")}\n`);
  assert.deepEqual(shown(root), ["main", "main/worktrees/w", "w/.git"]);
});
