/** Renames members by the `code` plugin with the compiled binary: which other members have to be renamed with them. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

type Files = Record<string, string>;
interface Input {
  name: string;
  to: string;
  possible?: "list" | "include";
}

/** Applies a rename. Returns its answer and the texts of the files afterwards. */
function rename(files: Files, input: Input): { answer: string; after: Files } {
  const root = scratch(files);
  const { value } = callJig("code_rename", { ...input, apply: true }, { cwd: root, env: { XDG_STATE_HOME: root } });
  const after = Object.fromEntries(Object.keys(files).map((path) => [path, readFileSync(join(root, path), "utf8")]));
  rmSync(root, { recursive: true });
  return { answer: JSON.stringify(value), after };
}

/** Replaces a word in all files. */
function replaced(files: Files, from: string, to: string): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replace(new RegExp(`\\b${from}\\b`, "g"), to)]),
  );
}

const GO = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "shape.go":
    "package m\n\ntype shape interface {\n\tarea() int\n\tsides() int\n}\n\ntype square struct{ edge int }\n\n" +
    "func (s square) area() int  { return s.edge * s.edge }\nfunc (s square) sides() int { return 4 }\n\n" +
    "func sum(all []shape) (n int) {\n\tfor _, each := range all {\n\t\tn += each.area()\n\t}\n\treturn n\n}\n",
  "disk.go":
    "package m\n\ntype disk struct{}\n\nfunc (disk) area() int    { return 3 }\nfunc (disk) sides() int   { return 0 }\n",
};
const FIELD = { "field.go": "package m\n\ntype field struct{}\n\nfunc (field) area() int { return 1 }\n" };
const GROWN = {
  "grown.go":
    "package m\n\ntype grown struct{}\n\nfunc (grown) area(by int) int { return by }\nfunc (grown) sides() int { return 0 }\n",
};

test("Go: an interface, the types that satisfy it, and no others", () => {
  const files = { ...GO, ...FIELD, ...GROWN };
  for (const name of ["square/area", "shape/area"]) {
    const { after } = rename(files, { name, to: "size" });
    assert.deepEqual(after, { ...replaced(GO, "area", "size"), ...FIELD, ...GROWN });
  }
  const { after } = rename(files, { name: "field/area", to: "size" });
  assert.deepEqual(after, { ...files, ...replaced(FIELD, "area", "size") });
});

const EXPORTED = replaced(replaced(GO, "area", "Area"), "shape", "Shape");

test("Go: types of other modules may satisfy an interface with public methods", () => {
  const refused = rename(EXPORTED, { name: "square/Area", to: "Size" });
  assert.match(refused.answer, /a type outside the sources may satisfy Shape.*possible: \\"list\\"/);
  assert.deepEqual(refused.after, EXPORTED);
  const { after } = rename(EXPORTED, { name: "square/Area", to: "Size", possible: "list" });
  assert.deepEqual(after, replaced(EXPORTED, "Area", "Size"));
});

test("Go: a path in the right case means one of two types", () => {
  const files = {
    ...GO,
    "upper.go": "package m\n\ntype Square struct{}\n\nfunc (Square) area(n int) int { return n }\n",
  };
  const { after } = rename(files, { name: "Square/area", to: "size" });
  assert.deepEqual(after, { ...files, "upper.go": files["upper.go"].replace("area", "size") });
});

const TS = {
  "app.ts": "export class App {\n  run() {}\n  stop() {}\n}\nnew App().run()\n",
  "runner.ts": "export interface Runner {\n  run(): void\n  later?(): void\n}\n",
  "other.ts": "export interface Worker {\n  run(): void\n  fire(): void\n}\n",
};

test("TypeScript: only interfaces that a class may satisfy are in doubt", () => {
  const refused = rename(TS, { name: "App/run", to: "walk" });
  assert.match(refused.answer, /Runner\/run may be the same member, because App may satisfy Runner/);
  assert.doesNotMatch(refused.answer, /Worker/);
  const listed = rename(TS, { name: "App/run", to: "walk", possible: "list" });
  assert.deepEqual(listed.after, { ...TS, "app.ts": TS["app.ts"].replaceAll("run", "walk") });
  assert.match(listed.answer, /Runner\/run may be/);
  // A Worker is a Runner, too.
  const wide = rename(TS, { name: "App/run", to: "walk", possible: "include" });
  assert.deepEqual(wide.after, replaced(TS, "run", "walk"));
});

const PYTHON = {
  "app.py":
    "from elsewhere import Outer\n\n\nclass Mixin:\n    def name(self):\n        return 1\n\n\nclass App:\n    def run(self):\n        return 2\n\n\n" +
    "class Both(Mixin, App):\n    pass\n\n\nclass Other(Mixin, Outer):\n    def run(self):\n        return 3\n",
};

test("Python: a base without the member does not connect its other derived types", () => {
  const { after } = rename(PYTHON, { name: "App/run", to: "walk" });
  assert.deepEqual(after, {
    "app.py": PYTHON["app.py"].replace("def run(self):\n        return 2", "def walk(self):\n        return 2"),
  });
  assert.match(rename(PYTHON, { name: "App/run", to: "name" }).answer, /name is already declared there/);
  assert.match(rename(PYTHON, { name: "Other/run", to: "walk" }).answer, /Other extends Outer, outside the sources/);
  const { after: listed } = rename(PYTHON, { name: "Other/run", to: "walk", possible: "list" });
  assert.match(listed["app.py"] ?? "", /class Other\(Mixin, Outer\):\n {4}def walk/);
});

test("Java: an interface of the standard library has no other members", () => {
  const files = {
    "A.java":
      "import java.io.Closeable;\n\nclass A implements Closeable {\n  void value() {}\n\n  public void close() {}\n}\n",
  };
  const { after } = rename(files, { name: "A/value", to: "text" });
  assert.deepEqual(after, replaced(files, "value", "text"));
  assert.match(
    rename(files, { name: "A/close", to: "end" }).answer,
    /Closeable, outside the sources, which may have close/,
  );
});

test("Python: a long chain of types is refused at once", () => {
  const links = Array.from({ length: 1_000 }, (_, at) => `class C${at + 1}(C${at}):\n    pass\n`);
  const files = { "app.py": `class C0:\n    def run(self):\n        return 1\n\n${links.join("\n")}` };
  assert.match(rename(files, { name: "C0/run", to: "walk" }).answer, /more than 500 types share this member/);
});

test("Go: a method of http.ResponseWriter may be called by its name", () => {
  const files = {
    ...GO,
    "http.go":
      "package m\n\ntype recorder struct{ code int }\n\nfunc (r *recorder) WriteHeader(code int) { r.code = code }\n",
  };
  assert.match(rename(files, { name: "recorder/WriteHeader", to: "Start" }).answer, /WriteHeader is called by name/);
});
