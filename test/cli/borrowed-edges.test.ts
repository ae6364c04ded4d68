/** Empty words, names that are not UTF-8, links and /dev/null: as the original programs treat them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG, runJig, scratch } from "../jig.ts";

const FILES = {
  "README.md": "readme\n",
  "src/a.c": "needle\nfoo\n",
  "docs/api/x.md": "# needle\n",
  "docs/y.md": "y\n",
};

function tree(): string {
  const root = scratch(FILES);
  mkdirSync(join(root, "d"));
  symlinkSync("..", join(root, "d/loop"));
  symlinkSync("src", join(root, "link"));
  symlinkSync("README.md", join(root, "flink"));
  symlinkSync("nowhere", join(root, "broken"));
  const latin = (path: string) => Buffer.from(join(root, path), "latin1");
  mkdirSync(latin("dir\xfc"));
  for (const path of ["lat\xe9n.txt", "src/w\xe9.c", "dir\xfc/in.txt"]) writeFileSync(latin(path), "needle\n");
  return root;
}

/** In a shell, for its globs; bytes as Latin-1. The program is `$P`. */
function ran(line: string, cwd: string, isOurs: boolean) {
  const env = environment({ LC_ALL: "C.UTF-8", JIG });
  const script = isOurs ? `"$JIG" ${line}` : line;
  const { stdout, status } = spawnSync("sh", ["-c", `${script} </dev/null`], { cwd, env, encoding: "latin1" });
  return [stdout.split("\n").sort(), status];
}

const LINES = [
  ...["ls ''", "ls README.md ''", "find ''", "find src ''", "wc ''", "wc '' README.md", "cat ''", "cat '' README.md"],
  ...["head ''", "tail '' README.md", "grep needle ''", "grep -f '' x", "find . -newer ''", "find . -maxdepth ''"],
  ...["find . -newer missing", "ls --sort=", "ls --sort=shoe"],
  ...["ls", "ls -R", "ls dir*", "ls -d lat*", "cat src/w*", "wc -l lat* src/*", "head -n1 src/*", "tail -n1 src/w*"],
  ...[
    "find . -name 'lat?n.txt'",
    "find . -regex '.*txt'",
    "find . -path './dir*'",
    "find . -type f -printf '%f|%h\\n'",
  ],
  ...["find -- .", "find -- src", "find -L -- link", "find -H link", "find link", "find link/", "find -L link"],
  ...["find -H -P link", "find link -type l", "find link flink broken", "find -L broken", "find link/.", "find -L d"],
  ...["find -L . -type l", "find . -follow -name a.c", "find -H d/loop -maxdepth 2"],
  ...["cat", "cat -", "cat - README.md", "grep -f - README.md", "grep -f /dev/null README.md", "cat /dev/null", "wc"],
  ...["wc /dev/null", "grep x /dev/null", "grep needle src/a.c /dev/null", "grep -rl needle ."],
];
const OTHERS: [program: string, ...lines: string[]][] = [
  [
    "rg",
    "rg needle ''",
    "rg needle '' README.md",
    "rg -l needle",
    "rg --sort path -c needle",
    "rg -f /dev/null src/a.c",
  ],
  ["rg", "rg needle src/a.c /dev/null", "rg -f - README.md"],
  ["fd", "fd . ''", "fd --search-path ''", "fd -E '' .", "fd", "fd lat", "fd 'lat.n'", "fd . dir*", "fd -e txt"],
  ["fd", "fd -g '**/*.md'", "fd -g 'docs/*.md'", "fd /docs", "fd docs/", "fd ./docs", "fd src/a", "fd --and src/a a"],
  ["fd", "fd -g '['", "fd -E '['", "fd -L", "fd -L . d"],
];

test("edges of ls, find, cat, wc, head, tail and grep are the programs' own", {
  skip: process.platform !== "linux",
}, () => {
  const root = tree();
  for (const line of LINES) assert.deepEqual(ran(line, root, true), ran(line, root, false), line);
});

test("edges of rg and fd are the programs' own", { skip: process.platform !== "linux" }, () => {
  const root = tree();
  for (const [program, ...lines] of OTHERS) {
    if (spawnSync(program, ["--version"]).error) continue;
    for (const line of lines) assert.deepEqual(ran(line, root, true), ran(line, root, false), line);
  }
});

test("a program that cannot be given a name says so; an empty word is no command", {
  skip: process.platform !== "linux",
}, () => {
  const root = tree();
  const named = spawnSync("sh", ["-c", `"${JIG}" rg needle lat*`], { cwd: root, env: environment(), encoding: "utf8" });
  assert.equal(named.status, 2);
  assert.match(named.stderr, /is not UTF-8, and jig cannot pass such a name to ripgrep\. Search the folder/);
  const empty = runJig([""], { cwd: root });
  assert.deepEqual([empty.code, empty.stdout], [2, ""]);
  const loop = runJig(["find", "-L", "."], { cwd: root });
  assert.match(loop.stderr, /File system loop detected; ‘\.\/d\/loop’ is part of the same file system loop as ‘\.’/);
  assert.match(runJig(["fd", "docs/"], { cwd: root }).stderr, /Use fd \. 'docs\/' for all files in that folder/);
});
