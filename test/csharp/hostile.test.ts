/** Robustness of the compiled binary: hostile files, patterns and paths, killed processes. */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const PROJECT = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
};

describe("paths", () => {
  const outside = scratch({ "secret.cs": "class Secret { }" });
  const root = scratch({ ...PROJECT, "Assets/A.cs": "class A { }", "Assets/Note.txt": "text" });
  symlinkSync(join(outside, "secret.cs"), join(root, "Assets/Link.cs"));
  symlinkSync(outside, join(root, "Assets/Folder"));
  mkdirSync(join(root, "Assets/Dir.cs"));
  const cases: [path: string, code: string][] = [
    ["Assets/../../secret.cs", "PATH_SCOPE_INVALID"],
    [join(outside, "secret.cs"), "PATH_SCOPE_INVALID"],
    ["Assets/Link.cs", "PATH_SCOPE_INVALID"],
    ["Assets/Folder/secret.cs", "PATH_SCOPE_INVALID"],
    ["Assets/Dir.cs", "FILE_NOT_FOUND"],
    ["Assets/None.cs", "FILE_NOT_FOUND"],
    ["Assets/Note.txt", "ONLY_CS_SUPPORTED"],
    ["", "PATH_REQUIRED"],
    ["Assets/A\0.cs", "INVALID_ARGUMENT"],
  ];
  for (const tool of ["script_read", "script_symbols_get"]) {
    for (const [path, code] of cases) {
      test(`${tool} ${JSON.stringify(path)} is ${code}`, () => {
        const { code: exit, value } = callJig(tool, { path }, { cwd: root });
        assert.equal(exit, code === "INVALID_ARGUMENT" ? 2 : 1);
        assert.equal(value.code, code, JSON.stringify(value));
        assert.equal(typeof value.error, "string");
      });
    }
  }
  test("a link out is not searched or indexed, and a directory named like a script is no script", () => {
    const { value } = callJig("script_symbol_find", { name: "Secret", scope: "all" }, { cwd: root });
    assert.equal(value.total, 0);
    assert.equal(callJig("script_index_status", { wait: true }, { cwd: root }).value.totalFiles, 1);
  });
});

describe("files", () => {
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from("class Wide { void Überall() { } }\n", "utf16le"),
  ]);
  const latin = Buffer.from('class Old { string s = "\xfcber"; void Alt() { } }', "latin1");
  const root = scratch({
    ...PROJECT,
    "Assets/Wide.cs": utf16,
    "Assets/Old.cs": latin,
    "Assets/Raw.cs": 'class Raw { string s = """\n never closed { \n',
    "Assets/Long.cs": `class Long { string s = "${"x".repeat(5_000_000)}"; void After() { } }`,
    "Assets/Empty.cs": "",
    "Assets/Null.cs": Buffer.from([0, 1, 2, 255, 254]),
    "Assets/Deep.cs": `${"namespace N { ".repeat(5000)}class Bottom { }`,
    "Assets/Crlf.cs": "class Crlf {\r\n  int end = 1;\r\n}\r\n",
    "Assets/Brackets.cs": `class B { int x = ${"(".repeat(200_000)}; }\nclass Tail { }`,
  });
  const names = (path: string) =>
    callJig("script_symbols_get", { path }, { cwd: root }).value.symbols.map((one: { name: string }) => one.name);

  test("UTF-16, Latin-1, an unterminated raw string and a 5 MB line are understood", () => {
    assert.deepEqual(names("Assets/Wide.cs"), ["Wide", "Überall"]);
    assert.deepEqual(names("Assets/Old.cs"), ["Old", "s", "Alt"]);
    assert.deepEqual(names("Assets/Raw.cs"), ["Raw", "s"]);
    assert.deepEqual(names("Assets/Long.cs"), ["Long", "s", "After"]);
    assert.deepEqual(names("Assets/Empty.cs"), []);
  });

  test("a file that cannot be understood is named, and hides no other", () => {
    const { value } = callJig("script_index_status", { wait: true }, { cwd: root });
    assert.equal(value.coverage, 100);
    assert.ok(value.degraded.some((one: { path: string }) => one.path === "Assets/Raw.cs"));
    assert.equal(callJig("script_symbol_find", { name: "After", exact: true }, { cwd: root }).value.total, 1);
  });

  test("a line over maxBytes is PREVIEW_TOO_LARGE, other lines are cut whole", () => {
    assert.equal(callJig("script_read", { path: "Assets/Long.cs" }, { cwd: root }).value.code, "PREVIEW_TOO_LARGE");
    const { value } = callJig("script_read", { path: "Assets/Crlf.cs", maxBytes: 28 }, { cwd: root });
    assert.deepEqual([value.content, value.endLine, value.truncated], ["class Crlf {\n  int end = 1;", 2, true]);
  });

  test("a regular expression sees line ends as they are meant", () => {
    const { value } = callJig("script_search", { pattern: "1;$", patternType: "regex" }, { cwd: root });
    assert.deepEqual(value.pathTable, ["Assets/Crlf.cs"]);
  });

  test("references in broken files are answered", () => {
    for (const name of ["After", "Bottom", "Raw", "x"]) {
      const { code, value } = callJig("script_refs_find", { name }, { cwd: root });
      assert.equal(code, 0, JSON.stringify(value).slice(0, 500));
    }
  });
});

describe("patterns", () => {
  const root = scratch({
    ...PROJECT,
    "Assets/A.cs": "class A { int aaa; }",
    "Assets/B.cs": `class B { int ${"a".repeat(40)}; }`,
    "Assets/C.cs": "class C { int aaa; }",
  });

  test("a bad pattern is INVALID_REGEX, an empty one PATTERN_REQUIRED", () => {
    assert.equal(
      callJig("script_search", { pattern: "(", patternType: "regex" }, { cwd: root }).value.code,
      "INVALID_REGEX",
    );
    assert.equal(callJig("script_search", { pattern: "" }, { cwd: root }).value.code, "PATTERN_REQUIRED");
    assert.equal(callJig("script_search", {}, { cwd: root }).value.code, "PATTERN_REQUIRED");
  });
});
