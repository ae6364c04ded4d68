/** Edges of the borrowed programs, beside the real ones. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { environment, JIG } from "../jig.ts";
import { tree } from "./odd-tree.ts";

/** In a shell, for its globs; bytes as Latin-1. The output is split at line ends and NULs. */
function ran(line: string, cwd: string, isOurs: boolean) {
  const env = environment({ LC_ALL: "C.UTF-8", JIG });
  const script = isOurs ? `"$JIG" ${line}` : line;
  const { stdout, status } = spawnSync("sh", ["-c", `${script} </dev/null`], { cwd, env, encoding: "latin1" });
  return [stdout.match(/[^\n\0]*[\n\0]|[^\n\0]+$/g)?.sort() ?? [], status];
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
  ...[
    "grep -rh needle .",
    "grep -rhn needle src in",
    "grep -rhC1 foo .",
    "grep -rhc needle .",
    "grep -h needle in README.md",
  ],
  ...[
    "grep -f- use README.md",
    "grep -c -f /dev/null README.md",
    "grep -v -f /dev/null README.md",
    "grep -d -il x README.md",
  ],
  ...["grep -d skip needle src in", "grep -z ^needle in", "grep -zc 'a.needle' in src/a.c", "grep -zo 'e.*' src/a.c"],
  ...["grep -zE '^(a|b)$' in", "grep -z 'foo$' src/a.c", "find src -print0 | grep -z 'c$'"],
  ...["find . -daystart -mtime 0", "find . -daystart -mtime +0", "find . -daystart -mmin -9", "find . -cnewer src/a.c"],
  ...["find -L . -type l", "find . -follow -name a.c", "find -H d/loop -maxdepth 2"],
  ...["cat", "cat -", "cat - README.md", "grep -f - README.md", "grep -f /dev/null README.md", "cat /dev/null", "wc"],
  ...["find . -print0", "find . -name '*.c' -print0 -o -name '*.md' -print", "find . -printf '%f\\0%s\\n'"],
  ...["grep -rlZ needle .", "grep -rLZ needle .", "grep -rZn needle src", "grep -rcZ needle src", "grep -zc needle in"],
  ...["grep -zcZ needle in README.md", "grep -zl needle in", "grep -zlZ needle in", "grep -zo needle in", "ls --zero"],
  ...["head -zn1 in", "head -zn-1 in README.md", "tail -zn1 in", "tail -zn+2 in", "ls --zero src docs", "ls src docs"],
  ...["ls -r docs README.md src", "ls -U src docs", "ls missing src"],
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
  ["rg", "rg -0l needle", "rg -0 --files", "rg -0c needle", "rg -0n needle src", "rg --null-data needle in"],
  ["fd", "fd -0", "fd -0 -t d", "fd -0 . dir*", "fd -0 -e md"],
  ["tree", "tree", "tree -a", "tree -d", "tree -d docs/api", "tree -L 1", "tree -fi", "tree -if --noreport", "tree -F"],
  ["tree", "tree -s", "tree -h", "tree --dirsfirst", "tree -r", "tree -t", "tree -v", "tree -N", "tree -q", "tree -Q"],
  ["tree", "tree --sort=size", "tree --sort name", "tree --charset=ascii", "tree --prune -P '*.c'", "tree -l"],
  ["tree", "tree README.md src", "tree missing", "tree -L 0", "tree -L", "tree --nosuch"],
  ["fd", "fd -g '['", "fd -E '['", "fd -L", "fd -L . d"],
];

test("edges of ls, find, cat, wc, head, tail and grep are the programs' own", {
  skip: process.platform !== "linux",
}, () => {
  const root = tree();
  for (const line of LINES) assert.deepEqual(ran(line, root, true), ran(line, root, false), line);
});

test("edges of rg, fd and tree are the programs' own", { skip: process.platform !== "linux" }, () => {
  const root = tree();
  for (const [program, ...lines] of OTHERS) {
    if (spawnSync(program, ["--version"]).error) continue;
    // jig does not know the text of a link, and so prints no arrow for a link to nothing.
    const exact = lines.map((line) => line.replace(/^tree/, "tree -I broken"));
    for (const line of exact) assert.deepEqual(ran(line, root, true), ran(line, root, false), line);
  }
});
