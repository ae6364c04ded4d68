/** Structural search and rewrite with the compiled binary. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const APP = `import { log } from "./log";
const 漢字 = "😀"; foo(漢字);
foo(1, 2);
foo(a,);
if (a == a) { foo(bar(foo(3))); }
const s = "foo(1)"; // foo(2)
const run = (x) => {
  foo({
    a: x,
  });
};
`;

const files = {
  "src/app.js": APP,
  "src/app.py": "foo(1)\nfoo(2, b=3)\nx = [a for a in b]\n",
  "src/app.go": "package app\n\nfunc Go() {\n\tfmt.Println(1)\n}\n",
  "src/main.ts": 'import { log } from "./log";\nimport all from "./all";\n',
  "src/Rules.cs":
    "class Rules { public int Of(object a) { if (a is int) { Foo(); } return a ?? 1; } Func<int> f = () => { Foo(); }; }\n",
  "src/App.cs": 'class App { void Go() { Foo(1); if (x == null) return; string s = "Foo(1)"; } }\n',
};

const search = (input: object, cwd: string) => callJig("search_content", input, { cwd }).value;

function places(value: { results: { file: string; line_number: number; column: number; match_text: string }[] }) {
  return value.results.map(({ line_number, column, match_text }) => `${line_number}:${column} ${match_text}`);
}

function texts(value: { results: { match_text: string }[] }) {
  return value.results.map(({ match_text }) => match_text);
}

test("one node, several nodes, equal nodes, matches within matches; comments and strings are no code", () => {
  const cwd = scratch(files);
  assert.deepEqual(places(search({ structure: "foo($A)", language: "js" }, cwd)), [
    "2:18 foo(漢字)",
    "4:1 foo(a,)",
    "5:15 foo(bar(foo(3)))",
    "5:23 foo(3)",
    "8:3 foo({\n    a: x,\n  })",
  ]);
  assert.equal(search({ structure: "foo($$$A)", language: "javascript", total_only: true }, cwd), 6);
  assert.deepEqual(places(search({ structure: "$A == $A", language: "js" }, cwd)), ["5:5 a == a"]);
  assert.deepEqual(places(search({ structure: "foo($_, $$$REST)", language: "python" }, cwd)).length, 1);
  assert.deepEqual(places(search({ structure: "if ($A == null) return;", language: "c#" }, cwd)), [
    "1:33 if (x == null) return;",
  ]);
  const counts = search({ structure: "foo($A)", language: "js", count_only_matches: true }, cwd);
  assert.deepEqual(Object.values(counts.file_counts), [5]);
  assert.equal(search({ structure: "nothing($A)", language: "js" }, cwd).count, 0);
});

test("patterns that are code only within something else", () => {
  const cwd = scratch(files);
  const cases: [string, string, string][] = [
    ["$A ?? $B", "csharp", "a ?? 1"],
    ["$A is $B", "csharp", "a is int"],
    ["if ($A) { $$$B }", "csharp", "if (a is int) { Foo(); }"],
    ["() => { $$$B }", "csharp", "() => { Foo(); }"],
    ["public $T $M($$$P) { $$$B }", "csharp", "public int Of(object a) { if (a is int) { Foo(); } return a ?? 1; }"],
    ["fmt.Println($A)", "go", "fmt.Println(1)"],
    ["import { $$$A } from $B", "ts", 'import { log } from "./log";'],
  ];
  for (const [structure, language, expected] of cases)
    assert.deepEqual(texts(search({ structure, language }, cwd)), [expected], structure);
});

test("refused: no language, an unknown one, no code, options of a text search", () => {
  const cwd = scratch(files);
  const cases: [object, RegExp][] = [
    [{ structure: "foo($A)" }, /structure needs language/],
    [{ structure: "foo($A)", language: "cobol" }, /No grammar for the language "cobol"/],
    [{ structure: "foo(", language: "js" }, /does not parse as code of this language at 1:1, near "foo\("/],
    [{ structure: "$P => $B", language: "rust" }, /at 1:4, near "=> \$B"/],
    [{ structure: "foo(); bar()", language: "js" }, /contains several statements/],
    [{ structure: "foo", language: "js", query: "x" }, /cannot be used together/],
    [{ query: "foo", language: "js" }, /language needs structure/],
  ];
  for (const [input, why] of cases) assert.match(String(search(input, cwd).error), why);
});

test("a rewrite is one plan, with names filled in, and undone to the byte", () => {
  const cwd = scratch(files);
  const read = () => readFileSync(join(cwd, "src/app.js"), "utf8");
  const rewrite = (input: object) => callJig("rewrite_code", { language: "js", ...input }, { cwd }).value;
  const value = rewrite({ structure: "foo($A)", rewrite: "log.info($A)", apply: true });
  assert.equal(value.state, "applied", JSON.stringify(value));
  assert.equal(
    read(),
    APP.replace("foo(漢字)", "log.info(漢字)")
      .replace("foo(a,)", "log.info(a)")
      .replace("foo(bar(foo(3)))", "log.info(bar(foo(3)))")
      .replace("foo({", "log.info({"),
  );
  assert.equal(callJig("changes", { undo: value.plan }, { cwd }).value.state, "undone");
  assert.equal(read(), APP);
  assert.match(JSON.stringify(rewrite({ structure: "foo($A)", rewrite: "$B" })), /rewrite uses \$B/);
  assert.match(JSON.stringify(rewrite({ structure: "none($A)", rewrite: "$A" })), /Nothing matches/);
});
