/** More references with the compiled binary, in each language. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { places, refs } from "./found-uses.ts";

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
