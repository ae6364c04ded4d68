/** More renames with the compiled binary, and what is refused. */
import { C, GO, JAVA, PYTHON, RUST, refuses, renames, TS } from "./rename-cases.ts";

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

renames("Java: a method with its override", {
  files: JAVA,
  input: { name: "Shape/area", to: "surface" },
  after: {
    "m/Shape.java": JAVA["m/Shape.java"].replace("area", "surface"),
    "m/Square.java": JAVA["m/Square.java"].replace("area", "surface"),
  },
});

refuses(
  "Java: a method that the language calls",
  { "A.java": 'class A {\n  public String toString() {\n    return "";\n  }\n}\n' },
  { name: "A/toString", to: "text" },
  /called by name/,
);

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
  "C++: a function of C that it calls",
  { ...C, "d.cpp": '#include "a.h"\nint thrice(struct box *b) { return grow(b); }\n' },
  { name: "grow", to: "swell" },
  /C\+\+ code declares or uses it/,
);

refuses(
  "Several declarations of one name",
  { "a.py": "def run():\n    pass\n", "b.py": "def run():\n    pass\n" },
  { name: "run", to: "walk" },
  /a\.py#run.*b\.py#run/,
);
