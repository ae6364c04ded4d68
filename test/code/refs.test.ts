/** References with the compiled binary: certain, possible, and unrelated ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";

interface Found {
  declarations: { symbol_path: string; certain: number; possible: number }[];
  uses: { path: string; line: number; column: number; kind: string; certainty: string; of?: string }[];
  other: number;
  note?: string;
  level?: string;
}

function refs(root: string, input: object): Found {
  return callJig("code_refs_find", input, { cwd: root }).value as Found;
}

/** Each use as `path:line:column kind`, with `?` if it's only possible. */
function places(root: string, input: object): string[] {
  return refs(root, input).uses.map(
    ({ path, line, column, kind, certainty }) =>
      `${path}:${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

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

test("TypeScript: packages and import maps of Deno", () => {
  const root = scratch({
    "deno.json": '{ "workspace": ["./draw"], "imports": { "~/": "./app/", "far": "jsr:@far/draw@1" } }',
    "tsconfig.json": '{ "compilerOptions": { "baseUrl": "./base" } }',
    "draw/deno.jsonc": '{ "name": "@x/draw", "exports": { ".": "./mod.ts", "./line": "./line.ts" }, /* a comment */ }',
    "draw/mod.ts": 'export * from "./line.ts"\n',
    "draw/line.ts": "export function draw() {}\n",
    "app/util.ts": "export const draw = 1\n",
    "base/own.ts": "export const draw = 2\n",
    "main.ts":
      'import { draw } from "@x/draw"\nimport { draw as line } from "@x/draw/line"\nimport { draw as other } from "~/util.ts"\n' +
      'import { draw as third } from "far"\nimport { draw as own } from "own"\ndraw(); line(); other; third(); own\n',
  });
  assert.deepEqual(places(root, { name: "line.ts#draw" }), [
    ...["draw/line.ts:1:17 declaration", "main.ts:1:10 import", "main.ts:2:10 import", "main.ts:2:18 import"],
    ...["main.ts:6:1 call", "main.ts:6:9 call"],
  ]);
  assert.deepEqual(places(root, { name: "util.ts#draw" }), [
    ...["app/util.ts:1:14 declaration", "main.ts:3:10 import", "main.ts:3:18 import", "main.ts:6:17 read"],
  ]);
  assert.deepEqual(places(root, { name: "own.ts#draw" }), [
    ...["base/own.ts:1:14 declaration", "main.ts:5:10 import", "main.ts:5:18 import", "main.ts:6:33 read"],
  ]);
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

test("TypeScript: the parts of a union that the literal of a constant fits", () => {
  const root = scratch({
    "a.ts":
      "export interface One { path: string; extra?: undefined; tags: string[] }\n" +
      "export interface Two { path: string; extra?: { a: 1 }; tags: string[] }\nexport type Any = One | Two | { tags: string[]; method: string }\n",
    "b.ts":
      "import type { Any } from './a'\nconst two: Any = { path: '', extra: { a: 1 }, tags: [] }\n" +
      "const one = () => two.tags\nfunction early() { return two.tags }\n",
  });
  assert.deepEqual(places(root, { name: "One/tags" }), [...["a.ts:1:57 declaration", "b.ts:4:31 read"]]);
  assert.deepEqual(places(root, { name: "Two/tags" }), [
    ...["a.ts:2:56 declaration", "b.ts:2:47 write", "b.ts:3:23 read", "b.ts:4:31 read"],
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

test("Go: fields of a struct without a name", () => {
  const root = scratch({
    "go.mod": "module example.com/m\n",
    "a.go":
      "package a\n\ntype Part struct{ Name string }\n\nfunc one() {\n\tvar s struct{ Data *Part; other int }\n\t_ = s.Data.Name\n\t_ = s.other.Name\n" +
      "\tfor _, row := range []struct{ make func() (Part, error) }{} {\n\t\tp, _ := row.make()\n\t\t_ = p.Name\n\t}\n\tvar e struct{ Part }\n\t_ = e.Part.Name\n}\n",
  });
  assert.deepEqual(places(root, { name: "Part/Name" }), [
    ...["a.go:3:19 declaration", "a.go:7:13 read", "a.go:11:9 read", "a.go:14:13 read"],
  ]);
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

test("Rust: a module and a function of one name; an impl for every type with a trait is none for others", () => {
  const root = scratch({
    "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
    "src/main.rs":
      "mod search;\nmod flags;\nfn main() { search(1); search::go(); flags::parse() }\nfn search(x: u8) -> u8 { x }\n",
    "src/search.rs": "pub fn go() {}\n",
    "src/flags.rs": "pub fn parse() { crate::search::go(); super::search(3); }\n",
    "src/sink.rs":
      "use std::sync::Arc;\npub struct Ov;\nimpl Ov { pub fn hit(&self) {} }\nstruct Ib { ovs: Arc<Ov>, own: Own }\n" +
      "impl Ib { fn go(&self) { self.ovs.hit(); self.own.hit() } }\ntrait Sink { fn hit(&self); }\n" +
      "impl<'a, S: Sink> Sink for &'a mut S { fn hit(&self) {} }\nstruct Own;\nimpl Sink for Own { fn hit(&self) {} }\n",
  });
  assert.deepEqual(places(root, { name: "src/sink.rs#Ov/hit" }), [
    "src/sink.rs:3:18 declaration",
    "src/sink.rs:5:35 call",
  ]);
  assert.deepEqual(places(root, { name: "Sink/hit", kind: "calls" }), ["src/sink.rs:5:51 call"]);
  assert.deepEqual(places(root, { name: "flags" }), ["src/main.rs:2:5 declaration", "src/main.rs:3:38 type"]);
  const counts = refs(root, { path: "src/main.rs" }).declarations.map(
    ({ symbol_path, certain, possible }) => `${symbol_path} ${certain} ${possible}`,
  );
  assert.deepEqual(counts, [
    "src/main.rs#search @src/main.rs:1 2 0",
    "src/main.rs#flags 1 0",
    "src/main.rs#main 0 0",
    "src/main.rs#search @src/main.rs:4 2 0",
  ]);
});

test("Rust: an impl for a type with the same name as one beside it, behind a path or as a type parameter", () => {
  const root = scratch({
    "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
    "src/lib.rs":
      "pub mod kinds;\nuse kinds::{Bare, Error, Show, Wide};\nfn f(a: std::io::Error, b: Error, d: Box<dyn Bare>, e: Vec<u8>) {\n" +
      "    a.show();\n    b.show();\n    b.own();\n    d.bare();\n    e.show();\n    b.wide();\n}\n",
    "src/kinds.rs":
      "use std::io;\npub struct Error;\npub struct T;\npub trait Show { fn show(&self); }\npub trait Bare { fn inner(&self); }\n" +
      "impl Bare { pub fn bare(&self) { self.inner() } }\nimpl Show for io::Error { fn show(&self) {} }\nimpl Show for Error { fn show(&self) {} }\n" +
      "impl Error { pub fn own(&self) {} }\npub trait Wide { fn wide(&self); }\nimpl<T: Show> Wide for T { fn wide(&self) { self.show() } }\n",
  });
  assert.deepEqual(places(root, { name: "Wide/wide", kind: "call" }), ["src/lib.rs:9:7 call"]);
  assert.deepEqual(places(root, { name: "Error/own", kind: "call" }), ["src/lib.rs:6:7 call"]);
  assert.deepEqual(places(root, { name: "Bare/bare", kind: "call" }), ["src/lib.rs:7:7 call"]);
  assert.deepEqual(places(root, { name: "Show/show", kind: "call" }), [
    "src/kinds.rs:11:50 call",
    "src/lib.rs:4:7 call",
    "src/lib.rs:5:7 call",
  ]);
});

test("Rust: names in the arguments of a macro are followed or possible, never something else", () => {
  const root = scratch({
    "Cargo.toml": '[package]\nname = "m"\n',
    "src/lib.rs": "cfg_rt! { pub mod inner; pub use inner::Rt; }\nfn f(a: inner::Rt, b: Rt) { a.go(); b.go() }\n",
    "src/inner.rs": "pub struct Rt;\nimpl Rt { pub fn go(&self) { crate::f(Rt, Rt) } }\n",
  });
  assert.deepEqual(places(root, { name: "Rt/go" }), [
    ...["src/inner.rs:2:18 declaration", "src/lib.rs:2:31 call", "src/lib.rs:2:39 call?"],
  ]);
  assert.deepEqual(places(root, { name: "lib.rs#f" }), ["src/inner.rs:2:37 call", "src/lib.rs:2:4 declaration"]);
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

test("rename goes to the language that declares the name", () => {
  const root = scratch({
    "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />',
    "A.cs": "class Walker { void Pace() { Pace(); } }\n",
    "b.py": "def other():\n    pass\n\nother()\n",
  });
  const diff = (...words: string[]) => runJig(["rename", ...words], { cwd: root }).stdout;
  assert.match(diff("Pace", "Run"), /^\+class Walker \{ void Run\(\) \{ Run\(\); \} \}$/m);
  assert.match(diff("other", "another"), /^\+def another\(\):$/m);
  assert.match(runJig(["rename", "nothing", "x"], { cwd: root }).stderr, /nothing/);
});

test("a short command asks the language that declares the name, by a flag too, and ends with 1 where nothing does", () => {
  const root = scratch({
    "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />',
    "A.cs": "class Walker { void Pace() { Pace(); } }\n",
    "B.cs": "class Runner { void Pace() { Pace(); } void Same() {} }\n",
    "c.py": "def Same():\n    pass\n",
    "Script/Orchard.as": "class AOrchard\n{\n\tint Plums = 3;\n}\n",
    "b.py": "def other():\n    pass\n\nother()\n",
  });
  const run = (...words: string[]) => runJig(words, { cwd: root });
  assert.match(run("symbol", "Walker").stdout, /^class\tclass Walker\tA\.cs/);
  assert.match(run("symbol", "AOrchard").stdout, /^type\tclass AOrchard : UObject\tScript\/Orchard\.as\t1$/m);
  assert.match(run("symbol", "other").stdout, /^function\tdef other/);
  assert.match(run("find_symbol", "--name_path", "Walker").stdout, /^class\tclass Walker\tA\.cs/);
  assert.match(
    run("find_referencing_symbols", "--name_path=Pace", "--relative_path", "A.cs").stdout,
    /^A\.cs:1:30: .*call in Walker\/Pace$/m,
  );
  assert.match(run("symbol", "Walk").stdout, /^class\tclass Walker\tA\.cs/, "a part of a name is searched");
  assert.match(
    run("callers", "Walk").stderr,
    /^jig: Nothing here declares "Walk"\. Searched: AngelScript, C# and code of other languages/,
    "and not asked for its uses",
  );
  assert.match(run("callers", "Walker/Pace").stdout, /^A\.cs:1:\d+: Walker\/Pace at 1$/m);
  assert.equal(run("refs", "Pace").stdout.trim().split("\n").length, 4, "every declaration of the name is asked about");
  const several = run("rename", "Same", "Other");
  assert.match(
    several.stderr,
    /^jig: Several languages declare "Same"\. .*jig code_rename Same …, jig script_rename Same …/,
  );
  const none = run("symbol", "Nowhere");
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^jig: No declaration here contains "Nowhere" in its name\./m);
});

test("a name that several languages declare is asked in each of them", () => {
  const root = scratch({
    "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />',
    "A.cs": "class A { void Go() { Go(); } void Run() {} }\n",
    "b.py": "def Go():\n    pass\n\nGo()\n",
    "Script/Orchard.as":
      "class AOrchard : AActor\n{\n\tint Plums = 3;\n\tvoid Go() { Plums = 1; }\n\tvoid Pick() { Go(); }\n}\n",
  });
  const lines = (...words: string[]) => runJig(words, { cwd: root }).stdout.trim().split("\n");
  const places = (all: string[]) => all.flatMap((line) => /^[^ \t]+:\d+:\d+(?=: )/.exec(line)?.[0] ?? []).sort();
  assert.deepEqual(places(lines("refs", "Go")), [
    ...["A.cs:1:16", "A.cs:1:23", "Script/Orchard.as:4:7", "Script/Orchard.as:5:16", "b.py:1:5", "b.py:4:1"],
  ]);
  assert.deepEqual(places(lines("callers", "Go")), ["A.cs:1:1", "Script/Orchard.as:5:1", "b.py:4:1"]);
  const inScript = "function\tvoid AOrchard.Go()\tScript/Orchard.as\t4";
  const declared = ["function\tdef Go()\tb.py\t1-2", inScript, "method\tA\tvoid Go()\tA.cs\t1-1"];
  assert.deepEqual(lines("symbol", "Go").sort(), declared);
  assert.deepEqual(lines("symbol", "AOrchard::Go"), [inScript]);
  // JSON: one document per line.
  assert.equal(lines("symbol", "Go", "--json").map((line) => JSON.parse(line)).length, 3);
  assert.deepEqual(lines("refs", "AOrchard/Go"), [
    "AOrchard/Go: 1 uses",
    "Script/Orchard.as:4:7: \tvoid Go() { Plums = 1; }  <- declaration",
    "Script/Orchard.as:5:16: \tvoid Pick() { Go(); }  <- call",
  ]);
  assert.deepEqual(places(lines("refs", "AOrchard.Plums", "--kind", "write")), ["Script/Orchard.as:4:14"]);
  // A position determines the language.
  assert.deepEqual(places(lines("refs", "Script/Orchard.as:5:16")), [
    "Script/Orchard.as:4:7",
    "Script/Orchard.as:5:16",
  ]);
});

test("what a language does not take, a folder without sources and a name that is nowhere are refused", () => {
  const root = scratch({
    "A.csproj": '<Project Sdk="Microsoft.NET.Sdk" />',
    "A.cs": "class A { void Run() {} }\n",
    "b.py": "def Go():\n    pass\n\ndef alone():\n    Go()\n",
  });
  const run = (...words: string[]) => {
    const { code, stdout, stderr } = runJig(words, { cwd: root });
    return [code, stdout === "" ? stderr : stdout];
  };
  assert.deepEqual(run("refs", "Run", "--in", "x"), [
    2,
    "jig: --in is a flag of jig refs for code, not for C#. Filter the lines: jig refs NAME | grep '^FOLDER/'\n",
  ]);
  const [code, said] = run("refs", "Run", "--kind", "call");
  assert.deepEqual([code, /jig callers lists the calls/.test(String(said))], [2, true], String(said));
  assert.match(String(run("refs", "Go", "--in", "nosuch")[1]), /No source file here is in "nosuch"/);
  assert.equal(run("refs", "Go", "--in", "nosuch", "--json")[0], 1);
  // No callers: shown in the heading and by the exit code.
  assert.deepEqual(run("callers", "alone"), [1, "b.py#alone function: 0 certain, 0 possible\n"]);
  for (const command of ["refs", "callers"])
    assert.deepEqual(run(command, "Nowhere"), [
      1,
      'jig: Nothing here declares "Nowhere". Searched: C# and code of other languages\n',
    ]);
  assert.equal(run("symbol", "Nowhere", "--json")[0], 1);
  assert.match(String(run("refs", "Gp")[1]), /Did you mean Go\?/);
  const help = String(run("refs", "--help")[1]);
  assert.deepEqual(help.match(/^Usage: jig refs/gm)?.length, 2);
  assert.match(help, /--in TEXT.+script_refs_find.+--snippet-context N +Lines before and after\. Default: 0/s);
  assert.equal(run("outline", "b.py", "--nosuch")[0], 2);
  assert.match(String(run("outline", "b.py", "--json")[1]), /^\{"success":true,"path":"b\.py"/);
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

test("Java: overloads that a base has, static methods, names with their package", () => {
  const root = scratch({
    "a/Base.java":
      "package a;\npublic class Base {\n  void put(int[] all) {}\n  void put(String one) {}\n  static void run(int x) {}\n}\n",
    "b/Use.java":
      "package b;\nclass Use extends a.Base {\n  void put(String one) {}\n  static void run(int x) {}\n" +
      "  void go(int[] all) { put(all); run(1); }\n}\nclass More extends Use { void put(int[] all) { super.put(all); } }\n",
  });
  assert.deepEqual(places(root, { at: "a/Base.java:3:8" }), [
    ...["a/Base.java:3:8 declaration", "b/Use.java:7:31 declaration", "b/Use.java:5:24 call?", "b/Use.java:7:54 call?"],
  ]);
  assert.deepEqual(places(root, { name: "a.Base/run" }), ["a/Base.java:5:15 declaration"]);
  assert.deepEqual(places(root, { name: "Base" }), ["a/Base.java:2:14 declaration", "b/Use.java:2:21 base"]);
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

test("Go: members of what other packages give are something else, keys of a map are names", () => {
  const root = scratch({
    "go.mod": "module example.org/tool\n",
    "tool.go": 'package tool\n\nconst Key = "k"\n\ntype Box struct{ Code int }\ntype Table map[string]int\n',
    "use.go":
      'package tool\n\nimport (\n\t"net/http/httptest"\n\t"sync/atomic"\n\t"net/http"\n)\n\n' +
      "func use(p *atomic.Pointer[Box]) {\n\trec := httptest.NewRecorder()\n\t_ = rec.Code\n\t_ = rec.Result().Code\n\t_ = p.Load().Code\n" +
      "\t_ = Table{Key: 1}\n\t_ = http.Header{Key: nil}\n\t_ = Box{Code: 1}\n}\n",
  });
  assert.deepEqual(places(root, { name: "Box/Code" }), [
    ...["tool.go:5:18 declaration", "use.go:16:10 write", "use.go:13:15 read?"],
  ]);
  assert.deepEqual(places(root, { name: "Key" }), [
    ...["tool.go:3:7 declaration", "use.go:14:12 write", "use.go:15:18 write?"],
  ]);
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
