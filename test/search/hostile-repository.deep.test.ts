/** Worktrees and submodules have their commits, wherever these are. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runJig } from "../jig.ts";

/** A repository with a linked worktree and one with a submodule, created by git. */
function linked(): { top: string; main: string; worktree: string; submodule: string } {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-linked-")));
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...args], {
      cwd: folder,
    });
  const [main, worktree, above] = ["main", "worktree", "above"].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [main, above]) {
    mkdirSync(folder);
    git(folder, "init", "-q");
    writeFileSync(join(folder, "a.ts"), "first\n");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "a private subject");
  }
  git(main, "worktree", "add", "-q", worktree);
  git(above, "submodule", "--quiet", "add", main, "parts/sub");
  return { top, main, worktree, submodule: join(above, "parts", "sub") };
}

test("a worktree and a submodule have their commits, wherever these are", {
  skip: process.platform === "win32",
}, () => {
  const { top, main, worktree, submodule } = linked();
  const reads = (folder: string, env: Record<string, string>) => {
    const { stdout } = runJig(["workspace_overview", "--as", "json"], { cwd: folder, env });
    const found = runJig(["git", "grep", "first", "HEAD"], { cwd: folder, env });
    return [/a private subject/.test(stdout), /HEAD:a\.ts:first/.test(found.stdout), found.stderr] as const;
  };
  const pretender = (name: string, pointer: string) => {
    const folder = join(top, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "a.ts"), "second\n");
    writeFileSync(join(folder, ".git"), `gitdir: ${pointer}\n`);
    return folder;
  };
  const ofWorktree = join(main, ".git", "worktrees", "worktree");
  const ofSubmodule = join(submodule, "..", "..", ".git", "modules", "parts", "sub");
  // Own folders that refer to this checkout, with another repository as the common one.
  const forged = join(top, "forged-git", "worktrees", "x");
  mkdirSync(forged, { recursive: true });
  writeFileSync(join(forged, "HEAD"), `${execFileSync("git", ["rev-parse", "HEAD"], { cwd: main })}`);
  writeFileSync(join(forged, "gitdir"), join(top, "forger", ".git"));
  writeFileSync(join(forged, "commondir"), join(main, ".git"));
  const hostile = [
    pretender("at-worktree", ofWorktree),
    pretender("at-submodule", ofSubmodule),
    pretender("at-main", join(main, ".git")),
    pretender("forger", forged),
  ];
  const linker = pretender("by-link", ofWorktree);
  rmSync(join(linker, ".git"));
  writeFileSync(join(linker, "pointer"), `gitdir: ${ofWorktree}\n`);
  symlinkSync("pointer", join(linker, ".git"));
  for (const env of [{}, { JIG_NO_CONFINEMENT: "1" }] as Record<string, string>[]) {
    for (const folder of [worktree, submodule]) assert.deepEqual(reads(folder, env), [true, true, ""], folder);
    for (const folder of [...hostile, linker]) {
      const [history, content, why] = reads(folder, env);
      assert.deepEqual([history, content], [false, false], folder);
      assert.match(why, /leads out of the workspace/, folder);
    }
  }
  // A copied worktree isn't the one registered in the repository.
  rmSync(worktree, { recursive: true });
  const again = pretender("worktree", ofWorktree);
  assert.deepEqual(reads(again, {}), [true, true, ""]);
  writeFileSync(join(ofWorktree, "gitdir"), `${join(top, "elsewhere", ".git")}\n`);
  assert.deepEqual(reads(again, { JIG_NO_CONFINEMENT: "1" }).slice(0, 2), [false, false]);
});
