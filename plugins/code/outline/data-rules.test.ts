/** Tests outlines of files that contain no code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../../test/code/outline-lines.ts";

test("Markdown: headings of both styles, none in fences, front matter or lists", async () => {
  const text =
    "---\ntitle: x\n# no\n---\n# One #\ntext\n## Two `code`\n```sh\n# no\n```\n~~~\n## no\n````\n~~~\n### Three\n\nUnder\n=====\n- item\n---\n#no\n";
  assert.deepEqual(await linesOf("a.md", text), [
    "heading One 5-16",
    "heading One/Two `code` 7-16",
    "heading One/Two `code`/Three 15-16",
    "heading Under 17-22",
  ]);
  assert.deepEqual(await linesOf("a.md", ""), []);
  assert.deepEqual(await linesOf("a.md", "# 名前 🎉\r\n"), ["heading 名前 🎉 1-2"]);
});

test("JSON and YAML: keys of objects, nested", async () => {
  assert.deepEqual(await linesOf("a.json", '{\n  "a b": { "c": [1, { "inList": 2 }] },\n  "d": null\n}\n'), [
    "key a b 2-2",
    "key a b/c 2-2",
    "key d 3-3",
  ]);
  const yaml =
    "on:\n  push:\n    branches: [main]\n'jobs':\n  build: { runs-on: x }\n  steps:\n    - uses: a\n---\nsecond: 1\n";
  assert.deepEqual(
    (await linesOf("a.yml", yaml)).map((line) => line.replace(/ [\d-]+$/, "")),
    [
      ...["key on", "key on/push", "key on/push/branches", "key jobs", "key jobs/build", "key jobs/build/runs-on"],
      ...["key jobs/steps", "key second"],
    ],
  );
});

test("TOML: tables, dotted and quoted keys, values over several lines", async () => {
  const text =
    'name = "x"\n[a."b.c"]\nkey = """\n[no]\nno = 1\n"""\nlist = [\n  "]", # ]\n  no = 1,\n]\nd.e = {x = 1}\n\n[[bin]]\nname = \'y\' # = z\n';
  assert.deepEqual(await linesOf("a.toml", text), [
    "key name 1-1",
    "table a/b.c 2-11",
    "key a/b.c/key 3-6",
    "key a/b.c/list 7-10",
    "key a/b.c/d/e 11-11",
    "table bin 13-14",
    "key bin/name 14-14",
  ]);
});

test("SQL: definitions and columns, none in comments, strings or bodies", async () => {
  const text =
    '-- CREATE TABLE no (a int);\nCREATE TABLE IF NOT EXISTS app."Users" (\n  id serial PRIMARY KEY,\n  "name" varchar(10) DEFAULT \', b int\',\n  PRIMARY KEY (id)\n);\n' +
    "create or replace function f(a int) returns int as $body$ begin create table no (a int); end $body$ language plpgsql;\nCREATE UNIQUE INDEX i ON app.users (id);\n/* CREATE VIEW no";
  assert.deepEqual(await linesOf("a.sql", text), [
    "table app/Users 2-6",
    "field app/Users/id 3-3",
    "field app/Users/name 4-4",
    "function f 7-7",
    "index i 8-8",
  ]);
});

test("CSS: selectors, rules of media, keyframes, custom properties", async () => {
  const text =
    ":root { --main: red; color: blue }\n.a > b,\n#c { margin: 0 }\n@media (min-width: 1px) {\n  .d { x: y }\n}\n@keyframes spin { from { a: b } }\n";
  assert.deepEqual(await linesOf("a.css", text), [
    ...["rule :root 1-1", "variable :root/--main 1-1", "rule .a > b, #c 2-3", "rule @media (min-width: 1px) 4-6"],
    ...["rule @media (min-width: 1px)/.d 5-5", "rule @keyframes spin 7-7"],
  ]);
});
