/** References with the compiled binary: certain, possible, and unrelated ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { places, refs } from "./found-uses.ts";

test("TypeScript: scopes, imports under other names, exports again, members by their receiver", () => {
  const root = scratch({
    "a.ts":
      "export function run(run2: number) { return run2 }\nexport class App {\n  stop() {}\n  go() { this.stop() }\n}\n",
    "index.ts": 'export { run as start } from "./a"\nexport * from "./a"\n',
    "b.ts":
      'import { start, App as Main } from "./index"\nimport * as all from "./a"\nstart(1)\nall.run(2)\nconst app = new Main()\napp.stop()\n' +
      "function local(run: number) { return run }\nfunction any(x: any) { x.stop(); x.run() }\n" +
      "function typed(x: Main, { stop }: { stop: number }) { x.stop = app.stop; return { run: stop } }\n",
    "c.ts": 'import { run } from "elsewhere"\nrun()\n',
  });
  assert.deepEqual(places(root, { name: "a.ts#run" }), [
    ...[
      "a.ts:1:17 declaration",
      "b.ts:1:10 import",
      "b.ts:3:1 call",
      "b.ts:4:5 call",
      "index.ts:1:10 import",
      "index.ts:1:17 import",
    ],
    // An uninstalled package could be part of this workspace.
    ...["c.ts:1:10 import?", "c.ts:2:1 call?"],
  ]);
  assert.deepEqual(places(root, { name: "App/stop" }), [
    ...["a.ts:3:3 declaration", "a.ts:4:15 call", "b.ts:6:5 call", "b.ts:9:57 write", "b.ts:9:68 read"],
    "b.ts:8:26 call?",
  ]);
  assert.deepEqual(places(root, { name: "App", kind: "call" }), ["b.ts:5:17 call"]);
  // Parameters are requested by position.
  assert.deepEqual(places(root, { at: "b.ts:7:16" }), ["b.ts:7:16 declaration", "b.ts:7:38 read"]);
  const counts = refs(root, { path: "a.ts" }).declarations.map(({ symbol_path, certain }) => [symbol_path, certain]);
  assert.deepEqual(counts, [
    ["a.ts#run", 5],
    ["a.ts#App", 4],
    ["a.ts#App/stop", 4],
    ["a.ts#App/go", 0],
  ]);
});

test("TypeScript: packages of the workspace, paths of tsconfig.json, ambient modules, names of modules", () => {
  const root = scratch({
    "package.json": '{ "workspaces": ["packages/*"], "dependencies": { "elsewhere": "1" } }',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./app/*"], }, /* a comment */ } }',
    "packages/core/package.json":
      '{ "name": "@x/core", "exports": { ".": { "types": "./dist/index.d.ts" }, "./*": "./dist/*.js" } }',
    "packages/core/src/index.ts": 'export * as shapes from "./shapes"\nexport { draw as default } from "./shapes"\n',
    "packages/core/src/shapes.ts": "export function draw() {}\n",
    "app/util.ts": "export const draw = 1\n",
    "app/globals.d.ts": 'declare module "untyped" { export function draw(): void }\n',
    "app/main.ts":
      'import paint, { shapes as all } from "@x/core"\nimport { draw } from "@x/core/shapes"\nimport { draw as other } from "~/util"\n' +
      'import { draw as third } from "untyped"\nimport { draw as fourth } from "elsewhere"\npaint(); all.draw(); draw(); other; third(); fourth()\n',
  });
  assert.deepEqual(places(root, { name: "shapes.ts#draw" }), [
    ...["app/main.ts:1:8 import", "app/main.ts:2:10 import", "app/main.ts:6:1 call", "app/main.ts:6:14 call"],
    ...["app/main.ts:6:22 call", "packages/core/src/index.ts:2:10 import", "packages/core/src/index.ts:2:18 import"],
    "packages/core/src/shapes.ts:1:17 declaration",
  ]);
  assert.deepEqual(places(root, { name: "util.ts#draw" }), [
    ...["app/main.ts:3:10 import", "app/main.ts:3:18 import", "app/main.ts:6:30 read", "app/util.ts:1:14 declaration"],
  ]);
  assert.equal(refs(root, { name: "globals.d.ts#untyped/draw" }).uses.length, 4);
});

test("TypeScript: types of expressions: generics, callbacks, patterns, unions by their tags, keys of literals", () => {
  const root = scratch({
    "a.ts":
      "export interface Box<T> { inner: T; others: T[] }\nexport interface Leaf { kind: 'leaf'; size: number }\n" +
      "export interface Node { kind: 'node'; size: number; next: Tree }\nexport type Tree = Leaf | Node\n" +
      "export function pick<T>(box: Box<T>, by: (one: T) => boolean): T { return box.others.find(by) ?? box.inner }\n" +
      "export interface Size {}\nexport const Size = { size: 1 }\n",
    "b.ts":
      "import { Size, type Box, type Leaf, type Node, pick, type Tree } from './a'\ndeclare const box: Box<Leaf>\n" +
      "pick(box, (one) => one.size > 0).size\nbox.others.map((each) => each.size)\nfor (const { size } of box.others) size\n" +
      "const leaf: Tree = { kind: 'leaf', size: 1 }\nfunction f(tree: Tree) {\n  if (tree.kind === 'node') return tree.size\n  return tree.size\n}\n" +
      "type Width = Leaf['size']\nconst own = { size: 2 }\nown.size + Size.size\nasync function g(): Promise<Node> { throw 0 }\nasync () => (await g()).size\n",
  });
  assert.deepEqual(places(root, { name: "Leaf/size" }), [
    ...["a.ts:2:39 declaration", "b.ts:3:24 read", "b.ts:3:34 read", "b.ts:4:31 read", "b.ts:5:14 read"],
    ...["b.ts:6:36 write", "b.ts:9:15 read", "b.ts:11:20 read"],
  ]);
  assert.deepEqual(places(root, { name: "Node/size" }), [
    ...["a.ts:3:39 declaration", "b.ts:8:41 read", "b.ts:15:25 read"],
  ]);
});

test("Python: modules, packages, self, bases, annotations, shadowing", () => {
  const root = scratch({
    "pkg/__init__.py": "from .core import App as App\n",
    "pkg/core.py":
      "class Base:\n    def go(self):\n        self.level = 1\n\nclass App(Base):\n    def run(self):\n        self.go()\n        return self.level\n",
    "use.py":
      "import pkg\nfrom pkg import App\n\ndef main(app: App, other):\n    app.go()\n    other.go()\n    pkg.App().go()\n    made = App()\n    made.run()\n\ndef shadow(App):\n    return App\n",
  });
  assert.deepEqual(places(root, { name: "Base/go" }), [
    ...[
      "pkg/core.py:2:9 declaration",
      "pkg/core.py:7:14 call",
      "use.py:5:9 call",
      "use.py:7:15 call",
      "use.py:6:11 call?",
    ],
  ]);
  assert.deepEqual(places(root, { name: "core.App" }), [
    ...["pkg/__init__.py:1:19 import", "pkg/__init__.py:1:26 import", "pkg/core.py:5:7 declaration"],
    ...["use.py:2:17 import", "use.py:4:15 type", "use.py:7:9 call", "use.py:8:12 call"],
  ]);
  assert.deepEqual(places(root, { name: "level" }), ["pkg/core.py:3:14 declaration", "pkg/core.py:8:21 read"]);
});

test("Go: packages, receivers, results, embedded types, literals", () => {
  const root = scratch({
    "go.mod": "module example.com/m\n",
    "lib/lib.go":
      "package lib\n\ntype Inner struct{ Count int }\ntype Outer struct{ Inner }\n\nfunc New() (*Outer, error) { return &Outer{Inner: Inner{Count: 1}}, nil }\nfunc (i *Inner) Run() {}\n",
    "main.go":
      'package main\n\nimport "example.com/m/lib"\n\nfunc main() {\n\to, err := lib.New()\n\to.Run()\n\to.Count++\n\tRun := 1\n\t_, _ = err, Run\n\tvar x interface{ Run() }\n\tx.Run()\n}\n',
  });
  assert.deepEqual(places(root, { name: "Inner/Run" }), [
    "lib/lib.go:7:17 declaration",
    "main.go:7:4 call",
    "main.go:12:4 call?",
  ]);
  assert.deepEqual(places(root, { name: "Inner/Count" }), [
    "lib/lib.go:3:20 declaration",
    "lib/lib.go:6:57 write",
    "main.go:8:4 write",
  ]);
  assert.deepEqual(places(root, { name: "lib.New" }), ["lib/lib.go:6:6 declaration", "main.go:6:16 call"]);
});

test("Go: members that a struct without a name gets from the types in it", () => {
  const root = scratch({
    "go.mod": "module example.com/m\n",
    "lib/lib.go": "package lib\n\ntype Base struct{ Name, Code string }\n\nfunc (b *Base) Run() {}\n",
    "a.go":
      'package a\n\nimport "example.com/m/lib"\n\nvar shared struct {\n\t*lib.Base\n\tCode int\n}\n\ntype Outer struct{ inner struct{ lib.Base } }\n\n' +
      "func one(o *Outer, given *struct{ lib.Base }) {\n\tshared.Run()\n\to.inner.Run()\n\tgiven.Run()\n\tlocal := struct{ *lib.Base }{}\n\tlocal.Run()\n" +
      "\tfor _, row := range []struct {\n\t\tlib.Base\n\t\twant int\n\t}{} {\n\t\trow.Run()\n\t\trow.Base.Run()\n\t\t_ = row.want\n\t}\n" +
      "\t_ = shared.Code\n\t_ = shared.Name\n\tnested := struct{ struct1 struct{ lib.Base } }{}\n\tnested.struct1.Run()\n}\n",
  });
  assert.deepEqual(places(root, { name: "Base/Run" }), [
    ...["a.go:13:9 call", "a.go:14:10 call", "a.go:15:8 call", "a.go:17:8 call", "a.go:22:7 call", "a.go:23:12 call"],
    ...["a.go:29:17 call", "lib/lib.go:5:16 declaration"],
  ]);
  assert.deepEqual(places(root, { name: "Base/Name" }), ["a.go:27:13 read", "lib/lib.go:3:19 declaration"]);
  // The struct has a field of this name itself.
  assert.deepEqual(places(root, { name: "Base/Code" }), ["lib/lib.go:3:25 declaration"]);
});

test("Rust: crates, modules, use trees, impls, traits, fields, patterns, macros", () => {
  const root = scratch({
    "Cargo.toml": '[workspace]\nmembers = ["core", "app"]\n',
    "core/Cargo.toml": '[package]\nname = "my-core"\n',
    "core/src/lib.rs": "pub mod shapes;\npub use shapes::{Shape, Square as Quad};\n",
    "core/src/shapes.rs":
      "pub trait Shape { fn area(&self) -> u32; fn twice(&self) -> u32 { self.area() * 2 } }\n" +
      "#[derive(Default)]\npub struct Square { pub side: u32 }\nimpl Square { pub fn new(side: u32) -> Self { Self { side } } }\n" +
      "impl Shape for Square { fn area(&self) -> u32 { self.side * self.side } }\npub enum Kind { Flat(Square), Round }\n",
    "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nmy-core = { path = "../core" }\n',
    "app/src/main.rs":
      "use my_core::{shapes::{self, Kind}, Quad, Shape};\nfn total(all: &[Box<Quad>], other: &dyn Shape) -> u32 {\n" +
      '    let sum: u32 = all.iter().map(|one| one.side).sum();\n    println!("{}", other.area());\n    sum\n}\n' +
      "fn main() {\n    let square = shapes::Square::new(1);\n    square.twice();\n    match Kind::Flat(square) {\n" +
      "        Kind::Flat(Quad { side }) => drop(side),\n        Kind::Round => {}\n    }\n    let area = 1;\n    assert_eq!(area, Some(Quad::default()).unwrap().area());\n}\n",
  });
  assert.deepEqual(places(root, { name: "Square/side" }), [
    ...["app/src/main.rs:3:45 read", "app/src/main.rs:11:27 read", "core/src/shapes.rs:3:25 declaration"],
    ...["core/src/shapes.rs:4:54 read", "core/src/shapes.rs:5:54 read", "core/src/shapes.rs:5:66 read"],
  ]);
  assert.deepEqual(places(root, { name: "Shape/area" }), [
    ...["app/src/main.rs:4:26 call", "app/src/main.rs:15:53 call", "core/src/shapes.rs:1:22 declaration"],
    ...["core/src/shapes.rs:1:72 call", "core/src/shapes.rs:5:28 declaration"],
  ]);
  assert.deepEqual(places(root, { name: "Kind/Flat" }), [
    ...["app/src/main.rs:10:17 call", "app/src/main.rs:11:15 read", "core/src/shapes.rs:6:17 declaration"],
  ]);
  assert.equal(refs(root, { name: "Square/new" }).uses.length, 2);
});

test("what is not declared, not known, or asked wrongly is said", () => {
  const root = scratch({
    "a.lua": "function one() end\nfunction two() one() end\n",
    "b.ts": "export {}\nconsole.log()\n",
  });
  const lua = refs(root, { name: "one" });
  assert.deepEqual(
    [lua.level, lua.uses.map(({ certainty }) => certainty)],
    ["Uses in Lua are found by name only", ["certain", "possible"]],
  );
  const outside = refs(root, { name: "console" });
  assert.deepEqual([outside.note, outside.uses.length], ["console: declared outside the sources, or local", 1]);
  const codes = [
    { name: "nowhere" },
    {},
    { name: "a", at: "b.ts:1:1" },
    { at: "b.ts" },
    { name: "one", kind: "x" },
    { at: "b.ts:9:9" },
  ].map((input) => (callJig("code_refs_find", input, { cwd: root }).value as { code: string }).code);
  assert.deepEqual(codes, [
    "SYMBOL_NOT_FOUND",
    ...Array.from({ length: 4 }, () => "INVALID_ARGUMENT"),
    "SYMBOL_NOT_FOUND",
  ]);
});

test("jig refs, symbol and outline speak these languages", () => {
  const root = scratch({ "a.go": "package a\n\nfunc Run() {}\n\nfunc other() { Run() }\n" });
  const lines = (...args: string[]) => runJig(args, { cwd: root }).stdout.trim().split("\n");
  assert.deepEqual(lines("refs", "Run").slice(0, 3), [
    "a.go#Run function: 1 certain, 0 possible",
    "a.go:3:6: func Run() {}  <- declaration, certain",
    "a.go:5:16: func other() { Run() }  <- call, certain, in other",
  ]);
  assert.equal(lines("refs", "Run", "--kind", "call").length, 2);
  assert.match(lines("symbol", "Run")[0] ?? "", /^function\t.*func Run\(\)\ta\.go/);
  assert.deepEqual(lines("outline", "a.go"), ["3\tfunction\tRun", "5\tfunction\tother"]);
});

test("flags after a name go to the tool of its language", () => {
  const root = scratch({
    "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />',
    "A.cs": "class A { void Go() { } void Run() { Go(); } }\n",
    "b.py": "def other():\n    pass\n\nother()\n",
  });
  const lines = (...args: string[]) => runJig(args, { cwd: root }).stdout.trim().split("\n").length;
  assert.equal(lines("refs", "Go", "--limit", "1"), 1);
  assert.equal(lines("callers", "Go", "--depth", "2"), 1);
  assert.equal(lines("refs", "other", "--kind", "call"), 2);
});

test("Java: imports, packages, members of bases, overloads by their arguments, anonymous classes, switches over enums", () => {
  const root = scratch({
    "src/main/java/a/b/Shape.java":
      "package a.b;\n\npublic abstract class Shape {\n  protected int size;\n  public Shape() {}\n  public Shape self() { return this; }\n" +
      "  public void draw(int size) { this.size = size; }\n  public void draw(String name) {}\n  abstract void end();\n}\n",
    "src/main/java/a/b/Kind.java": "package a.b;\npublic enum Kind { ROUND, FLAT }\n",
    "src/main/java/c/Use.java":
      "package c;\nimport a.b.Shape;\nimport a.b.Kind;\nimport java.util.List;\n\nclass Circle extends Shape {\n  void end() { size = 2; draw(1); }\n}\n\n" +
      'class Use {\n  void go(List<Circle> all, Object other, Kind kind) {\n    all.get(0).self().draw("x");\n    other.draw();\n' +
      "    Shape made = new Shape() { int size; void end() { size = 3; } };\n    switch (kind) { case ROUND: break; }\n    for (var each : all) each.draw(unknown());\n  }\n}\n",
    "src/test/java/a/b/ShapeTest.java": "package a.b;\nclass ShapeTest { Shape one; int draw; }\n",
  });
  const at = (name: string) => places(root, { name }).map((each) => each.replace(/^.*\//, ""));
  assert.deepEqual(at("a.b.Shape/size"), [
    ...["Shape.java:4:17 declaration", "Shape.java:7:37 write"],
    "Use.java:7:16 write",
  ]);
  assert.deepEqual(at("Shape/draw").slice(0, 5), [
    ...["Shape.java:7:15 declaration", "Shape.java:8:15 declaration", "Use.java:7:26 call", "Use.java:12:23 call"],
    "Use.java:16:31 call",
  ]);
  assert.deepEqual(at("ROUND"), ["Kind.java:2:20 declaration", "Use.java:15:26 read"]);
  assert.deepEqual(
    refs(root, { at: "src/main/java/a/b/Shape.java:8:15" }).uses.map(({ line, certainty }) => `${line} ${certainty}`),
    ["8 certain", "12 certain", "16 possible"],
  );
  assert.equal(refs(root, { name: "Shape", kind: "type" }).uses.length, 4);
});

test("Python: names of __all__, and those that come with a star", () => {
  const root = scratch({
    "pkg/__init__.py": 'from ._a import *\n\n__all__ = ["Base", "other"]\n\nother = ["Base"]\n',
    "pkg/_a.py": '__all__ = ("Base",)\n\n\nclass Base:\n    pass\n',
    "pkg/_b.py": "from ._a import *\n\nclass Next(Base):\n    pass\n",
  });
  assert.deepEqual(places(root, { name: "Base" }), [
    ...["pkg/__init__.py:3:13 read", "pkg/_a.py:1:13 read", "pkg/_a.py:4:7 declaration", "pkg/_b.py:3:12 base"],
  ]);
});

test("Go: an import is found by go.mod, whatever the folder is called", () => {
  const root = scratch({
    "go.mod": "module example.org/tool/v2\n",
    "tool.go": "package tool\n\nfunc Run() {}\n",
    "errors/errors.go": "package errors\n\nfunc New() {}\n",
    "cmd/main.go":
      'package main\n\nimport (\n\t"example.org/tool/v2"\n\t"example.com/other/errors"\n)\n\nfunc main() { tool.Run(); errors.New() }\n',
  });
  assert.deepEqual(places(root, { name: "Run" }), ["cmd/main.go:8:20 call", "tool.go:3:6 declaration"]);
  assert.deepEqual(places(root, { name: "New" }), ["errors/errors.go:3:6 declaration"]);
});

test("Python: a name that is imported or else declared is both, a default is of the scope around", () => {
  const root = scratch({
    "a.py":
      "try:\n    import json\nexcept ImportError:\n    json = None\nsize = 1\n\ndef f(size=size):\n    return json.dumps(size)\n",
  });
  assert.deepEqual(places(root, { name: "json" }), ["a.py:4:5 declaration", "a.py:8:12 read"]);
  assert.deepEqual(places(root, { name: "size" }), ["a.py:5:1 declaration", "a.py:7:12 read"]);
});

test("languages that cannot call each other share no uses, not even of one name in one folder", () => {
  const root = scratch({
    "go.mod": "module example.com/m\n\ngo 1.22\n",
    "web/main.go":
      'package web\n\ntype Server struct{ Name string }\n\nfunc Run(x any) {\n\trender()\n\ts := &Server{}\n\ts.Draw()\n\ts.Name = "x"\n\tx.Draw()\n\tx.lonely()\n}\n',
    "web/app.ts":
      'export function render(): void {}\nexport class Server { Draw(): void {} Name = "" }\nexport class Unused { lonely(): void {} }\n',
    "web/other.go": "package web\n\nfunc lonely() {}\n",
    "tool.py": "def run(x):\n    x.lonely()\n",
  });
  // Go's struct has no Draw, unlike the TypeScript class.
  assert.deepEqual(places(root, { name: "Draw" }), ["web/app.ts:2:23 declaration"]);
  assert.deepEqual(places(root, { name: "render" }), ["web/app.ts:1:17 declaration"]);
  const of = (name: string) => refs(root, { name }).uses.map((use) => `${use.path}:${use.line} ${use.of}`);
  assert.deepEqual(of("Name"), [
    "web/app.ts:2 web/app.ts#Server/Name",
    "web/main.go:3 web/main.go#Server/Name",
    "web/main.go:9 web/main.go#Server/Name",
  ]);
  const counts = (input: object) =>
    refs(root, input).declarations.map(({ symbol_path, certain, possible }) => [symbol_path, certain, possible]);
  assert.deepEqual(counts({ name: "lonely" }), [
    ["web/other.go#lonely", 0, 0],
    ["web/app.ts#Unused/lonely", 0, 0],
  ]);
  // No uses, shown in the table.
  assert.deepEqual(
    counts({ path: "web/app.ts" }).map(([, certain, possible]) => [certain, possible]),
    [
      ...[
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
  );
  const { symbols } = callJig("code_outline", { path: "web" }, { cwd: root }).value as {
    symbols: { symbol_path: string; used_in_files: number }[];
  };
  assert.equal(symbols.find(({ symbol_path }) => symbol_path === "web/app.ts#Unused/lonely")?.used_in_files, 0);
  assert.equal(symbols.find(({ symbol_path }) => symbol_path === "web/other.go#lonely")?.used_in_files, 1);
});
