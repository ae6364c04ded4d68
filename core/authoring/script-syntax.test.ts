/** Scripts are parsed by their language without running them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { findOnPath, parsedPluginFile } from "../host/frontend-api.ts";
import { parseScripts } from "./script-syntax.ts";

/** Findings for a plugin with this command and these files. */
function parse(command: string[], files: Record<string, string>, environment: NodeJS.ProcessEnv = process.env) {
  const folder = mkdtempSync(join(tmpdir(), "jig-syntax-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const tool = { title: "T", description: "T", effect: "read", input: {}, handler: { command } };
  const about = { name: "p", version: "1.0.0", title: "P", description: "P", host: "^1" };
  const file = parsedPluginFile({ ...about, tools: { t: tool } }) ?? assert.fail();
  const { faults, unchecked } = parseScripts(file, folder, environment);
  const told = unchecked.map(({ path, why }) => `${path}: ${why}`);
  return { folder, faults: faults.map(({ where, what }) => `${where} ${what}`), unchecked: told };
}

/** rustup's rustfmt exits immediately without a toolchain. */
const has = (program: string) =>
  findOnPath(program, process.env) !== undefined &&
  (program !== "rustfmt" || spawnSync(program, ["--version"]).status === 0);
const CASES: [program: string, command: string[], path: string, good: string, bad: string, fault: RegExp][] = [
  ["python3", ["python3", "t.py"], "t.py", 'open("RAN", "w")\n', "x = 1\ndef (:\n", /^t\.py:2:5 cannot be parsed: /],
  ["sh", ["sh", "t.sh"], "t.sh", "touch RAN\n", "touch RAN\nif true; fi\n", /^t\.sh:\d+ cannot be parsed: /],
  ["bash", ["./t"], "t", "#!/usr/bin/env bash\na=(1)\n", "#!/usr/bin/env bash\na=(1\n", /^t:\d+ cannot be parsed: /],
  ["node", ["node", "t.js"], "t.js", "require('fs').writeFileSync('RAN', '')\n", "let = = 1\n", /^t\.js:1 cannot be/],
  ["gofmt", ["./bin/t"], "main.go", "package main\n", "package main\nfunc {\n", /^main\.go:2 cannot be parsed: /],
  ["rustfmt", ["./bin/t"], "src/main.rs", "fn  main ( ) {}\n", "fn main( {\n", /^src\/main\.rs:1 cannot be parsed: /],
  ["ruby", ["ruby", "t.rb"], "t.rb", "puts 1\n", "def (\n", /^t\.rb:\d+ cannot be parsed: /],
];

for (const [program, command, path, good, bad, fault] of CASES)
  test(`${program} says where ${path} cannot be parsed, and runs nothing`, { skip: !has(program) }, () => {
    const sound = parse(command, { [path]: good });
    assert.deepEqual([sound.faults, sound.unchecked], [[], []]);
    const broken = parse(command, { [path]: bad });
    assert.equal(broken.faults.length, 1, JSON.stringify(broken));
    assert.match(broken.faults[0] ?? "", fault);
    for (const { folder } of [sound, broken]) assert.ok(!existsSync(join(folder, "RAN")));
    assert.ok(!existsSync("RAN"));
  });

test("a script that nothing can parse is named with the reason, and other arguments are no scripts", () => {
  const nowhere = { ...process.env, PATH: "" };
  assert.deepEqual(parse(["python3", "t.py"], { "t.py": "x" }, nowhere).unchecked, [
    "t.py: python3, which could parse it, is not on the PATH",
  ]);
  assert.deepEqual(parse(["./t"], { t: "#!/usr/bin/env tclsh\n" }).unchecked, ["t: jig has no parser for it"]);
  assert.deepEqual(parse(["bun", "t.ts"], { "t.ts": "x" }).unchecked, ["t.ts: jig has no parser for it"]);
  assert.deepEqual(parse(["jq", "-n", "1", "data.json"], { "data.json": "{" }).unchecked, []);
});

test("gofmt is found next to go, and in the commands of go and cargo", { skip: !has("gofmt") }, () => {
  const go = findOnPath("go", process.env) ?? assert.fail();
  const linked = mkdtempSync(join(tmpdir(), "jig-go-"));
  symlinkSync(realpathSync(go), join(linked, "go"));
  const broken = parse(["./bin/t"], { "main.go": "package main\nfunc {\n" }, { ...process.env, PATH: linked });
  assert.match(broken.faults[0] ?? "", /^main\.go:2 cannot be parsed: /);
  assert.match(parse(["go", "run", "."], { "main.go": "package main\nfunc {\n" }).faults[0] ?? "", /^main\.go:2 /);
});

test("rustfmt reads each file alone, without settings of the plugin", { skip: !has("rustfmt") }, () => {
  const sound = { "src/main.rs": "mod absent;\nfn main() {}\n", "rustfmt.toml": "edition = 1\n" };
  assert.deepEqual([parse(["./bin/t"], sound).faults, parse(["./bin/t"], sound).unchecked], [[], []]);
  const broken = parse(["./bin/t"], { ...sound, "src/other.rs": "fn (" });
  assert.match(broken.faults[0] ?? "", /^src\/other\.rs:1 cannot be parsed: error: /);
});

test("an empty script is a fault", () => {
  assert.deepEqual(parse(["python3", "t.py"], { "t.py": "\n" }).faults, ["t.py is empty"]);
});

test("line ends of Windows in a shell script are named with their line, those of other languages are none", () => {
  const windows = parse(["sh", "t.sh"], { "t.sh": "set -e\necho a\r\n" });
  assert.match(windows.faults[0] ?? "", /^t\.sh:2 ends with a carriage return/);
  const own = parse(["./t"], { t: "#!/bin/sh\r\necho a\r\n" });
  assert.match(own.faults[0] ?? "", /^t:1 ends with a carriage return/);
  if (has("python3")) assert.deepEqual(parse(["python3", "t.py"], { "t.py": "x = 1\r\n" }).faults, []);
});
