/** Path rules with arbitrary input: nothing outside is resolved, and printed paths are accepted. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { Root } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { nearestName } from "../contract/nearest-name.ts";
import { displayPath, isInside, isUnsupportedForm, resolvePath } from "./path-rules.ts";
import { openRoots } from "./workspace.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-paths-")));
for (const folder of ["root/sub/深い", "root2", "root-twin", "secret"])
  mkdirSync(join(top, folder), { recursive: true });
const FILES = [
  "root/a.txt",
  "root/sub/b.txt",
  "root/sub/深い/😀.txt",
  "root/-x",
  "root/..hidden",
  "root2/a.txt",
  "root-twin/t",
  "secret/s",
];
for (const file of FILES) writeFileSync(join(top, file), "x");
writeFileSync(join(top, "root", "back\\slash.txt"), "x");
symlinkSync(join(top, "secret"), join(top, "root", "link-out"));
symlinkSync(join(top, "root", "sub"), join(top, "root", "link-in"));
symlinkSync(join(top, "nowhere"), join(top, "root", "dangling"));
symlinkSync("sub/nothing", join(top, "root", "dead"));
symlinkSync("circle", join(top, "root", "circle"));
mkdirSync(join(top, "root", "x.cs"));
execFileSync("mkfifo", [join(top, "root", "pipe")]);

const one = openRoots([join(top, "root")], undefined);
const two = openRoots([join(top, "root"), join(top, "root2")], undefined);

function codeOf(roots: readonly Root[], path: unknown, expect?: "any" | "directory" | "new"): string {
  try {
    return resolvePath(roots, path as string, expect ? { expect } : {}).relative;
  } catch (error) {
    assert.ok(error instanceof JigError, String(error));
    return error.code;
  }
}

test("resolvePath() takes what is inside, however it is written", () => {
  const inside: [string, string][] = [
    ["a.txt", "a.txt"],
    ["./sub//b.txt", "sub/b.txt"],
    ["sub/../a.txt", "a.txt"],
    ["sub\\b.txt", "sub/b.txt"],
    ["back\\slash.txt", "back\\slash.txt"],
    ["link-in/b.txt", "sub/b.txt"],
    ["sub/深い/😀.txt", "sub/深い/😀.txt"],
    ["-x", "-x"],
    ["..hidden", "..hidden"],
    ["root/a.txt", "a.txt"],
    [join(top, "root", "a.txt"), "a.txt"],
  ];
  for (const [path, relative] of inside) assert.equal(codeOf(one, path), relative, path);
});

test("resolvePath() takes a file that is replaced all the time", async () => {
  const file = join(mkdtempSync(join(top, "root", "busy-")), "file");
  writeFileSync(file, "");
  const writer = `const { renameSync, writeFileSync } = require("node:fs");
    for (;;) { writeFileSync(process.argv[1] + ".new", ""); renameSync(process.argv[1] + ".new", process.argv[1]); process.stdout.write("."); }`;
  const child = spawn(process.execPath, ["-e", writer, file], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    await once(child.stdout, "data");
    for (let at = 0; at < 20_000; at++) assert.equal(resolvePath(one, file).absolute, file);
  } finally {
    child.kill();
    child.stdout.destroy();
  }
});

test("resolvePath() refuses what leaves the workspace, and does not tell whether it exists", () => {
  for (const path of [
    "..",
    "../secret/s",
    "sub/../../secret/s",
    "link-out/s",
    "link-out",
    "dangling",
    "dead",
    "circle",
    "/etc/passwd",
    "/no/such/thing",
    join(top, "root-twin", "t"),
    join(top, "secret", "s"),
    "C:\\Windows\\win.ini",
    "c:/x",
    "\\\\server\\share",
  ]) {
    assert.equal(codeOf(one, path), "PATH_OUTSIDE", path);
    assert.equal(codeOf(one, path, "new"), "PATH_OUTSIDE", `new ${path}`);
  }
});

test("a link that leads nowhere and a root that vanished are called so", () => {
  assert.throws(() => resolvePath(one, "dead"), {
    message: 'The path "dead" is a broken link',
    hint: 'It points to "sub/nothing", which does not exist',
  });
  for (const path of ["dangling", "circle"])
    assert.throws(() => resolvePath(one, path), /is outside the workspace|leads through a loop of links/);
  const place = join(top, "vanishing");
  mkdirSync(place);
  const roots = openRoots([place], undefined);
  rmdirSync(place);
  for (const path of ["a.txt", ".", place, join(place, "a.txt")]) {
    assert.throws(() => resolvePath(roots, path), {
      code: "PATH_NOT_FOUND",
      message: `The workspace root ${JSON.stringify(place)} is gone`,
    });
  }
  assert.equal(codeOf(roots, "/etc/passwd"), "PATH_OUTSIDE");
});

test("resolvePath() says what is wrong with the rest", () => {
  assert.equal(codeOf(one, "nope"), "PATH_NOT_FOUND");
  assert.equal(codeOf(one, "nope/new.txt", "new"), "PATH_NOT_FOUND");
  assert.equal(codeOf(one, "sub/new.txt", "new"), "sub/new.txt");
  assert.equal(codeOf(one, "a.txt/x"), "PATH_NOT_FOUND");
  for (const path of ["x.cs", "pipe", "sub"]) assert.equal(codeOf(one, path), "NOT_A_FILE", path);
  assert.equal(codeOf(one, "a.txt", "directory"), "NOT_A_FILE");
  assert.equal(codeOf(one, "sub", "directory"), "sub");
  for (const path of ["", "  ", "a\0b", "x".repeat(5000), "y".repeat(300), "file:///etc/passwd", 5, null, undefined]) {
    assert.equal(codeOf(one, path), "INVALID_ARGUMENT", String(path).slice(0, 20));
  }
});

test("several roots: an ambiguous path names its candidates, and each candidate is accepted", () => {
  try {
    resolvePath(two, "a.txt");
    assert.fail("ambiguous");
  } catch (error) {
    const candidates = (error as JigError).details?.candidates as string[];
    assert.deepEqual(candidates, ["root/a.txt", "root2/a.txt"]);
    for (const candidate of candidates) assert.equal(resolvePath(two, candidate).display, candidate);
  }
  assert.equal(resolvePath(two, "sub/b.txt").display, "root/sub/b.txt");
});

test("openRoots() names twins apart and refuses what is too wide", () => {
  mkdirSync(join(top, "other", "root"), { recursive: true });
  const roots = openRoots([join(top, "root"), join(top, "other", "root"), join(top, "root", ".")], undefined);
  assert.deepEqual(
    roots.map((root) => root.name),
    ["root", "root~2"],
  );
  for (const folder of ["/", top, join(top, "nope"), join(top, "root", "a.txt")]) {
    assert.throws(() => openRoots([folder], top), { code: "INVALID_ARGUMENT" }, folder);
  }
});

test("whatever is written, what resolves is inside, and its display resolves to the same", () => {
  const step = fc.constantFrom(
    "..",
    ".",
    "sub",
    "深い",
    "a.txt",
    "link-out",
    "link-in",
    "root",
    "root2",
    "secret",
    "s",
    "",
    "~",
    "pipe",
    "\\",
    "b.txt",
  );
  const written = fc.oneof(
    fc.array(step, { maxLength: 7 }).map((steps) => steps.join("/")),
    fc.array(step, { maxLength: 5 }).map((steps) => join(top, ...steps)),
    fc.string({ unit: "binary", maxLength: 30 }),
  );
  fc.assert(
    fc.property(
      written,
      fc.constantFrom(one, two),
      fc.constantFrom("any" as const, "new" as const),
      (path, roots, expect) => {
        try {
          const found = resolvePath(roots, path, { expect });
          assert.ok(
            roots.some((root) => isInside(root.path, found.absolute)),
            path,
          );
          if (found.kind === "missing") return;
          assert.equal(
            resolvePath(roots, displayPath(roots, found.absolute), { expect: "any" }).absolute,
            found.absolute,
          );
        } catch (error) {
          if (!(error instanceof JigError)) throw error;
        }
      },
    ),
    { numRuns: 3000 },
  );
});

test("a misspelt path names the one beside it, and never one outside", () => {
  const hintOf = (path: string, roots = one) => {
    try {
      return resolvePath(roots, path, {}, nearestName).display;
    } catch (error) {
      return (error as JigError).hint;
    }
  };
  assert.equal(hintOf("sub/c.txt"), 'Did you mean "sub/b.txt"?');
  assert.equal(hintOf("Sub/B.TXT"), 'Did you mean "sub/b.txt"?');
  assert.equal(hintOf("sob/b.txt"), 'Did you mean "sub/b.txt"?');
  assert.equal(hintOf("root/sub/c.txt", two), 'Did you mean "root/sub/b.txt"?');
  const spelling = "Check the spelling; paths are relative to the workspace root";
  for (const far of ["sub/quite-another", "link-ou/s", "danglin", "circl", "nowhere/at/all"])
    assert.equal(hintOf(far), spelling);
});

test("a place is no path, and its file is named", () => {
  for (const place of ["a.txt:3", "a.txt:3:14", "a.txt:3-9", join(top, "root", "a.txt:3")])
    assert.throws(() => resolvePath(one, place), { code: "PATH_NOT_FOUND", hint: 'Did you mean "a.txt"?' });
  assert.throws(() => resolvePath(one, "link-out/s:3"), { code: "PATH_OUTSIDE" });
});

test("what no path of this system looks like", () => {
  const foreign = (windows: boolean, paths: string[]) => paths.filter((path) => isUnsupportedForm(path, windows));
  const windowsOnly = ["C:\\a.cs", "c:/a.cs", "\\\\server\\share\\a.cs"];
  assert.deepEqual(foreign(false, [...windowsOnly, "a:b.cs", "Assets\\a.cs", "/a.cs"]), windowsOnly);
  const devicesAndStreams = ["\\\\?\\C:\\a.cs", "//./PIPE/a", "a.cs:stream", "C:\\a.cs:stream", "a.cs::$DATA", ":a"];
  assert.deepEqual(foreign(true, [...devicesAndStreams, ...windowsOnly, "Assets\\a.cs"]), devicesAndStreams);
});

test("what is plainly below a folder is inside, and nothing that only looks so", () => {
  const inside = ["/a/b", "/a/b/c.cs", "/a/b/.git/c", "/a/b/c..d/e", "/a/b/..c"];
  const beside = ["/a/bc", "/a", "/a/b/../c", "/a/b/c/../../d", "/a/b/..", "/a/b/./../c", "/a//b/../c", "a/b/c"];
  assert.deepEqual(
    [...inside, ...beside].filter((place) => isInside("/a/b", place, posix)),
    inside,
  );
  // The fast path is only for folders with forward slashes.
  assert.equal(isInside("/a/b", "/a/b/c\\..\\..\\..\\d", win32), false);
});
