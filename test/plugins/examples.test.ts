/** All plugins in examples/ pass the checks and work. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch, TOP } from "../jig.ts";
import { has } from "./paths.ts";

const EXAMPLES = join(TOP, "examples");

/** A repository with one commit, for the git example. */
function repository(): string {
  const root = scratch({ "package.json": '{"dependencies": {"a": "1.0.0"}}' });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...args], { cwd: root });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", 'A "quoted" subject\twith a tab');
  return root;
}

for (const name of readdirSync(EXAMPLES)) {
  const skip = name === "json-query" && !has("python3") ? "there is no python3" : false;
  test(`examples/${name}`, { skip }, () => {
    const folder = join(scratch(), name);
    cpSync(join(EXAMPLES, name), folder, { recursive: true });
    if (name === "python-symbols") {
      const grammar = "tree-sitter-python.wasm";
      copyFileSync(join(TOP, "node_modules", "tree-sitter-python", grammar), join(folder, grammar));
    }
    const cwd = repository();
    const check = runJig(["plugin", "check", folder], { cwd });
    assert.deepEqual([check.code, check.stdout], [0, "0 errors, 0 warnings\n"], check.stderr);
    // Unapproved: prints what to do and doesn't run.
    const untold = runJig(["plugin", "test", folder], { cwd });
    assert.equal(untold.code, 1);
    const [, hash] = /--hash ([0-9a-f]+)/.exec(untold.stderr) ?? [];
    const ran = runJig(["plugin", "test", folder, "--hash", hash!], { cwd });
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  });
}

test("the history's rows are what git says, quotes and tabs included", () => {
  const cwd = repository();
  const args = ["call", "git_log", "--plugins", join(EXAMPLES, "git-history"), "--as", "json"];
  const { commits } = JSON.parse(runJig(args, { cwd }).stdout);
  assert.deepEqual(
    commits.map(({ author, subject }: { author: string; subject: string }) => [author, subject]),
    [["Ann", 'A "quoted" subject\twith a tab']],
  );
  const nowhere = runJig(args, { cwd: scratch() });
  assert.equal(nowhere.code, 1);
  assert.match(JSON.parse(nowhere.stdout).error, /not a git repository/);
});
