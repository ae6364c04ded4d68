/** The commands and calls that `named-pipes.test.ts` leaves out. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { callJig } from "../jig.ts";
import { testCall, testCommand } from "./named-pipes.ts";

testCommand(".gitattributes", ["git", "grep", "needle"]);

testCommand(".git/info/attributes", ["git", "grep", "needle"]);

testCommand(".gitignore", ["git", "ls-files", "--others", "--exclude-standard"]);

testCommand(".gitignore", ["rg", "needle"]);

testCommand(".gitignore", ["grep", "needle", "--in", "code"]);

testCall("search_content", { query: "needle" });

testCall("search_content", { queries: ["needle", "thread"], count_only_matches: true });

testCommand("src/.gitattributes", ["git", "grep", "needle"]);

test("search_content names the pipe that it waited for", { skip: process.platform === "win32" }, () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-pipe-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.ts"), "needle");
  execFileSync("mkfifo", [join(root, "src", ".gitignore")]);
  const { value } = callJig("search_content", { query: "needle", timeout_ms: 2000 }, { cwd: root });
  assert.equal(value.timed_out, true);
  assert.match(
    JSON.stringify(value.warnings),
    /src\/\.gitignore is not a regular file: ripgrep would open it and wait/,
  );
  rmSync(root, { recursive: true });
});
