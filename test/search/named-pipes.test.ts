/** A named pipe in place of a file that git or ripgrep reads is named. The other commands are in the deep lane. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, environment, JIG } from "../jig.ts";
import { testCall, testCommand } from "./named-pipes.ts";

testCommand("src/.gitattributes", ["git", "grep", "needle"]);
testCommand(".gitignore", ["grep", "needle"]);
testCall("list_files", {});

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

test("a named pipe called .git in the root or above it does not hold up a search", {
  skip: process.platform === "win32",
}, () => {
  const above = realpathSync(mkdtempSync(join(tmpdir(), "jig-pipe-")));
  const root = join(above, "root");
  mkdirSync(root);
  writeFileSync(join(root, "a.ts"), "needle");
  for (const folder of [above, root]) {
    execFileSync("mkfifo", [join(folder, ".git")]);
    const ran = spawnSync(JIG, ["grep", "needle"], {
      ...{ cwd: root, env: environment(), timeout: 20_000, killSignal: "SIGKILL", encoding: "utf8" },
    });
    assert.equal(ran.stdout, "a.ts:1:needle\n", ran.stderr);
  }
  rmSync(above, { recursive: true });
});
