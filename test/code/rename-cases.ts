/** Cases of renaming: the files before and after, or why it is refused. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";

export interface Case {
  files: Record<string, string>;
  /** Input for `code_rename`. */
  input: { name?: string; at?: string; to: string };
  /** Files that changed. */
  after: Record<string, string>;
}

/** Applies a rename, compares files, and reverts it. */
export function renames(title: string, { files, input, after }: Case): void {
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
export function refuses(
  title: string,
  files: Record<string, string>,
  input: Case["input"],
  ...reasons: RegExp[]
): void {
  test(title, () => {
    const root = scratch(files);
    const env = { XDG_STATE_HOME: join(root, ".state") };
    const { value } = callJig("code_rename", { ...input, apply: true }, { cwd: root, env });
    for (const reason of reasons) assert.match(JSON.stringify(value), reason);
    for (const [path, text] of Object.entries(files)) assert.equal(readFileSync(join(root, path), "utf8"), text, path);
    rmSync(root, { recursive: true });
  });
}

export const TS = {
  "a.ts":
    "export function run(x: number) { return x }\n" +
    "export class App { name = 1; stop() {} go() { this.stop() } }\nexport class Sub extends App { stop() {} }\n",
  "b.ts":
    'import { run, App as Main } from "./a"\nconst o = { run }\no.run(1)\nrun(2) // run it\nnew Main().stop()\n' +
    "const { name } = new Main()\nexport { run as start }\nfunction f(size: number) { return { size, b: size } }\n",
  "c.ts": 'import * as all from "./a"\nall.run(3)\n',
};

export const PYTHON = {
  "app.py":
    '__all__ = ["run"]\n\n\ndef run(size):\n    total = size\n    total += 1\n    return total\n\n\n' +
    "class App:\n    def __init__(self):\n        self.level = 1\n\n    def up(self):\n        self.level += 1\n        return self.level\n",
  "main.py": "from app import run, App\nimport app\n\nrun(1)\napp.run(2)\na = App()\na.up()\n",
};

export const GO = {
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "a/a.go":
    "package a\n\ntype Box struct{ Size int }\n\nfunc (b *Box) Grow() { b.Size++ }\n\nfunc Make() *Box { return &Box{Size: 1} }\n",
  "main.go":
    'package main\n\nimport "example.com/m/a"\n\nfunc main() {\n\tb := a.Make()\n\tb.Grow()\n\t_ = b.Size\n}\n',
};

export const RUST = {
  "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
  "src/main.rs":
    "mod shapes;\nuse shapes::{Shape, Square};\n\nfn main() {\n    let side = 2;\n    let square = Square { side };\n" +
    "    let Square { side: s } = square;\n    let square = Square { side: s };\n    let _ = square.area();\n}\n",
  "src/shapes.rs":
    "pub trait Shape {\n    fn area(&self) -> u32;\n}\n\npub struct Square {\n    pub side: u32,\n}\n\n" +
    "impl Shape for Square {\n    fn area(&self) -> u32 {\n        self.side * self.side\n    }\n}\n",
};

export const JAVA = {
  "m/Shape.java":
    "package m;\n\npublic class Shape {\n  public Shape() {}\n\n  public int area() {\n    return 0;\n  }\n}\n",
  "m/Square.java":
    "package m;\n\npublic class Square extends Shape {\n  @Override\n  public int area() {\n    return 1;\n  }\n\n" +
    "  static Shape make() {\n    return new Shape();\n  }\n}\n",
};

export const C = {
  "a.h": "struct box {\n  int size;\n};\nint grow(struct box *b);\n",
  "a.c": '#include "a.h"\n\nint grow(struct box *b) {\n  return ++b->size;\n}\n',
  "b.c": '#include "a.h"\n\nint twice(struct box *b) {\n  grow(b);\n  return grow(b);\n}\n',
};
