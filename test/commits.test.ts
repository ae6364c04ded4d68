/** Commit subjects are `area: imperative` with up to 72 characters. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TOP } from "./sources.ts";

/** Last commit before this rule. */
const BASE = "4047a3c1681a797e80f81a1d786b061683fb1ff3";
const FORM = /^[a-z][\w/.,{}* +-]*: [a-z]/;
const MAX_LENGTH = 72;
/** Earlier commits on main with longer subjects. */
const EARLIER = ["dba7640e", "18c9d13c", "c1906382", "39adebfe"];

function isWrong(subject: string): boolean {
  return !FORM.test(subject) || [...subject].length > MAX_LENGTH;
}

/** Commits since then as `hash subject`. Undefined in a shallow clone. */
function commitsIn(folder: string): string[] | undefined {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (git("merge-base", "--is-ancestor", BASE, "HEAD").status !== 0) return undefined;
  return git("log", "--format=%H %s", `${BASE}..HEAD`)
    .stdout.split("\n")
    .filter((line) => line !== "");
}

const COMMITS = commitsIn(TOP);
const NO_HISTORY = COMMITS === undefined && "no history back to the rule: a shallow clone, or no clone";

test("commit subjects are `area: imperative` of at most 72 characters", { skip: NO_HISTORY }, () => {
  const wrong = (COMMITS ?? [])
    .filter((line) => !EARLIER.some((hash) => line.startsWith(hash)))
    .filter((line) => isWrong(line.slice(line.indexOf(" ") + 1)));
  assert.deepEqual(wrong, []);
});

test("subjects without an area, in capitals or too long are seen", () => {
  for (const right of ["csharp: share the index fixture", "core/mcp, core/serve: rename by words", "tui/*: x"])
    assert.ok(!isWrong(right), right);
  for (const wrong of ["Share the index fixture", "csharp: Share it", "csharp:share it", `csharp: ${"a".repeat(65)}`])
    assert.ok(isWrong(wrong), wrong);
});

test("a folder without the history has no commits to check", () => {
  const folder = mkdtempSync(join(tmpdir(), "no-history-"));
  assert.equal(commitsIn(folder), undefined);
  assert.equal(spawnSync("git", ["init", "-q", folder]).status, 0);
  assert.equal(commitsIn(folder), undefined);
});
