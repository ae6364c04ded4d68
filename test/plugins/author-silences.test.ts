/** Mistakes of authors that once passed in silence, or were told wrongly, by the compiled binary. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { framedAuthor } from "./asking-author.ts";
import { author, skip } from "./new-author.ts";

test("a framed command gets the sizes and times of files as lists of numbers", { skip, timeout: 60_000 }, () => {
  const { call, cwd } = framedAuthor(
    `swept = ask("files.sweep", {"extensions": [".md"]})["value"]
say({"type": "answer", "id": id, "value": {"value": dict(zip(map(lambda path: path[-4:], swept["paths"]), swept["sizes"]))}})`,
  );
  mkdirSync(join(cwd, "books"));
  writeFileSync(join(cwd, "books", "a.md"), "12345");
  const { stdout } = call();
  assert.equal(JSON.parse(stdout)["a.md"], 5, stdout);
});

test("an answer of another type fails its call at once", { skip, timeout: 60_000 }, () => {
  const { call } = framedAuthor(`say({"type": "result", "id": id, "value": {"value": 1}})`);
  const { error } = JSON.parse(call().stdout);
  assert.match(
    error,
    /broke the protocol: a message has the type "result"\. Known: ready, answer, .*\{"type": "answer", "id"/,
  );
});

test("a name that is twice in an object of plugin.json is a fault: the first tool would be lost", {
  skip,
  timeout: 60_000,
}, () => {
  const { check, call, cwd, jig } = author();
  const path = join(cwd, "notes", "plugin.json");
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace('"tools": {', '"tools": {\n    "notes": {"title": "Another"},'));
  const told = /plugin\.json:18:5 has "notes" twice in one object, first in line 17\b/;
  assert.match(jig("plugin", "check", "notes").stderr, told);
  const { stdout, stderr, code } = call();
  assert.match(stdout.replaceAll('\\"', '"') + stderr, told);
  assert.equal(code, 2);
  writeFileSync(path, text);
  assert.match(check(), /^0 errors/m);
});

test("rows that are lists, although columns name their fields, are warned of", { skip, timeout: 60_000 }, () => {
  const { change, call, print } = author();
  const schema = { type: "object", properties: { books: { type: "array" } } };
  change((_, tool) => {
    tool.view = "table";
    tool.output = { schema, rows: [{ at: "/books", columns: [{ field: "title" }] }] };
  });
  print(`'{"value": {"books": [["Emma", 1815]]}}'`);
  assert.match(
    call().stderr,
    /output\.rows\.0 has columns, but its rows are no objects: \["Emma",1815\]\. Write \{"title": …\}/,
  );
});

test("a changed answer names the command that accepts it", { skip, timeout: 60_000 }, () => {
  const { jig, print } = author();
  print(`'{"value": {"greeting": "Hi", "file": "notes.txt", "lines": 2}}'`);
  const { stdout, code } = jig("plugin", "test", "notes");
  assert.match(
    stdout,
    /differs from .*notes\.1\.json; if the new answer is right, `jig plugin test --update` accepts it\n/,
  );
  assert.equal(code, 1);
});
