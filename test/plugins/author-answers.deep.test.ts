/** More answers of a plugin in the wrong form, and what its author is told. */
import assert from "node:assert/strict";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fresh } from "./fresh-user.ts";
import { author, failure, skip } from "./new-author.ts";

test("an answer or a log line that is too long says how to return less", { skip, timeout: 120_000 }, () => {
  const { call, print, change } = author();
  print(`'{"value": "' + "x" * 70_000_000 + '"}'`);
  const once = failure(call());
  assert.equal(once.code, "LIMIT_EXCEEDED");
  assert.match(
    once.error,
    /printed more than 67108864 bytes\. Return less: add a parameter that selects a part, or write a file/,
  );
  print(`'{"value": 1}'`, `sys.stderr.write("x" * 2_000_000)`);
  const log = failure(call());
  assert.equal(log.code, "LIMIT_EXCEEDED");
  assert.match(log.error, /a line of more than 1048576 bytes to stderr\. End each log line with a newline/);
  change((_, tool) => (tool.handler.mode = "framed"));
  const word = `word = json.loads(sys.stdin.readline())["word"]\nprint(word, '{"type": "ready"}', flush=True)`;
  print(
    `word + ' ' + json.dumps({"type": "answer", "id": id, "value": {"value": "x" * 70_000_000}}) + '\\n'`,
    `${word}\nid = json.loads(sys.stdin.readline())["id"]`,
  );
  const framed = failure(call());
  assert.equal(framed.code, "LIMIT_EXCEEDED");
  assert.match(framed.error, /sent a line of more than 67108864 bytes\. Return less: add a parameter/);
});

test("a framed message without the word, and an error that is a text, are told", { skip, timeout: 60_000 }, () => {
  const { change, call, cwd } = author();
  change((_, tool) => {
    Object.assign(tool, { timeout: { defaultMs: 2000 } });
    tool.handler.mode = "framed";
  });
  const framed = (ready: string, answer: string) =>
    writeFileSync(
      join(cwd, "notes", "notes.py"),
      `import json, sys
word = json.loads(sys.stdin.readline())["word"]
print(${ready}, flush=True)
id = json.loads(sys.stdin.readline())["id"]
print(${answer}, flush=True)
sys.stdin.read()
`,
    );
  const ready = `word, '{"type": "ready"}'`;
  framed(ready, `json.dumps({"type": "answer", "id": id, "value": {"value": 1}})`);
  const timeout = failure(call());
  assert.equal(timeout.code, "TIMEOUT");
  assert.match(
    timeout.error,
    /did not answer in time.* printed \{"type": "answer", .*\. Print the word of "hello" and a space/,
  );
  framed(`'{"type": "ready"}'`, `""`);
  const unready = failure(call());
  assert.match(unready.error, /was not ready.* printed \{"type": "ready"\}\. Print the word of "hello" and a space/);
  framed(ready, `word, json.dumps({"type": "answer", "id": id, "error": "no such book"})`);
  const told = failure(call());
  assert.equal(told.code, "INTERNAL");
  assert.match(told.error, /^no such book\. Write "error": \{"code": "INVALID_ARGUMENT", "message": "no such book"\}/);
  framed(ready, `word, json.dumps({"type": "answer", "id": id, "error": {"msg": "no such book"}})`);
  assert.match(failure(call()).error, /failed without a message: \{"msg":"no such book"\}\. Write "error": \{"code"/);
});

test("values of a module that JSON does not have are named", () => {
  const { jig, cwd } = fresh();
  assert.equal(jig("plugin", "new", "hello").code, 0);
  const answer = (value: string) => {
    writeFileSync(join(cwd, "hello", "hello.ts"), `export default async () => ({ value: ${value} });\n`);
    return jig("hello", "--file", "notes.txt", "--plugins", "hello", "--as", "json");
  };
  const { code, stderr } = answer(`{ greeting: "a", file: "b", lines: 0 / 0 }`);
  assert.equal(code, 0);
  assert.match(
    stderr,
    /"hello": value\.lines is NaN, which JSON does not have, so it became null\. Write null or a string/,
  );
  const refused = failure(answer(`{ greeting: "a", file: "b", lines: 3n }`));
  assert.equal(refused.code, "COMMAND_FAILED");
  assert.match(refused.error, /value\.lines is a BigInt, which JSON does not have\. Write Number\(…\) or String\(…\)/);
  assert.match(failure(answer("undefined")).error, /value is undefined, .* Return a value, or null/);
});

test("a program that cannot be started says why, framed or not, and what to run", { skip }, () => {
  const { call, change, check, cwd } = author();
  const program = join(cwd, "notes", "run me.sh");
  for (const mode of [{}, { mode: "framed" }]) {
    change((_, tool) => (tool.handler = { command: ["./run me.sh"], ...mode }));
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o644 });
    chmodSync(program, 0o644);
    assert.match(
      failure(call()).error,
      /\.\/run me\.sh is not executable\. chmod \+x '\.\/run me\.sh', in the plugin's folder/,
    );
    assert.ok(check().includes(`is not executable. chmod +x '${program}'\n`), check());
    chmodSync(program, 0o755);
    writeFileSync(program, "#!/usr/bin/nonesuch\n");
    assert.match(failure(call()).error, /\.\/run me\.sh starts with \/usr\/bin\/nonesuch, which does not exist/);
  }
});

test("a relative path and a time that is over name what to change", { skip }, () => {
  const { call, print, change } = author();
  print(`open("notes.txt").read()`);
  assert.match(failure(call()).error, /join paths of the workspace with JIG_ROOT/);
  print(`""`, "import time\ntime.sleep(60)");
  change((_, tool) => (tool.timeout = { defaultMs: 300 }));
  assert.match(
    failure(call()).error,
    /did not finish within 300 ms.*raise `timeout\.defaultMs` of tools\.notes in plugin\.json/,
  );
});

test("a copy with the name of another plugin, and a command of one that is not trusted", { skip }, async () => {
  const { jig, cwd, env, change } = author();
  change(
    (manifest) => (manifest.contributes = { cliAliases: [{ command: "todos", tool: "notes", description: "Notes" }] }),
  );
  cpSync(join(cwd, "notes"), join(cwd, "other"), { recursive: true });
  assert.match(
    jig("plugin", "check", "other", "--plugins", "notes").stdout,
    /name: is "notes", as is the plugin in .*notes: only one of them is loaded/,
  );
  mkdirSync(join(cwd, ".jig", "plugins"), { recursive: true });
  cpSync(join(cwd, "notes"), join(cwd, ".jig", "plugins", "notes"), { recursive: true });
  const refused = jig("todos");
  assert.match(refused.stderr, /"todos" is a command of the plugin "notes", which is untrusted.*jig plugin trust/);
  const session = new McpProcess([], { cwd, env });
  await session.initialize();
  await session.ask(2, "tools/list", {});
  session.child.stdin.end();
  const { stderr } = await session.ended;
  assert.equal(stderr.match(/The plugin "notes" of this repository is not trusted\. .*jig plugin trust/g)?.length, 1);
});

test("a misspelled command of jig plugin and a missing folder of --out", { skip }, () => {
  const { jig } = author();
  assert.match(jig("plugin", "chek", "notes").stderr, /Did you mean `jig plugin check`\?/);
  const { code, stderr } = jig("plugin", "pack", "notes", "--out", "absent/notes.jigplugin");
  assert.deepEqual([code, /There is no folder .*absent\. Create it first/.test(stderr)], [2, true], stderr);
});
