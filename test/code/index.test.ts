/** The code index in the compiled binary: declarations by name, folder maps, changes, broken and unusual files. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Found {
  total: number;
  hint?: string;
  unread?: string;
  results: { symbol_path: string; line: number; kind: string }[];
}

const FILES = {
  "src/app.ts": "/** Runs all. */\nexport class App {\n  render(): void {}\n  render2 = 1\n}\n",
  "src/use.ts": 'import { App } from "./app"\nnew App().render()\n',
  "lib/core.py": "class App:\n    def render(self):\n        pass\n",
  "cmd/main.go": "package main\n\nfunc (a *App) Render() {}\n",
  "broken.rs": "fn ok() {}\n)))\nstruct S { a: u8 }\n",
  "big.js": `var data = [${"1,".repeat(600_000)}]\n`,
  "x.min.js": "function hidden(){}",
  "node_modules/p/index.js": "function App() {}\n",
  "bom.ts": "\ufeffexport function first() {}\r\nexport function second() {}\r\n",
};

function find(root: string, input: object): Found {
  return callJig("code_symbol_find", input, { cwd: root }).value as Found;
}

test("names are found in every language, narrowed by path and kind, and edits are seen", () => {
  const root = scratch(FILES);
  const paths = (input: object) => find(root, input).results.map(({ symbol_path }) => symbol_path);
  // A file with the same name comes first.
  assert.deepEqual(paths({ name: "App", exact: true }), ["src/app.ts#App", "lib/core.py#App"]);
  assert.deepEqual(paths({ name: "App/render" }), [
    "lib/core.py#App/render",
    "src/app.ts#App/render",
    "cmd/main.go#App/Render",
    "src/app.ts#App/render2",
  ]);
  assert.deepEqual(paths({ name: "render", path: "src", exact: true }), ["src/app.ts#App/render"]);
  assert.deepEqual(paths({ name: "lib.core.App.render" }), ["lib/core.py#App/render"]);
  assert.deepEqual(paths({ name: "second" }), ["bom.ts#second"]);
  assert.deepEqual(paths({ name: "S", exact: true }), ["broken.rs#S"]);
  // Printed symbol paths are unambiguous.
  for (const path of paths({ name: "render" })) assert.deepEqual(paths({ name: path }), [path]);
  const none = find(root, { name: "secnd" });
  assert.deepEqual(
    [none.total, none.hint, none.unread],
    [0, "Did you mean second?", "Files not read: 1 over 1 MB (big.js), 1 generated or minified (x.min.js)"],
  );
  writeFileSync(join(root, "src/app.ts"), "export class Renamed {}\n");
  rmSync(join(root, "lib/core.py"));
  assert.deepEqual(paths({ name: "App" }), []);
  assert.deepEqual(paths({ name: "Renamed" }), ["src/app.ts#Renamed"]);
});

test("a folder is a map of its files; what has no grammar is refused", () => {
  const root = scratch({ ...FILES, "notes.txt": "x" });
  const map = callJig("code_outline", { path: "src" }, { cwd: root }).value as {
    symbols: { symbol_path: string; used_in_files: number }[];
  };
  assert.deepEqual(
    map.symbols.map(({ symbol_path, used_in_files }) => [symbol_path, used_in_files]),
    [
      ["src/app.ts#App", 1],
      ["src/app.ts#App/render", 1],
      ["src/app.ts#App/render2", 0],
    ],
  );
  const other = scratch({ "lib/a.rs": "opaque! { pub type Future; }\n", "lib/b.rs": "pub fn run() {}\n" });
  // The host has validated this against the output schema.
  const { without_declarations: named } = callJig("code_outline", { path: "lib" }, { cwd: other }).value as {
    without_declarations: string;
  };
  assert.equal(named, "Without declarations: lib/a.rs");
  const refused = callJig("code_outline", { path: "notes.txt" }, { cwd: root });
  assert.match(JSON.stringify(refused.value), /No grammar here can read the declarations of \\"notes.txt\\"/);
});

test("a definition comes before its header, and a folder of many files shows each of them", () => {
  const files = Array.from({ length: 40 }, (_, at) => [
    `src/m${at}.c`,
    `int one${at}(void) { return 1; }\nint two${at}(void) { return 2; }\n`,
  ]);
  const root = scratch({
    ...Object.fromEntries(files),
    "src/a.h": "int sorted(int x);\n",
    "src/z.c": "int sorted(int x) { return x; }\n",
  });
  assert.deepEqual(
    find(root, { name: "sorted", exact: true }).results.map(({ symbol_path }) => symbol_path),
    ["src/z.c#sorted", "src/a.h#sorted"],
  );
  const { symbols } = callJig("code_outline", { path: "src" }, { cwd: root }).value as { symbols: { path: string }[] };
  assert.deepEqual([symbols.length, new Set(symbols.map(({ path }) => path)).size], [42, 42]);
});
