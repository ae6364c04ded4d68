/** What `jig plugin test` and `build` say about the author's own files, by the compiled binary. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fresh } from "./fresh-user.ts";
import { author, skip } from "./new-author.ts";

test("the log of an example names the author's file, and not that of the copy", { skip, timeout: 60_000 }, () => {
  const { cwd, jig, print } = author();
  print("oops");
  const { stdout, stderr } = jig("plugin", "test", "notes");
  const file = join(cwd, "notes", "notes.py");
  assert.ok(stderr.includes(`info: notes:   File "${file}", line 3`), stderr);
  assert.ok(stdout.includes("NameError"), stdout);
  assert.doesNotMatch(stdout + stderr, /\/trusted\//);
});

test("an example fails if it continues with a parameter that the tool lacks", { skip, timeout: 60_000 }, () => {
  const { jig, print } = author();
  const value = '{"greeting": "Hello", "file": "notes.txt", "lines": 1}';
  print(`'{"value": ${value}, "next": {"page": 2}}'`);
  assert.match(
    jig("plugin", "test", "notes").stdout,
    /^FAIL .*"next" has "page", which is not a parameter of the tool\. Write a parameter of the tool: .*\bfile\b/m,
  );
});

test("the first build with a package does not say that plugin.json was changed", { timeout: 60_000 }, () => {
  const { cwd, jig } = fresh();
  assert.equal(jig("plugin", "new", "hello").code, 0);
  const module = join(cwd, "hello", "hello.ts");
  writeFileSync(
    module,
    `import { two } from "two";\n${readFileSync(module, "utf8").replace("Hello,", "Hello $" + "{two},")}`,
  );
  writeFileSync(join(cwd, "hello", "package.json"), JSON.stringify({ dependencies: { two: "1.0.0" } }));
  for (const [name, text] of Object.entries({
    "package.json": JSON.stringify({ name: "two", version: "1.0.0", license: "MIT", main: "index.js", type: "module" }),
    "index.js": "export const two = 2;\n",
  })) {
    const folder = join(cwd, "hello", "node_modules", "two");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { code, stdout, stderr } = jig("plugin", "build", "hello");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /was built/);
  assert.doesNotMatch(stderr, /overwritten/);
});
