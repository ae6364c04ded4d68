/** A repository whose git config runs programs: jig uses git without starting any of them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runJig } from "../jig.ts";

/** A partial clone with a missing folder, for which git would run a command from the config. */
function partialClone(): { root: string; mark: string } {
  const top = mkdtempSync(join(tmpdir(), "jig-partial-clone-"));
  const root = join(top, "repository");
  const mark = join(top, "started");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, encoding: "utf8" }).trim();
  mkdirSync(join(root, "src"), { recursive: true });
  git("init", "-q");
  writeFileSync(join(root, "src", "a.ts"), "first");
  git("add", ".");
  git("commit", "-qm", "one");
  const tree = git("rev-parse", "HEAD:src");
  writeFileSync(join(root, "src", "a.ts"), "second");
  git("commit", "-qam", "two");
  rmSync(join(root, ".git", "objects", tree.slice(0, 2), tree.slice(2)), { force: true });
  for (const [key, value] of Object.entries({
    "core.repositoryformatversion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": "ssh://host.invalid/x",
    "core.sshCommand": `touch '${mark}'; false`,
    "core.fsmonitor": `touch '${mark}'; false`,
    "protocol.ssh.allow": "always",
  }))
    git("config", key, value);
  return { root, mark };
}

test("no program that a repository names is started", { skip: process.platform === "win32" }, () => {
  const { root, mark } = partialClone();
  const overview = runJig(["workspace_overview", "--as", "text"], { cwd: root });
  assert.equal(overview.code, 0, overview.stderr);
  assert.match(overview.stdout, /changed\s+src\/a\.ts/);
  assert.ok(!existsSync(mark), "workspace_overview started it");
  runJig(["git", "grep", "first", "HEAD~1"], { cwd: root });
  assert.ok(!existsSync(mark), "jig git grep started it");
  // Without our safeguards git would run it, because the repository says so.
  try {
    execFileSync("git", ["log", "--name-only"], { cwd: root, stdio: "ignore" });
  } catch {}
  assert.ok(existsSync(mark), "git itself starts it");
});

test("below the top of a repository its history and lines are there", { skip: process.platform === "win32" }, () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-below-")));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root });
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.ts"), "apple\n");
  writeFileSync(join(root, "top.ts"), "apple\n");
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "one");
  const below = (...args: string[]) => runJig(args, { cwd: join(root, "src") });
  assert.equal(below("git", "grep", "apple").stdout, "a.ts:apple\n");
  assert.equal(below("git", "ls-files").stdout, "a.ts\n");
  const { stdout } = below("workspace_overview", "--as", "text");
  assert.match(stdout, /changed\s+a\.ts/);
  assert.doesNotMatch(stdout, /top\.ts/);
});

test("no filter of a repository and no pager runs, in any spelling", { skip: process.platform === "win32" }, () => {
  const { root, mark } = partialClone();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root });
  git("config", "core.fsmonitor", "false");
  git("config", "filter.x.clean", `touch '${mark}'; cat`);
  git("config", "core.pager", `touch '${mark}'; cat`);
  writeFileSync(join(root, ".gitattributes"), "* filter=x\n");
  // Same size, so git has to compare contents.
  writeFileSync(join(root, "src", "a.ts"), "sec0nd");
  const env = { JIG_NO_CONFINEMENT: "1" };
  for (const words of [
    ["ls-files", "-m"],
    ["ls-files", "-cm"],
    ["ls-files", "--modi"],
    ["grep", "-O", "second"],
    ["grep", "-lO", "second"],
    ["grep", `-nOtouch ${mark}`, "second"],
  ]) {
    const { stderr } = runJig(["git", ...words], { cwd: root, env });
    assert.match(stderr, /is not supported here/, words.join(" "));
    assert.ok(!existsSync(mark), words.join(" "));
  }
  const outside = join(root, "..", "patterns");
  writeFileSync(outside, "second");
  for (const words of [[`-f${outside}`], ["-f", outside], ["-nf", outside]])
    assert.match(runJig(["git", "grep", ...words], { cwd: root, env }).stderr, /outside/, words.join(" "));
  assert.match(runJig(["git", "grep", "-m", "1", "sec"], { cwd: root, env }).stdout, /sec0nd/);
  git("ls-files", "-m");
  assert.ok(existsSync(mark), "git itself starts it");
});

/** Two folders: a repository, and one that pretends to be the same by pointing to it. */
function borrowers(): Record<string, string> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-borrowed-")));
  const owner = join(top, "owner");
  mkdirSync(owner);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: owner,
      encoding: "utf8",
    }).trim();
  git("init", "-q");
  writeFileSync(join(owner, "a.ts"), "first");
  git("add", ".");
  git("commit", "-qm", "a private subject");
  const at = (name: string) => {
    const folder = join(top, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "a.ts"), "second");
    return folder;
  };
  const [byFile, byLink, byCommon, byParts, byLoan] = ["file", "link", "common", "parts", "loan"].map(at) as [
    string,
    string,
    string,
    string,
    string,
  ];
  writeFileSync(join(byFile, ".git"), `gitdir: ${join(owner, ".git")}\n`);
  symlinkSync(join(owner, ".git"), join(byLink, ".git"));
  for (const folder of [byCommon, byParts, byLoan]) {
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git", "HEAD"), `${git("rev-parse", "HEAD")}\n`);
  }
  writeFileSync(join(byCommon, ".git", "commondir"), join(owner, ".git"));
  for (const part of ["objects", "refs"]) symlinkSync(join(owner, ".git", part), join(byParts, ".git", part));
  mkdirSync(join(byLoan, ".git", "objects", "info"), { recursive: true });
  mkdirSync(join(byLoan, ".git", "refs"));
  writeFileSync(join(byLoan, ".git", "objects", "info", "alternates"), `${join(owner, ".git", "objects")}\n`);
  return { owner, byFile, byLink, byCommon, byParts, byLoan };
}

test("a .git that leads elsewhere shows nobody else's commits", { skip: process.platform === "win32" }, () => {
  const { owner = "", ...others } = borrowers();
  // With sandboxing, git couldn't read it anyway.
  for (const env of [{}, { JIG_NO_CONFINEMENT: "1" }]) {
    const own = runJig(["workspace_overview", "--as", "json"], { cwd: owner, env });
    assert.match(own.stdout, /a private subject/);
    for (const [name, folder] of Object.entries(others)) {
      const shown = execFileSync("git", ["-c", "safe.directory=*", "log", "--format=%s"], { cwd: folder });
      assert.match(String(shown), /a private subject/, `git itself shows it: ${name}`);
      const { code, stdout } = runJig(["workspace_overview", "--as", "json"], { cwd: folder, env });
      assert.equal(code, 0);
      assert.doesNotMatch(stdout, /a private subject/, name);
      assert.match(stdout, /based on file times, not on commits: its \.git leads out of the workspace/, name);
      const searched = runJig(["git", "grep", "first", "HEAD"], { cwd: folder, env });
      assert.match(searched.stderr, /leads out of the workspace/, name);
      assert.doesNotMatch(searched.stdout, /first/, name);
    }
  }
});

test("settings of a repository name no other working tree", { skip: process.platform === "win32" }, () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-tree-")));
  const [root, private_] = [join(top, "root"), join(top, "private")];
  for (const folder of [root, private_]) mkdirSync(folder);
  writeFileSync(join(private_, "secret.txt"), "needle\n");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  git("init", "-q");
  git("config", "core.worktree", private_);
  git("add", "--", join(private_, "secret.txt"));
  writeFileSync(join(private_, "secret.txt"), "needle, changed\n");
  assert.match(git("grep", "needle"), /changed/);
  for (const env of [{}, { JIG_NO_CONFINEMENT: "1" }] as Record<string, string>[])
    assert.doesNotMatch(runJig(["git", "grep", "needle"], { cwd: root, env }).stdout, /changed/);
});

test("a file whose name has line ends and escapes is named as it is", { skip: process.platform === "win32" }, () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-odd-names-")));
  const name = "we\nird:\u001b[31m.ts";
  writeFileSync(join(root, name), "a\n// TODO: one: two\n");
  writeFileSync(join(root, "b.ts"), "// FIXME last line");
  const { rows, todos } = JSON.parse(runJig(["workspace_overview", "--as", "json"], { cwd: root }).stdout);
  assert.equal(todos, 2);
  const found = rows.filter((row: { section: string }) => row.section === "todo");
  assert.deepEqual(
    new Set(found.map(({ path, line, name }: Record<string, unknown>) => `${path} ${line} ${name}`)),
    new Set([`${join(root, name)} 2 // TODO: one: two`, `${join(root, "b.ts")} 1 // FIXME last line`]),
  );
});
