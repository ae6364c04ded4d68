/** Empty words, names that are not UTF-8, links and /dev/null: as the original programs treat them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { environment, JIG, runJig } from "../jig.ts";
import { tree } from "./odd-tree.ts";

test("a program that cannot be given a name says so; an empty word is no command", {
  skip: process.platform !== "linux",
}, () => {
  const root = tree();
  const named = spawnSync("sh", ["-c", `"${JIG}" rg needle lat*`], { cwd: root, env: environment(), encoding: "utf8" });
  assert.equal(named.status, 2);
  assert.match(named.stderr, /is not UTF-8, and jig cannot pass such a name to ripgrep\. Search the folder/);
  const folder = spawnSync("sh", ["-c", `cd dir*; "${JIG}" ls; "${JIG}" -C . ls`], {
    cwd: root,
    env: environment(),
    encoding: "utf8",
  });
  const hint = "Rename that folder, or name another with --root";
  assert.match(
    folder.stderr,
    new RegExp(`^ls: The path of the current folder is not UTF-8: ".*/dir\ufffd"\\. ${hint}\n`),
  );
  assert.match(folder.stderr, /\njig: The root ".*" is not UTF-8/);
  const empty = runJig([""], { cwd: root });
  assert.deepEqual([empty.code, empty.stdout], [2, ""]);
  const loop = runJig(["find", "-L", "."], { cwd: root });
  assert.match(loop.stderr, /File system loop detected; ‘\.\/d\/loop’ is part of the same file system loop as ‘\.’/);
  assert.match(runJig(["fd", "docs/"], { cwd: root }).stderr, /Use fd \. 'docs\/' for all files in that folder/);
});
