/** Conventions for all commands: JSON errors, full lists in pipes, exit codes with and without --json. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { environment, JIG, runJig, scratch } from "../jig.ts";
import { CALLS, FILES } from "./convention-files.ts";

const root = scratch(FILES);

test("a program without a tool says in its JSON what is wrong", () => {
  const { stdout, stderr } = runJig(["map", "--json", "nosuch", "main.go"], { cwd: root });
  const { success, exit_code, error, count } = JSON.parse(stdout);
  assert.deepEqual(
    { success, exit_code, error },
    { success: false, exit_code: 2, error: "map: nosuch: No such file or directory" },
  );
  assert.equal(count, 2);
  assert.equal(stderr, "");
});

test("in a pipe a list of uses or declarations is whole, unless the call names a length", () => {
  const calls = runJig(["callers", "help"], { cwd: root });
  assert.equal(calls.stdout.split("\n").filter((line) => /: help\(\)/.test(line)).length, CALLS);
  assert.equal(calls.stderr, "");
  const parts = runJig(["symbol", "part"], { cwd: root });
  assert.equal(parts.stdout.split("\n").filter((line) => /part\d+/.test(line)).length, 300);
  const some = runJig(["symbol", "part", "--limit", "5"], { cwd: root });
  assert.equal(some.stdout.trimEnd().split("\n").length, 5);
  assert.match(some.stderr, /jig --all symbol part --limit 5 prints all/);
});

test("a reader that leaves ends a long list without a word", { skip: process.platform === "win32" }, () => {
  const command = `"${JIG}" callers help | head -n 2; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: root, env: environment(), encoding: "utf8" });
  assert.equal(stdout.trimEnd().split("\n").length, 3);
  assert.match(stdout, /\n0\n$/);
  assert.equal(stderr, "");
});

test("outline reads no flag that has no effect, and has JSON", () => {
  const { path, count, declarations } = JSON.parse(runJig(["outline", "main.go", "--json"], { cwd: root }).stdout);
  assert.deepEqual([path, count, declarations[1].name], ["main.go", 2, "help"]);
  assert.match(runJig(["outline", "main.go", "--depth", "2"], { cwd: root }).stderr, /Unknown flag --depth/);
  assert.match(runJig(["outline", "none.go"], { cwd: root }).stderr, /none\.go declares nothing/);
});

test("rename --dry-run says that a plan is the default", () => {
  const { code, stderr } = runJig(["rename", "help", "aid", "--dry-run"], { cwd: root });
  assert.equal(code, 2);
  assert.match(
    stderr,
    /Unknown flag --dry-run\. Leave it out: without --apply, only the plan and its diff are printed, and jig changes apply writes/,
  );
  assert.match(runJig(["callers", "help", "--dry-run"], { cwd: root }).stderr, /Unknown flag --dry-run\. See --help/);
});

test("jig answer:ID prints a saved answer", () => {
  const { stdout } = runJig(["symbol", "part", "--as", "text", "--max-tokens", "400"], { cwd: root });
  const id = /answer:\w+/.exec(stdout)?.[0];
  assert.ok(id, stdout);
  const saved = runJig([id], { cwd: root });
  assert.deepEqual([saved.code, saved.stdout.match(/func part\d+\(\)/g)?.length], [0, 300]);
});

test("wrong usage of a question exits with 2, a name that nothing declares with 1", () => {
  const cwd = scratch({ "src/lib.rs": "pub fn go() {}\n" });
  const codes = [["refs"], ["callers"], ["refs", ""], ["refs", "nosuch"], ["refs", "go"]].map(
    (words) => runJig(words, { cwd }).code,
  );
  assert.deepEqual(codes, [2, 2, 2, 1, 0]);
});

test("a picture or a choice of rows fails with the exit code of the tool", () => {
  for (const start of [["--as", "svg"], ["pick"]]) {
    const codes = [[], ["("], ["help", "nosuch"]].map(
      (words) => runJig([...start, "search_content", ...words], { cwd: root }).code,
    );
    assert.deepEqual(codes, [2, 2, 1], start.join(" "));
  }
});

test("the help of jig outline does not name a tool that is not listed", () => {
  const { code, stdout } = runJig(["outline", "--help"], { cwd: scratch({ "src/lib.rs": "pub fn go() {}\n" }) });
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: jig outline FILE\|FOLDER/);
  assert.doesNotMatch(stdout, /C#|script_symbols_get/);
});
