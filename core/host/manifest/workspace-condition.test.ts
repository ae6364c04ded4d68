/** Workspace conditions and how few folders they read. */
import assert from "node:assert/strict";
import { type Dirent, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import type { Manifest } from "./manifest.ts";
import { WorkspaceConditions, WorkspaceProbe } from "./workspace-condition.ts";

const top = mkdtempSync(join(tmpdir(), "jig-probe-"));
after(() => rmSync(top, { recursive: true }));

function put(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), "");
  }
}

test("paths and patterns, each part of a path where it stands", () => {
  put("one/src/app/app.csproj", "one/notes.txt", "one/node_modules/left/left.cs", "one/.git/hooks/a.cs");
  const root = join(top, "one");
  for (const path of [
    "src",
    "src/app/app.csproj",
    "*.txt",
    "s*c/*/*.csproj",
    "src/*/*.csproj",
    "*/app/*.csproj",
    "*/*/*.{sln,csproj}",
    "*/*/*",
  ])
    assert.equal(new WorkspaceProbe().finds(root, path), true, path);
  for (const path of [
    "app",
    "src/*.csproj",
    "*/*.csproj",
    "*.txt/*",
    "*/*/*/*",
    "gone/*/x",
    "*.tx",
    "*.{md,tx}",
    "*/*/*.cs",
  ])
    assert.equal(new WorkspaceProbe().finds(root, path), false, path);
});

/** Many folders with many subfolders, from a fake reader. `last` has one additional file. */
function wide(root: string, last: string) {
  const reads: string[] = [];
  const entry = (name: string, isFile: boolean) => ({ name, isFile: () => isFile }) as Dirent;
  const read = (path: string): Dirent[] => {
    const folder = path.replaceAll("\\", "/");
    reads.push(folder);
    if (folder === last) return [entry("x.csproj", true)];
    if (folder.split("/").length > root.split("/").length + 1) return [];
    return Array.from({ length: 1000 }, (_, at) => entry(`${at}`, false));
  };
  return { probe: new WorkspaceProbe(read), reads };
}

test("of a huge tree little is read, and nothing twice for another condition", () => {
  const { probe, reads } = wide("/root", "/nowhere");
  for (const path of ["*.cs", "*/*.cs", "*.csproj", "*/*.csproj", "*/*/*.csproj", "*/*/*.sln"])
    assert.equal(probe.finds("/root", path), false);
  assert.equal(reads.length, new Set(reads).size);
  assert.ok(reads.length <= 401, `${reads.length} folders`);
});

test("folders of many do not hide the first of the others", () => {
  const { probe } = wide("/root", "/root/150/0");
  assert.equal(probe.finds("/root", "*/*/*.csproj"), true);
});

test("what cannot be read holds nothing", () => {
  assert.equal(new WorkspaceProbe().finds(join(top, "gone"), "*/*"), false);
  assert.deepEqual(readdirSync(top), ["one"]);
});

test("a folder is read again only if it changed, or may have", () => {
  const { probe, reads } = wide(join(top, "one"), "/nowhere");
  put("two/a.txt");
  const [settled, fresh] = [join(top, "one"), join(top, "two")];
  utimesSync(settled, 1000, 1000);
  probe.finds(settled, "*.cs");
  assert.equal(probe.forgetChanged(), false);
  probe.finds(fresh, "*.cs");
  assert.equal(probe.forgetChanged(), true, "one changed a moment ago may change again without a new time");
  probe.finds(settled, "*.cs");
  utimesSync(settled, 2000, 2000);
  assert.equal(probe.forgetChanged(), true);
  probe.finds(settled, "*.cs");
  assert.equal(reads.filter((folder) => folder.endsWith("/one")).length, 2);
});

test("answers about many tools share one look at the workspace", () => {
  put("three/a.txt");
  const conditions = new WorkspaceConditions([{ name: "r", path: join(top, "three") }]);
  const scripts = { manifest: { title: "S", when: { workspaceHas: ["*.cs"] } } as unknown as Manifest };
  const before = conditions.inactiveReason(scripts);
  put("three/a.cs");
  assert.equal(conditions.inactiveReason(scripts), before);
  conditions.look();
  assert.equal(conditions.inactiveReason(scripts), undefined);
});
