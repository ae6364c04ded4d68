/** More mistakes of authors that were once passed over in silence. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { framedAuthor } from "./asking-author.ts";
import { fresh } from "./fresh-user.ts";
import { author, skip } from "./new-author.ts";

test("a framed message that is not JSON is shown, with what to write", { skip, timeout: 60_000 }, () => {
  const { call } = framedAuthor(`print(word, {"type": "answer", "id": id}, flush=True)`);
  const { error } = JSON.parse(call().stdout);
  assert.match(error, /broke the protocol: a message is not JSON: column 2: a string is in single quotes: \{'type'/);
  assert.match(error, /Use double quotes; write each message in one line, as json\.dumps or JSON\.stringify do/);
  const lines = framedAuthor(
    `print(word, json.dumps({"type": "answer", "id": id, "value": {"value": 1}}, indent=2), flush=True)`,
  );
  assert.match(JSON.parse(lines.call().stdout).error, /text ends unexpectedly: \{\. .*write each message in one line/);
});

test("parameters that are a list are told as that", { timeout: 60_000 }, () => {
  const { check, change } = author();
  change((_, tool) => (tool.input.properties = [{ name: "file", type: "string" }]));
  assert.match(check(), /tools\.notes\.input\.properties: must be an object, not a list. Write \{"file": \{"type": /);
});

test("a byte order mark before #! is named, and a module that is not UTF-8", { skip, timeout: 60_000 }, () => {
  const { change, check, cwd } = author();
  change(({ permissions }, { handler }) => {
    handler.command = ["sh", "notes.sh"];
    permissions.run = ["sh"];
  });
  writeFileSync(join(cwd, "notes", "notes.sh"), "\ufeff#!/bin/sh\ncat\n");
  assert.match(check(), /error: notes\.sh:1: begins with a byte order mark/);

  const user = fresh();
  assert.equal(user.jig("plugin", "new", "hello").code, 0);
  const module = join(user.cwd, "hello", "hello.ts");
  writeFileSync(module, readFileSync(module, "latin1").replace("Hello,", "H\u00e9llo,"), "latin1");
  const { stdout, code } = user.jig("plugin", "check", "hello");
  assert.match(stdout, /error: hello\.ts:\d+:\d+: it is not in UTF-8. Save it as UTF-8/);
  assert.equal(code, 1);
});

test('an answer that says "success": false without "failed": true is warned of', { skip, timeout: 60_000 }, () => {
  const { change, call, print } = author();
  change((_, tool) => delete tool.output);
  print(`'{"value": {"success": false, "error": "no such book"}}'`);
  const { stderr, code } = call();
  assert.match(stderr, /"notes": its answer says "success": false, but the call succeeded. Write "failed": true/);
  assert.equal(code, 0);
});

test("a plan under the wrong key, or with a value, is told as a plan", { skip, timeout: 60_000 }, () => {
  const { call, print, change } = author();
  change((_, tool) => {
    tool.plan = true;
    delete tool.output;
    delete tool.view;
  });
  print(`'{"plans": {"title": "T", "files": []}}'`);
  assert.match(JSON.parse(call().stdout).error, /Write "plan" instead of "plans": \{"plan": …\}/);
  print(`'{"value": 1, "plan": {"title": "T", "files": []}}'`);
  assert.match(JSON.parse(call().stdout).error, /has "value" and "plan"\. Write only \{"plan": …\}/);
});

test("a new answer without a golden file is not counted as passed where it fails the test", {
  skip,
  timeout: 60_000,
}, () => {
  const { jig, change } = author();
  change((_, tool) => tool.examples.push({ title: "Again", input: { file: "notes.txt", who: "you" } }));
  const { stdout, code } = jig("plugin", "test", "notes");
  assert.match(stdout, /^new {2}notes: Again/m);
  assert.match(stdout, /^1 of 2 examples passed/m);
  assert.equal(code, 1);
});

test("several values after one --plugins of jig mcp, and an input that is not JSON, say what to write", {
  timeout: 60_000,
}, () => {
  const { jig } = fresh();
  assert.equal(jig("plugin", "new", "hello").code, 0);
  const { stderr } = jig("mcp", "--plugins", "hello", "other");
  assert.match(
    stderr,
    /Unexpected argument "other" after mcp\. .*Repeat a flag for each value: --plugins A --plugins B/,
  );
  const told = jig("call", "hello", "--plugins", "hello", "--input", "{file: notes.txt}").stderr;
  assert.match(told, /--input is not JSON: line 1, column 2: a name in double quotes is missing\. Write "name": value/);
});
