/** Path rules for Windows, tested with `path.win32`: drives, shares, case, separators, aliases. */
import assert from "node:assert/strict";
import { win32 } from "node:path";
import { test } from "node:test";
import type { Root } from "../contract/context.ts";
import { candidates, displayPath, isInside, rootOf, slashed } from "./path-rules.ts";
import { windowsAlias } from "./windows-names.ts";

const root = (path: string, name = win32.basename(path)): Root => ({ path, name }) as Root;
const within = (directory: string, place: string) => isInside(directory, place, win32);

test("inside: whatever the case and the separator; another drive or share never", () => {
  for (const [directory, place] of [
    ["C:\\Work\\Game", "C:\\Work\\Game"],
    ["C:\\Work\\Game", "c:\\work\\GAME\\Assets\\a.cs"],
    ["C:\\Work\\Game", "C:/Work/Game/Assets/a.cs"],
    ["C:\\", "C:\\a.cs"],
    ["\\\\server\\share", "\\\\SERVER\\Share\\a.cs"],
    ["\\\\server\\share\\Game", "//server/share/Game/..hidden"],
  ] as const)
    assert.ok(within(directory, place), `${place} in ${directory}`);
  for (const [directory, place] of [
    ["C:\\Work\\Game", "C:\\Work\\Game2\\a.cs"],
    ["C:\\Work\\Game", "C:\\Work"],
    ["C:\\Work\\Game", "D:\\Work\\Game\\a.cs"],
    ["C:\\Work\\Game", "\\\\server\\share\\a.cs"],
    ["\\\\server\\share\\Game", "\\\\server\\other\\Game\\a.cs"],
    ["\\\\server\\share\\Game", "\\\\other\\share\\Game\\a.cs"],
  ] as const)
    assert.ok(!within(directory, place), `${place} not in ${directory}`);
});

test("what a path may mean: relative by either separator, by the root's name, absolute, never out of the roots", () => {
  const one = [root("C:\\Work\\Game")];
  const meant = (roots: Root[], written: string) => candidates(roots, written, win32, () => false);
  const file = "C:\\Work\\Game\\Assets\\a.cs";
  for (const written of ["Assets/a.cs", "Assets\\a.cs", ".\\Assets/x/..\\a.cs"])
    assert.deepEqual(meant(one, written), [file]);
  assert.ok(meant(one, "Game\\Assets\\a.cs").includes(file));
  assert.deepEqual(
    meant(one, "c:/Work/Game/Assets/a.cs").map((each) => each.toLowerCase()),
    [file.toLowerCase()],
  );
  assert.deepEqual(meant(one, "..\\Other\\a.cs"), []);
  assert.deepEqual(meant(one, "D:a.cs"), []);
  const share = [root("\\\\server\\share\\Game"), root("D:\\Lib")];
  assert.deepEqual(meant(share, "Lib\\b.cs"), [
    "\\\\server\\share\\Game\\Lib\\b.cs",
    "D:\\Lib\\Lib\\b.cs",
    "D:\\Lib\\b.cs",
  ]);
});

test("paths are printed with /, relative to the innermost root, and mean the same when they come back", () => {
  const roots = [root("C:\\Work"), root("C:\\Work\\Game"), root("\\\\server\\share\\Lib")];
  for (const absolute of [
    "C:\\Work\\Game\\Assets\\a.cs",
    "C:\\Work\\b.cs",
    "\\\\server\\share\\Lib\\c.cs",
    "C:\\Work\\Game",
  ]) {
    const shown = displayPath(roots, absolute, win32);
    assert.ok(!shown.includes("\\"), shown);
    assert.ok(candidates(roots, shown, win32, () => false).includes(absolute), shown);
  }
  assert.equal(rootOf(roots, "c:\\work\\game\\x", win32)?.path, "C:\\Work\\Game");
  assert.equal(displayPath(roots, "E:\\a.cs", win32), "E:\\a.cs");
  assert.equal(slashed("a\\b", win32), "a/b");
});

test("names of devices, and names that Windows reads as others, are refused", () => {
  const refused = [
    "NUL",
    "src\\aux.cs",
    "con",
    "Con .txt",
    "COM1",
    "lpt9.log",
    "com\u00b9",
    "CONIN$",
    "a.cs.",
    "a.cs ",
    "dir. \\a.cs",
    "...",
  ];
  const taken = [
    "a.cs",
    ".",
    "..",
    "../a",
    "console.cs",
    "nullable.cs",
    "com10",
    "aux2.cs",
    "a b\\c.d",
    ".gitignore",
    "COM",
  ];
  assert.deepEqual(
    refused.filter((path) => !windowsAlias(path)),
    [],
  );
  assert.deepEqual(
    taken.filter((path) => windowsAlias(path)),
    [],
  );
});
