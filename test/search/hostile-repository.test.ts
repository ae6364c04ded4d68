/** A repository whose settings name programs: jig reads it with git, and starts none of them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runJig } from "../jig.ts";

/** A partial clone with a missing folder of its first commit, which git would fetch by a command of the repository. */
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
  // Without these rules git starts it: the repository is what it says.
  try {
    execFileSync("git", ["log", "--name-only"], { cwd: root, stdio: "ignore" });
  } catch {}
  assert.ok(existsSync(mark), "git itself starts it");
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
