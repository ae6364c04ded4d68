/** A named pipe in place of a file that git or ripgrep reads is named. The other commands are in the deep lane. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG } from "../jig.ts";
import { testCall, testCommand } from "./named-pipes.ts";

testCommand(".gitignore", ["grep", "needle"]);

testCall("list_files", {});

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
