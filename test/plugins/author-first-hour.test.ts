/** What a new author met in a first hour, by the compiled binary. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { confines } from "../jig.ts";
import { fresh } from "./fresh-user.ts";
import { author } from "./new-author.ts";
import { has, WITHOUT_DENO } from "./paths.ts";

const python = has("python3") ? false : "no python3";

/** An author of a plugin in TypeScript, who replaces a part of one of its files. */
function typed(path?: string) {
  const user = fresh(path);
  assert.equal(user.jig("plugin", "new", "hello").code, 0);
  const change = (file: string, from: string, to: string) => {
    const place = join(user.cwd, "hello", file);
    const text = readFileSync(place, "utf8");
    assert.ok(text.includes(from), `${file} has ${from}`);
    writeFileSync(place, text.replace(from, to));
  };
  const call = () => user.jig("hello", "--file", "notes.txt", "--plugins", "hello", "--as", "json");
  return { ...user, change, call };
}

test("build writes a deleted jig.js again before it bundles, and check names it", { timeout: 60_000 }, () => {
  const { change, cwd, jig } = typed();
  change("hello.ts", "import type plugin", 'import { JigError } from "./jig.js";\nimport type plugin');
  change("hello.ts", "return {", 'if (!who) throw new JigError("TIMEOUT", "x");\n  return {');
  rmSync(join(cwd, "hello", "jig.js"));
  assert.match(
    jig("plugin", "check", "hello").stdout,
    /There is no "\.\/jig\.js"\. Run `jig plugin build`, which writes/,
  );
  const built = jig("plugin", "build", "hello");
  assert.equal(built.code, 0, built.stderr);
  assert.match(jig("plugin", "check", "hello").stdout, /^0 errors, 0 warnings$/m);
});

test("check runs plugin.ts like build, also when the plugin asks for more than was approved", {
  skip: confines() ? false : "this system cannot confine",
  timeout: 60_000,
}, () => {
  const { change, jig } = typed();
  change("plugin.ts", 'read: ["workspace"]', 'read: ["workspace"], env: ["X"]');
  assert.equal(jig("plugin", "build", "hello").code, 0);
  const { stdout } = jig("plugin", "check", "hello");
  assert.match(stdout, /^warning: permissions: asks for more than you approved.*: env X\./m);
  assert.match(stdout, /^0 errors, 1 warning$/m);
});

for (const [name, path] of [
  ["", undefined],
  [", without Deno", WITHOUT_DENO],
] as const)
  test(`a call of the context that nothing awaits is named without frames of jig${name}`, { timeout: 60_000 }, () => {
    const { change, call } = typed(path);
    // The handler waits, so that the refusal always comes before its answer.
    const mistake = 'context.run({ command: "git", args: [] });\n  await new Promise(() => {});\n  const { text }';
    change("hello.ts", "const { text }", mistake);
    const { stdout, stderr } = call();
    const log = `${stdout}${stderr}`;
    assert.match(
      log,
      /context\.run failed at hello\.ts:\d+:\d+, and nothing awaited it: .*"git".*Write await context\.run/,
    );
    assert.doesNotMatch(log, /bunfs|chunk-|plugin-child|function \w\(/);
  });

test("a planning tool that forgets to return its plan is told to return it", { timeout: 60_000 }, () => {
  const { change, call, jig } = typed();
  change("plugin.ts", 'effect: "read",', 'effect: "read",\n      plan: true,');
  change(
    "hello.ts",
    "return {",
    'await context.changes.propose({ title: "x", files: [{ path: "n.txt", text: "x" }] });\n  return {} as never; return {',
  );
  jig("plugin", "build", "hello");
  assert.match(call().stdout, /Write return context\.changes\.propose\(…\)/);
});

test("a rewrite that has been applied can be undone although its recheck has nothing to change", {
  skip: python,
  timeout: 60_000,
}, () => {
  const { change, cwd, jig } = author();
  const script = `import json, sys
given = json.load(sys.stdin)
import hashlib, os
text = open(os.path.join(os.environ["JIG_ROOT"], given["file"])).read()
hash = hashlib.sha256(text.encode()).hexdigest()
file = {"path": given["file"], "hash": hash, "text": text.replace("one", "two")}
print(json.dumps({"plan": {"title": "Rewrite", "files": [file], "recheck": given}}))
`;
  writeFileSync(join(cwd, "notes", "notes.py"), script);
  change((manifest, tool) => {
    manifest.permissions.write = ["workspace"];
    tool.plan = true;
    delete tool.output;
    delete tool.view;
  });
  const hash = /--hash ([0-9a-f]+)/.exec(jig("plugin", "trust", "notes").stderr)?.[1] ?? "";
  assert.equal(jig("plugin", "trust", "notes", "--hash", hash).code, 0);
  const applied = jig("notes", "--file", "notes.txt", "--apply", "--plugins", "notes", "--as", "json");
  assert.equal(readFileSync(join(cwd, "notes.txt"), "utf8"), "two\n", applied.stdout + applied.stderr);
  const undone = jig("undo", "last", "--plugins", "notes");
  assert.equal(readFileSync(join(cwd, "notes.txt"), "utf8"), "one\n", undone.stdout + undone.stderr);
});

test("a failing example names the author's file, and an exit code that contradicts the answer", {
  skip: python,
  timeout: 60_000,
}, () => {
  const { cwd, jig, print } = author();
  print("nothing");
  const { stdout } = jig("plugin", "test", "notes");
  assert.ok(stdout.includes(join(cwd, "notes", "notes.py")), stdout);
  assert.doesNotMatch(stdout, /[/]trusted[/]/);
  print("'{\"value\": 1}'", "import atexit, os\natexit.register(lambda: (sys.stdout.flush(), os._exit(3)))");
  assert.match(
    jig("plugin", "test", "notes").stdout,
    /FAIL notes: .*it failed: 1 \(It answered and ended with exit code 3, so the call failed\. Exit with 0/,
  );
});

test("a review lists the searches, and the same version again is installed already", {
  skip: python,
  timeout: 60_000,
}, () => {
  const { change, cwd, jig } = author();
  change((manifest) => {
    const finder = { title: "notes", tool: "notes", parameter: "file", prefix: "!" };
    manifest.contributes = { finders: [finder] };
  });
  assert.equal(jig("plugin", "pack", "notes").code, 0);
  const pack = join(cwd, "notes-0.1.0.jigplugin");
  const asked = jig("plugin", "install", pack);
  assert.match(asked.stdout, /^ {2}search notes \(!\) calls notes$/m);
  const hash = /--hash ([0-9a-f]+)/.exec(asked.stderr)?.[1] ?? "";
  assert.equal(jig("plugin", "install", pack, "--hash", hash).code, 0);
  const again = jig("plugin", "install", pack);
  assert.match(again.stdout, /^notes 0\.1\.0 is already installed, unchanged \(.*\)\n$/);
  assert.equal(again.code, 0);
});
