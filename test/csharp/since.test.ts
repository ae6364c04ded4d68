/** `script_impact_find` with `since`: changed declarations with callers, assets and tests, in generated repositories. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";

const git = (root: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, encoding: "utf8" });

const GUID = "0123456789abcdef0123456789abcdef";

/** A repository with a single commit. */
function repository(files: Record<string, string>): string {
  const root = scratch(files);
  git(root, "init", "-q");
  git(root, "add", ".");
  git(root, "commit", "-qm", "one");
  return root;
}

const FILES = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  ".gitignore": "Ignored.cs\n",
  "Assets/Cart.cs": `using UnityEngine;
namespace Shop {
  public partial class Cart : MonoBehaviour {
    public int count = 1, other = 2;
    public void Add(int n) { count += n; }
    public void Add(string s) { }
    public void Gone() { }
    public void Pressed() { }
  }
  public enum Mode { A, B }
}
`,
  "Assets/Cart.cs.meta": `fileFormatVersion: 2\nguid: ${GUID}\n`,
  "Assets/Cart.Parts.cs": "namespace Shop { public partial class Cart { int Total() => 1; } }\n",
  "Assets/User.cs":
    "namespace Shop { public class User { void Buy(Cart c) { c.Add(2); c.Gone(); } public void Go() => Buy(null); } }\n",
  "Assets/Tests.cs": "class Tests { [Test] void Buys() { new Shop.User().Go(); } [Test] void Other() { } }\n",
  "Assets/Moved.cs": "class Moved { void M() { } }\n",
  "Assets/Menu.prefab": `%YAML 1.1
--- !u!114 &1
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}
  count: 3
`,
};

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any;
const ask = (root: string, since: string): Answer => callJig("script_impact_find", { since }, { cwd: root }).value;
const said = ({ results }: Answer): string[] =>
  results.map(({ where, kind, symbol_path, path, lines, of }: Record<string, unknown>) =>
    [where, kind, symbol_path ?? path, ...(lines ? [lines] : []), ...(of ? [`of ${of}`] : [])].join(" "),
  );

test("added, changed and removed declarations, who calls them, what carries them, the tests that reach them", () => {
  const root = repository(FILES);
  writeFileSync(
    join(root, "Assets/Cart.cs"),
    `using UnityEngine;
namespace Shop
{
  // a comment, and other line ends\r
  public partial class Cart : MonoBehaviour
  {
    #region numbers
    public int count = 1, other = 3;
    #endregion
    public void Add(int n)
    {
      count += n + 1;
    }
    public void Add(string s) { }
    public void Pressed() { } /* nothing */
  }
  public enum Mode { A, B, C, }
  class Fresh { int x; void Y() { } }
}
`,
  );
  renameSync(join(root, "Assets/Moved.cs"), join(root, "Assets/Elsewhere.cs"));
  writeFileSync(join(root, "Assets/Ignored.cs"), "class Ignored { }");
  writeFileSync(join(root, "Assets/Untracked.cs"), "class Untracked { }");
  const answer = ask(root, "worktree");
  assert.deepEqual(said(answer), [
    "changed field Shop.Cart/other",
    "changed method Shop.Cart/Add(int)",
    "removed method Shop.Cart/Gone()",
    "added enumMember Shop.Mode/C",
    "added class of 2 members Shop.Fresh",
    "added class Untracked",
    "caller method Shop.User/Buy 1 of Shop.Cart/Add(int)",
    "code still names Gone Assets/User.cs 1",
    "asset component Assets/Menu.prefab of Assets/Cart.cs",
    "test Test Tests/Buys",
  ]);
  assert.ok(
    answer.notes.includes("Moved without a change: Assets/Moved.cs → Assets/Elsewhere.cs"),
    answer.notes.join("; "),
  );
  assert.match(answer.compared, /^HEAD \([0-9a-f]{10}\) and the working tree$/);
  assert.equal(answer.overview, "2 changed, 3 added, 1 removed; 1 callers, 1 assets, 1 tests");
});

test("staged is what the next commit has, a commit is compared with the files on disk", () => {
  const root = repository(FILES);
  const user = join(root, "Assets/User.cs");
  writeFileSync(user, FILES["Assets/User.cs"].replace("c.Add(2)", "c.Add(3)"));
  git(root, "add", ".");
  writeFileSync(user, FILES["Assets/User.cs"]);
  assert.deepEqual(said(ask(root, "staged")).slice(0, 1), ["changed method Shop.User/Buy"]);
  assert.deepEqual(ask(root, "worktree").notes, ["No script differs"]);
  writeFileSync(user, FILES["Assets/User.cs"].replace("Go()", "Run()"));
  git(root, "commit", "-qam", "two");
  rmSync(join(root, "Assets/Cart.Parts.cs"));
  assert.deepEqual(said(ask(root, "HEAD~1")).slice(0, 4), [
    "changed class Shop.Cart",
    "removed method Shop.Cart/Total()",
    "removed method Shop.User/Go()",
    "added method Shop.User/Run",
  ]);
});

test("a saved value of a changed field and an event that calls a changed method are named", () => {
  const event = "  m_OnClick:\n    m_Calls:\n    - m_Target: {fileID: 1}\n      m_MethodName: Pressed\n";
  const root = repository({ ...FILES, "Assets/Menu.prefab": FILES["Assets/Menu.prefab"] + event });
  const text = FILES["Assets/Cart.cs"]
    .replace("int count = 1", "int count = 5")
    .replace("Pressed() { }", "Pressed() { Gone(); }");
  writeFileSync(join(root, "Assets/Cart.cs"), text);
  const assets = said(ask(root, "HEAD")).filter((row) => row.startsWith("asset"));
  assert.deepEqual(assets, [
    "asset component Assets/Menu.prefab of Assets/Cart.cs",
    "asset value Assets/Menu.prefab of Shop.Cart/count",
    "asset event Assets/Menu.prefab of Shop.Cart/Pressed",
  ]);
});

test("a line that only may call a changed method is possible beside a certain one of the same caller", () => {
  const user = `class Both {
  void M(Cart c) {
    c.Put(1);
    c.Put(Nope.X);
    c.Put(3); c.Put(Nope.X);
  }
  void N(Cart c) { c.Put(Nope.X); }
}
`;
  const cart =
    "class Cart {\n public void Put(int n) { }\n public void Put(string s) { }\n void Take() { Put(Nope.X); }\n}\n";
  const root = repository({ "p.csproj": '<Project Sdk="Microsoft.NET.Sdk" />', "Cart.cs": cart, "Both.cs": user });
  writeFileSync(join(root, "Cart.cs"), cart.replace("(int n) { }", "(int n) { n++; }"));
  const answer = ask(root, "HEAD");
  const callers = answer.results
    .filter(({ where }: Record<string, unknown>) => where === "caller")
    .map(({ symbol_path, lines, certainty }: Record<string, unknown>) => `${symbol_path} ${lines} ${certainty}`);
  assert.deepEqual(callers, ["Both/M 3,5 certain", "Both/M 4 possible", "Both/N 7 possible", "Cart/Take 4 possible"]);
  assert.equal(answer.certain, 1);
  assert.equal(answer.possible, 3);
});

test("what is no revision, or no repository, is refused by a code", () => {
  const root = repository(FILES);
  const refused = (since: string, cwd = root) => callJig("script_impact_find", { since }, { cwd }).value;
  assert.match(refused("nope").error, /^"nope" is not a revision of this repository/);
  assert.equal(refused("--output=x").code, "INVALID_ARGUMENT");
  assert.equal(refused("HEAD..HEAD").code, "INVALID_ARGUMENT");
  assert.equal(refused("^HEAD").code, "INVALID_ARGUMENT");
  const plain = scratch({ "a.csproj": "<Project />", "A.cs": "class A { }" });
  assert.equal(refused("worktree", plain).code, "UNAVAILABLE");
  const both = callJig("script_impact_find", { since: "HEAD", name: "Cart" }, { cwd: root }).value;
  assert.match(both.error, /"since" rules out name/);
});

test("submodules, conflicts and roots without the revision are named: they may hold changes", () => {
  const root = repository(FILES);
  git(root, "update-index", "--add", "--cacheinfo", `160000,${git(root, "rev-parse", "HEAD").trim()},Library`);
  const parts = git(root, "rev-parse", "HEAD:Assets/Cart.Parts.cs").trim();
  // Changed on our side, removed on theirs.
  const sides = [1, 2].map((stage) => `100644 ${parts} ${stage}\tAssets/Cart.Parts.cs\n`).join("");
  git(root, "rm", "-q", "--cached", "Assets/Cart.Parts.cs");
  execFileSync("git", ["update-index", "--index-info"], { cwd: root, input: sides });
  const plain = scratch({ "A.cs": "class A { }" });
  const roots = ["--root", root, "--root", plain];
  const { stdout } = runJig(["script_impact_find", '{"since":"staged"}', ...roots]);
  assert.deepEqual(JSON.parse(stdout).notes, [
    "In conflict, so only one side was compared: Assets/Cart.Parts.cs",
    "Not compared, because submodules are separate repositories: Library",
    `Not compared: Git finds no repository in ${plain}`,
    "No script differs",
  ]);
});

test("no filter that a repository names is started", { skip: process.platform === "win32" }, () => {
  const root = repository({ ...FILES, ".gitattributes": "*.cs filter=own diff=own\n" });
  const mark = join(root, "started");
  for (const key of [
    "filter.own.clean",
    "filter.own.smudge",
    "diff.own.textconv",
    "diff.own.command",
    "core.fsmonitor",
  ])
    git(root, "config", key, `touch '${mark}'; cat`);
  writeFileSync(join(root, "Assets/User.cs"), FILES["Assets/User.cs"].replace("c.Add(2)", "c.Add(4)"));
  for (const since of ["worktree", "staged", "HEAD"]) {
    const { stdout } = runJig(["script_impact_find", JSON.stringify({ since }), "--as", "text"], { cwd: root });
    assert.match(stdout, /between HEAD/);
  }
  assert.ok(!existsSync(mark));
  // Without our safeguards git would run it, because the repository says so.
  try {
    execFileSync("git", ["diff"], { cwd: root, stdio: "ignore" });
  } catch {}
  assert.ok(existsSync(mark), "git itself starts it");
});

test("a linked worktree and a submodule are compared like any repository", () => {
  const root = repository(FILES);
  const worktree = join(scratch(), "linked");
  git(root, "worktree", "add", "-q", worktree);
  const above = repository({ "a.txt": "" });
  git(above, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", root, "sub");
  for (const folder of [worktree, join(above, "sub")]) {
    writeFileSync(join(folder, "Assets", "Moved.cs"), "class Moved { void M() { } void New() { } }\n");
    assert.ok(
      said(ask(folder, "HEAD")).some((row) => row.includes("Moved/New")),
      folder,
    );
    assert.ok(
      said(ask(folder, "worktree")).some((row) => row.includes("Moved/New")),
      folder,
    );
  }
});
