/** `jig -C DIR …` works like `git -C`, for all commands and from any folder. */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const FILES = {
  "main.go": "package main\n\nfunc main() { help() }\n\nfunc help() {}\n",
  "pkg/app/app.go": "package app\n\nfunc main() {}\n",
  "other/main.go": "package other\n",
};

const LINES = [
  "rg main",
  "grep -rn main .",
  "egrep main pkg/app/app.go",
  "fd main.go",
  "find . -name main.go",
  "ls",
  "ls pkg",
  "tree",
  "map",
  "cat main.go",
  "head -n 1 main.go",
  "tail -n 1 main.go",
  "wc -l main.go",
  "tokei",
  "git grep --no-index main",
  "outline main.go",
  "symbol main",
  "refs help",
  "callers help",
  "search_content main pkg --as text",
  "list_files --json",
  "main.go:3",
  "pkg",
  "help",
];

test("a folder above, beside or below the current one is where the command runs", () => {
  const root = scratch(FILES);
  const wrong: string[] = [];
  const above = `../../${basename(root)}`;
  const ways = [
    [join(root, "pkg/app"), ["-C", "../.."]],
    [join(root, "other"), [`--root=${root}`]],
    [join(root, "other"), ["-C", above]],
    [join(root, ".."), ["-C", basename(root)]],
  ] as const;
  for (const [at, line] of LINES.entries()) {
    const words = line.split(" ");
    const there = runJig(words, { cwd: root });
    const [cwd, where] = ways[at % ways.length] ?? ways[0];
    const ran = runJig([...where, ...words], { cwd });
    // The order of files in search results varies.
    const shown = (text: string) =>
      /^(?:rg|grep -r)/.test(line) ? text.split("\n").sort().join("\n") : timeless(text);
    if (ran.code !== there.code || shown(ran.stdout) !== shown(there.stdout))
      wrong.push(`${cwd}$ jig ${[...where, ...words].join(" ")}\n${ran.code} ${ran.stdout}${ran.stderr}`);
  }
  assert.deepEqual(wrong, []);
});

test("without -C a command runs in the current folder, below a root that the environment names too", () => {
  const root = scratch(FILES);
  const cwd = join(root, "pkg/app");
  const environments: Record<string, string>[] = [{}, { JIG_ROOT: root }];
  for (const env of environments) {
    assert.equal(runJig(["rg", "-l", "main"], { cwd, env }).stdout, "app.go\n");
    assert.equal(runJig(["app.go"], { cwd, env }).stdout, FILES["pkg/app/app.go"]);
  }
  assert.equal(runJig(["rg", "-l", "other"], { cwd: join(root, "other"), env: { JIG_ROOT: cwd } }).code, 1);
});

function timeless(text: string): string {
  return text.replace(/"elapsed_ms":\d+/, "");
}
