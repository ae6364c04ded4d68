/** `jig -C DIR …` for every command, from any folder. */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { FILES } from "./go-files.ts";

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

function timeless(text: string): string {
  return text.replace(/"elapsed_ms":\d+/, "");
}
