/** What check and build say before a build overwrites plugin.json. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fresh } from "./fresh-user.ts";
import { author, skip } from "./new-author.ts";

test("an empty handler, an absolute path and a missing import", { skip, timeout: 60_000 }, () => {
  const { change, check, call, cwd, jig } = author();
  const script = join(cwd, "notes", "notes.py");
  const good = readFileSync(script);
  writeFileSync(script, "");
  assert.match(check(), /error: notes\.py: is empty\. Write the handler/);
  writeFileSync(script, "import json\nimport requestz.api\n");
  assert.match(
    check(),
    /warning: notes\.py:2: imports requestz\.api, which is not there\. Correct the name, install it/,
  );
  assert.match(JSON.parse(call().stdout).error, /The program finds no "requestz"\. Correct the name, install it/);
  writeFileSync(script, good);
  assert.match(check(), /^0 errors, 0 warnings/m);
  change((_, tool) => (tool.handler.command = ["python3", script]));
  assert.match(check(), /handler\.command\.1: is ".*notes\.py", a path that only this machine has\. Write "notes\.py"/);
  change((_, tool) => (tool.handler.command = [script]));
  assert.match(check(), /handler\.command\.0: .*a path that only this machine has\. Write "\.\/notes\.py"/);
  assert.equal(jig("plugin", "new", "hello").code, 0);
  writeFileSync(join(cwd, "hello", "hello.ts"), "\n");
  assert.match(jig("plugin", "check", "hello").stdout, /error: hello\.ts: is empty\. Write its `export default`/);
});

test("changes of plugin.json are told before and when a build overwrites them", { timeout: 60_000 }, () => {
  const { jig, cwd } = fresh();
  assert.equal(jig("plugin", "new", "hello").code, 0);
  const path = join(cwd, "hello", "plugin.json");
  const good = readFileSync(path, "utf8");
  writeFileSync(path, good.replace('"Hello"', '"Good day"'));
  const told = /plugin\.json:? has changes that plugin\.ts does not have \((?:tools\.hello\.)?title\)/;
  const checked = jig("plugin", "check", "hello").stdout;
  assert.match(checked, told);
  assert.match(checked, /the next build overwrites them\. Make changes in plugin\.ts/);
  assert.match(jig("plugin", "build", "hello").stderr, told);
  assert.equal(readFileSync(path, "utf8"), good);
  assert.doesNotMatch(jig("plugin", "build", "hello").stderr, told);
});
