/** What a probe finds in a workspace, and how few folders it reads. */
import assert from "node:assert/strict";
import { type Dirent, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { WorkspaceProbe } from "./workspace-condition.ts";

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

/** A folder of many folders with many folders each, as a reader gives them: `last` has one file more. */
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
