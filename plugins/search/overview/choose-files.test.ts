/** Tests the selection of entry points, tests and hand-written sources. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isTest, isWritten, startsOf, testFolders } from "./choose-files.ts";
import { programmingLanguage } from "./programming-languages.ts";

test("programs start in main files, the shallow ones first, those of examples and tests last", () => {
  const go = ["examples/main.go", "cmd/server/main.go", "internal/x/y.go", "main.go", "go.mod"];
  assert.deepEqual(startsOf(go, 9), ["main.go", "cmd/server/main.go", "examples/main.go"]);
  const rust = ["src/main.rs", "src/lib.rs", "tests/main.rs", "crates/a/src/lib.rs"];
  assert.equal(startsOf(rust, 1)[0], "src/main.rs");
  assert.equal(startsOf(rust, 9).at(-1), "tests/main.rs");
  assert.deepEqual(startsOf(["src/index.ts", "README.md"], 9), ["src/index.ts"]);
  assert.deepEqual(startsOf(["Api/Program.cs", "Api/Startup.cs"], 9), ["Api/Program.cs"]);
  assert.deepEqual(startsOf([], 9), []);
});

test("a library begins with the file or folder of the repository's name, not with its tests or helpers", () => {
  const gin = ["auth.go", "auth_test.go", "context.go", "gin.go", "gin_test.go"];
  assert.deepEqual(startsOf(gin, 9, "gin"), ["gin.go"]);
  assert.deepEqual(startsOf(["a.go", "a_test.go"], 1, "other"), ["a.go"]);
  const tokio = [
    "tests-integration/src/bin/test-cat.rs",
    "tests-build/src/lib.rs",
    "tokio/src/lib.rs",
    "tokio-util/src/lib.rs",
  ];
  assert.deepEqual(startsOf(tokio, 2, "tokio"), ["tokio/src/lib.rs", "tokio-util/src/lib.rs"]);
  assert.deepEqual(startsOf(["scripts/release.sh", "src/main.rs"], 9, "fd"), ["src/main.rs"]);
  assert.deepEqual(startsOf(["src/flask/cli.py", "src/flask/__init__.py"], 1, "flask"), ["src/flask/__init__.py"]);
});

test("tests are known by the names that their runners want", () => {
  for (const path of [
    "a_test.go",
    "src/x.test.ts",
    "src/x.spec.jsx",
    "tests/test_a.py",
    "test_a.py",
    "Assets/Tests/PlayerTests.cs",
    "tests/cli.rs",
    "spec/models/user_spec.rb",
    "src/__tests__/a.js",
  ])
    assert.ok(isTest(path), path);
  for (const path of ["src/latest.ts", "contest.py", "testing.md", "src/Attest.cs", "tests/README.md"])
    assert.ok(!isTest(path), path);
});

test("folders of tests are counted, the fullest first", () => {
  const found = testFolders(["src/a/x_test.go", "src/a/y_test.go", "tests/a.rs", "b.test.ts"], 9);
  assert.deepEqual(found[0], { folder: "src/a/", files: 2, first: "src/a/x_test.go" });
  assert.deepEqual(found.map(({ folder }) => folder).sort(), [".", "src/a/", "tests/"]);
});

test("what is generated or no program is not written by anybody", () => {
  assert.ok(isWritten("src/a.ts"));
  for (const path of ["dist/a.js", "a.min.js", "a.pb.go", "package-lock.json", "README.md", "noending"])
    assert.ok(!isWritten(path), path);
  assert.equal(programmingLanguage("x/y.CS"), "C#");
  assert.equal(programmingLanguage("Makefile"), undefined);
});
