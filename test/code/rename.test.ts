/** Renames by the `code` plugin with the compiled binary: complete plans, or rejections with locations. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

interface Case {
  files: Record<string, string>;
  /** Input for `code_rename`. */
  input: { name?: string; at?: string; to: string };
  /** Files that changed. */
  after: Record<string, string>;
}

/** Applies a rename, compares files, and reverts it. */
function renames(title: string, { files, input, after }: Case): void {
  test(title, () => {
    const root = scratch(files);
    const env = { XDG_STATE_HOME: join(root, ".state") };
    const { value } = callJig("code_rename", { ...input, apply: true }, { cwd: root, env });
    assert.equal(value.state, "applied", JSON.stringify(value));
    for (const [path, text] of Object.entries({ ...files, ...after }))
      assert.equal(readFileSync(join(root, path), "utf8"), text, path);
    assert.equal(runJig(["undo", value.plan as string], { cwd: root, env }).code, 0);
    for (const [path, text] of Object.entries(files)) assert.equal(readFileSync(join(root, path), "utf8"), text, path);
    rmSync(root, { recursive: true });
  });
}

/** A rename that's rejected with this message. */
function refuses(title: string, files: Record<string, string>, input: Case["input"], ...reasons: RegExp[]): void {
  test(title, () => {
    const root = scratch(files);
    const env = { XDG_STATE_HOME: join(root, ".state") };
    const { value } = callJig("code_rename", { ...input, apply: true }, { cwd: root, env });
    for (const reason of reasons) assert.match(JSON.stringify(value), reason);
    for (const [path, text] of Object.entries(files)) assert.equal(readFileSync(join(root, path), "utf8"), text, path);
    rmSync(root, { recursive: true });
  });
}

const TS = {
  "a.ts":
    "export function run(x: number) { return x }\n" +
    "export class App { name = 1; stop() {} go() { this.stop() } }\nexport class Sub extends App { stop() {} }\n",
  "b.ts":
    'import { run, App as Main } from "./a"\nconst o = { run }\no.run(1)\nrun(2) // run it\nnew Main().stop()\n' +
    "const { name } = new Main()\nexport { run as start }\nfunction f(size: number) { return { size, b: size } }\n",
  "c.ts": 'import * as all from "./a"\nall.run(3)\n',
};

renames("TypeScript: a function through imports, shorthands and namespaces", {
  files: TS,
  input: { name: "run", to: "walk" },
  after: {
    "a.ts": TS["a.ts"].replace("function run", "function walk"),
    "b.ts": TS["b.ts"]
      .replace("import { run,", "import { walk,")
      .replace("{ run }", "{ run: walk }")
      .replace("run(2)", "walk(2)")
      .replace("{ run as", "{ walk as"),
    "c.ts": 'import * as all from "./a"\nall.walk(3)\n',
  },
});

const COMMON = {
  "a.js": "function min() {}\nconst pair = { min }\nexports.min = min\n",
  "b.js": "const { min } = require('./a')\nconst a = require('./a')\nmin(a.min)\nmodule.exports = { min }\n",
  "c.js": "require('./b').min()\n",
};

renames("JavaScript: a function through require, its patterns, and literals that are exported", {
  files: COMMON,
  input: { at: "a.js:1:10", to: "least" },
  after: {
    "a.js": "function least() {}\nconst pair = { min: least }\nexports.least = least\n",
    "b.js": COMMON["b.js"].replaceAll("min", "least"),
    "c.js": COMMON["c.js"].replace("min", "least"),
  },
});

renames("TypeScript: a method with its override", {
  files: TS,
  input: { name: "Sub/stop", to: "halt" },
  after: { "a.ts": TS["a.ts"].replaceAll("stop", "halt"), "b.ts": TS["b.ts"].replace("stop", "halt") },
});

renames("TypeScript: a field that a pattern takes", {
  files: TS,
  input: { name: "App/name", to: "title" },
  after: { "a.ts": TS["a.ts"].replace("name", "title"), "b.ts": TS["b.ts"].replace("{ name }", "{ title: name }") },
});

renames("TypeScript: a parameter that a literal has by its name", {
  files: TS,
  input: { at: "b.ts:8:12", to: "width" },
  after: {
    "b.ts": TS["b.ts"].replace(
      "(size: number) { return { size, b: size",
      "(width: number) { return { size: width, b: width",
    ),
  },
});

refuses(
  "TypeScript: the new name is taken in a file of the uses",
  TS,
  { name: "run", to: "o" },
  /o means something else/,
);
refuses(
  "TypeScript: the new name is a member of a derived type",
  TS,
  { name: "App/name", to: "stop" },
  /already declared there/,
);
refuses("TypeScript: keywords and what is no name", TS, { name: "run", to: "class" }, /word of the language/);
refuses(
  "TypeScript: a use of which the type is unknown",
  { ...TS, "d.ts": "export function any(x: any) { x.stop() }\n" },
  { name: "App/stop", to: "halt" },
  /d\.ts:1: may refer to another symbol/,
);
refuses(
  "TypeScript: a type that extends one outside the sources",
  { "a.ts": 'import { Base } from "elsewhere"\nexport class App extends Base { run() {} }\n' },
  { name: "App/run", to: "walk" },
  /outside the sources/,
);

const PYTHON = {
  "app.py":
    '__all__ = ["run"]\n\n\ndef run(size):\n    total = size\n    total += 1\n    return total\n\n\n' +
    "class App:\n    def __init__(self):\n        self.level = 1\n\n    def up(self):\n        self.level += 1\n        return self.level\n",
  "main.py": "from app import run, App\nimport app\n\nrun(1)\napp.run(2)\na = App()\na.up()\n",
};

renames("Python: a function, its imports and the list of exports", {
  files: PYTHON,
  input: { name: "run", to: "walk" },
  after: {
    "app.py": PYTHON["app.py"].replace('"run"', '"walk"').replace("def run", "def walk"),
    "main.py": PYTHON["main.py"].replaceAll("run", "walk"),
  },
});

renames("Python: a variable that is set twice", {
  files: PYTHON,
  input: { at: "app.py:6:5", to: "sum_of_all" },
  after: { "app.py": PYTHON["app.py"].replaceAll("total", "sum_of_all") },
});

refuses(
  "Python: a parameter that a call gives by its name",
  { ...PYTHON, "more.py": "from app import run\nrun(size=1)\n" },
  { at: "app.py:4:9", to: "width" },
  /more\.py:2: a keyword argument of this name/,
);
refuses("Python: a special method", PYTHON, { name: "App/__init__", to: "start" }, /called by name/);

const GO = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "a/a.go":
    "package a\n\ntype Box struct{ Size int }\n\nfunc (b *Box) Grow() { b.Size++ }\n\nfunc Make() *Box { return &Box{Size: 1} }\n",
  "main.go":
    'package main\n\nimport "example.com/m/a"\n\nfunc main() {\n\tb := a.Make()\n\tb.Grow()\n\t_ = b.Size\n}\n',
};

renames("Go: a method from another package", {
  files: GO,
  input: { name: "Box/Grow", to: "Swell" },
  after: { "a/a.go": GO["a/a.go"].replace("Grow", "Swell"), "main.go": GO["main.go"].replace("Grow", "Swell") },
});
renames("Go: a field and the keys of literals", {
  files: GO,
  input: { name: "Box/Size", to: "Width" },
  after: { "a/a.go": GO["a/a.go"].replaceAll("Size", "Width"), "main.go": GO["main.go"].replace("Size", "Width") },
});
refuses(
  "Go: a name that the other package cannot see",
  GO,
  { name: "Make", to: "makeBox" },
  /is not visible in other packages/,
);
refuses(
  "Go: an interface that the type may satisfy",
  { ...GO, "b.go": "package main\n\ntype Grower interface{ Grow() }\n" },
  { name: "Box/Grow", to: "Swell" },
  /a type outside the sources may satisfy Grower/,
);

const RUST = {
  "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
  "src/main.rs":
    "mod shapes;\nuse shapes::{Shape, Square};\n\nfn main() {\n    let side = 2;\n    let square = Square { side };\n" +
    "    let Square { side: s } = square;\n    let square = Square { side: s };\n    let _ = square.area();\n}\n",
  "src/shapes.rs":
    "pub trait Shape {\n    fn area(&self) -> u32;\n}\n\npub struct Square {\n    pub side: u32,\n}\n\n" +
    "impl Shape for Square {\n    fn area(&self) -> u32 {\n        self.side * self.side\n    }\n}\n",
};

renames("Rust: a method of a trait, from an implementation of it", {
  files: RUST,
  input: { name: "Square/area", to: "surface" },
  after: {
    "src/shapes.rs": RUST["src/shapes.rs"].replaceAll("area", "surface"),
    "src/main.rs": RUST["src/main.rs"].replace("area", "surface"),
  },
});
renames("Rust: a field that a literal has by the name of a variable", {
  files: RUST,
  input: { name: "Square/side", to: "width" },
  after: {
    "src/shapes.rs": RUST["src/shapes.rs"].replaceAll("side", "width"),
    "src/main.rs": RUST["src/main.rs"].replace("{ side }", "{ width: side }").replaceAll("side: s", "width: s"),
  },
});
const EMBEDDED = {
  "go.mod": "module m\n\ngo 1.22\n",
  "a.go":
    "package m\n\ntype Base struct{ n int }\n\ntype Outer struct {\n\t*Base\n\tSize int\n}\n\nfunc Make(b *Base) *Outer {\n" +
    "\treturn &Outer{Base: b, Size: 1}\n}\n\nfunc Sum(o Outer) int {\n\treturn o.Base.n + o.n\n}\n\n" +
    "func Kind(v any) int {\n\tswitch v := v.(type) {\n\tcase int:\n\t\treturn v\n\t}\n\treturn 0\n}\n",
};
renames("Go: a type that a struct embeds, with the field that it makes", {
  files: EMBEDDED,
  input: { name: "Base", to: "Root" },
  after: { "a.go": EMBEDDED["a.go"].replaceAll("Base", "Root") },
});
refuses(
  "Go: an embedded type whose new name the struct has",
  EMBEDDED,
  { name: "Base", to: "Size" },
  /Outer has a member Size/,
);
renames("Go: the alias of a type switch on a parameter of that name", {
  files: EMBEDDED,
  input: { at: "a.go:19:9", to: "w" },
  after: { "a.go": EMBEDDED["a.go"].replace("switch v := v", "switch w := v").replace("return v", "return w") },
});
const DOTTED = {
  "go.mod": "module m\n\ngo 1.22\n",
  "parts/parts.go":
    "package parts\n\ntype Driver struct{}\n\ntype View struct{}\n\nfunc (self *Driver) View() *View { return nil }\n\n" +
    "func (self *View) Press() *View { return self }\n",
  "parts/config/config.go": "package config\n\ntype Config struct{ Name string }\n",
  "tests/a.go":
    'package tests\n\nimport (\n\t. "m/parts"\n\t"m/parts/config"\n)\n\nvar Run = func(t *Driver, config *config.Config) string {\n' +
    "\tt.View().Press().Press()\n\t_, name := 1, config.Name\n\treturn name\n}\n",
};
renames("Go: a method of a type that comes by an import with a dot", {
  files: DOTTED,
  input: { name: "View/Press", to: "Push" },
  after: {
    "parts/parts.go": DOTTED["parts/parts.go"].replace("Press", "Push"),
    "tests/a.go": DOTTED["tests/a.go"].replaceAll("Press", "Push"),
  },
});
renames("Go: a parameter with the name of the package of its type", {
  files: DOTTED,
  input: { at: "tests/a.go:8:27", to: "cfg" },
  after: { "tests/a.go": DOTTED["tests/a.go"].replace(", config *", ", cfg *").replace("1, config.", "1, cfg.") },
});
refuses("Go: the blank name", DOTTED, { at: "tests/a.go:10:2", to: "one" }, /discards a value/);
const ASSOCIATED = {
  "Cargo.toml": '[package]\nname = "x"\n',
  "src/main.rs":
    "trait Shape {\n    type Area;\n    fn area(&self) -> Self::Area;\n}\n\nstruct Square;\n\nimpl Shape for Square {\n" +
    "    type Area = u32;\n    fn area(&self) -> u32 {\n        4\n    }\n}\n\nfn of<S: Shape>(shape: S) -> S::Area {\n" +
    "    shape.area()\n}\n\nfn main() {\n    of(Square);\n}\n",
};
for (const [where, at] of [
  ["the trait", "src/main.rs:2:10"],
  ["an impl", "src/main.rs:9:10"],
] as const)
  renames(`Rust: an associated type, by its place in ${where}`, {
    files: ASSOCIATED,
    input: { at, to: "Size" },
    after: { "src/main.rs": ASSOCIATED["src/main.rs"].replaceAll("Area", "Size") },
  });
refuses(
  "Rust: a method of a trait outside the sources",
  {
    ...RUST,
    "src/shapes.rs": `${RUST["src/shapes.rs"]}\nimpl std::fmt::Display for Square {\n    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {\n        Ok(())\n    }\n}\n`,
  },
  { name: "Square/fmt", to: "print" },
  /trait outside the sources/,
);

const JAVA = {
  "m/Shape.java":
    "package m;\n\npublic class Shape {\n  public Shape() {}\n\n  public int area() {\n    return 0;\n  }\n}\n",
  "m/Square.java":
    "package m;\n\npublic class Square extends Shape {\n  @Override\n  public int area() {\n    return 1;\n  }\n\n" +
    "  static Shape make() {\n    return new Shape();\n  }\n}\n",
};

renames("Java: a method with its override", {
  files: JAVA,
  input: { name: "Shape/area", to: "surface" },
  after: {
    "m/Shape.java": JAVA["m/Shape.java"].replace("area", "surface"),
    "m/Square.java": JAVA["m/Square.java"].replace("area", "surface"),
  },
});

test("Java: a class with its constructor and its file", () => {
  const root = scratch(JAVA);
  const env = { XDG_STATE_HOME: join(root, ".state") };
  const { value } = callJig("code_rename", { name: "Shape", to: "Form", apply: true }, { cwd: root, env });
  assert.equal(value.state, "applied", JSON.stringify(value));
  assert.equal(readFileSync(join(root, "m/Form.java"), "utf8"), JAVA["m/Shape.java"].replaceAll("Shape", "Form"));
  assert.equal(readFileSync(join(root, "m/Square.java"), "utf8"), JAVA["m/Square.java"].replaceAll("Shape", "Form"));
  assert.equal(runJig(["undo", value.plan as string], { cwd: root, env }).code, 0);
  assert.equal(readFileSync(join(root, "m/Shape.java"), "utf8"), JAVA["m/Shape.java"]);
  rmSync(root, { recursive: true });
});
refuses(
  "Java: a method that the language calls",
  { "A.java": 'class A {\n  public String toString() {\n    return "";\n  }\n}\n' },
  { name: "A/toString", to: "text" },
  /called by name/,
);

const C = {
  "a.h": "struct box {\n  int size;\n};\nint grow(struct box *b);\n",
  "a.c": '#include "a.h"\n\nint grow(struct box *b) {\n  return ++b->size;\n}\n',
  "b.c": '#include "a.h"\n\nint twice(struct box *b) {\n  grow(b);\n  return grow(b);\n}\n',
};

renames("C: a function, its prototype and its calls", {
  files: C,
  input: { name: "grow", to: "swell" },
  after: {
    "a.h": C["a.h"].replace("grow", "swell"),
    "a.c": C["a.c"].replace("grow", "swell"),
    "b.c": C["b.c"].replaceAll("grow", "swell"),
  },
});
renames("C: a field", {
  files: C,
  input: { name: "box/size", to: "width" },
  after: { "a.h": C["a.h"].replace("size", "width"), "a.c": C["a.c"].replace("size", "width") },
});
refuses("C: a name that another file declares", C, { name: "grow", to: "twice" }, /twice is already declared there/);
refuses(
  "C: a macro that writes the name",
  { ...C, "c.h": "#define GROW(b) grow(b)\n" },
  { name: "grow", to: "swell" },
  /c\.h:1/,
);

refuses(
  "C++: a method, whose name templates use",
  {
    "a.h": "class Player {\n public:\n  int total(int start);\n};\n",
    "a.cpp":
      '#include "a.h"\nint Player::total(int start) { return start; }\nstruct Team { Player lead; int total(int); };\n' +
      "template <typename T> int sum(const T& t) { return t.total(1); }\n",
  },
  { at: "a.h:3:7", to: "count" },
  /C\+\+ code declares or uses it.*clangd/,
);
refuses(
  "C++: a function of C that it calls",
  { ...C, "d.cpp": '#include "a.h"\nint thrice(struct box *b) { return grow(b); }\n' },
  { name: "grow", to: "swell" },
  /C\+\+ code declares or uses it/,
);

refuses(
  "A language whose uses are only known by name has no plan",
  { "a.rb": "def run\nend\n\nrun\n" },
  { name: "run", to: "walk" },
  /may refer to another symbol/,
);
refuses(
  "Several declarations of one name",
  { "a.py": "def run():\n    pass\n", "b.py": "def run():\n    pass\n" },
  { name: "run", to: "walk" },
  /a\.py#run.*b\.py#run/,
);

test("over MCP: rename, show, apply and undo; under --read-only it is neither listed nor run", async () => {
  const cwd = scratch(TS);
  const env = { XDG_STATE_HOME: join(cwd, ".state") };
  const open = async (...flags: string[]) => {
    const client = new McpProcess(flags, { cwd, env });
    await client.initialize();
    const { tools } = (await client.ask("list", "tools/list")).result;
    const call = async (id: string, tool: string, input: object) => {
      const { result } = await client.call(id, tool, input);
      return { text: result.content[0].text as string, failed: result.isError === true };
    };
    const end = async () => {
      client.child.stdin.end();
      await client.ended;
    };
    return { listed: tools.some(({ name }: { name: string }) => name === "code_rename"), call, end };
  };
  const read = () => readFileSync(join(cwd, "c.ts"), "utf8");
  const { listed, call, end } = await open();
  assert.ok(listed);
  const planned = await call("1", "code_rename", { name: "run", to: "walk" });
  const [, plan = ""] = /Plan (\w+) .* is not applied yet: 3 files/.exec(planned.text) ?? [];
  assert.match((await call("2", "changes", { show: plan })).text, /-all\.run\(3\)\n\+all\.walk\(3\)/);
  assert.equal(read(), TS["c.ts"]);
  assert.match((await call("3", "changes", { apply: plan })).text, /is applied: 3 files/);
  assert.equal(read(), TS["c.ts"].replace("run", "walk"));
  assert.match((await call("4", "changes", { undo: plan })).text, /is undone/);
  assert.equal(read(), TS["c.ts"]);
  await end();
  const careful = await open("--read-only");
  assert.ok(!careful.listed);
  assert.ok((await careful.call("1", "code_rename", { name: "run", to: "walk" })).failed);
  assert.ok((await careful.call("2", "changes", { apply: plan })).failed);
  assert.equal(read(), TS["c.ts"]);
  await careful.end();
  rmSync(cwd, { recursive: true });
});
