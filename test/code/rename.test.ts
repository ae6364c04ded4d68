/** Renames by the `code` plugin with the compiled binary: complete plans, or rejections with locations. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { C, GO, JAVA, PYTHON, RUST, refuses, renames, TS } from "./rename-cases.ts";

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

renames("TypeScript: a method with its override", {
  files: TS,
  input: { name: "Sub/stop", to: "halt" },
  after: { "a.ts": TS["a.ts"].replaceAll("stop", "halt"), "b.ts": TS["b.ts"].replace("stop", "halt") },
});

renames("Python: a function, its imports and the list of exports", {
  files: PYTHON,
  input: { name: "run", to: "walk" },
  after: {
    "app.py": PYTHON["app.py"].replace('"run"', '"walk"').replace("def run", "def walk"),
    "main.py": PYTHON["main.py"].replaceAll("run", "walk"),
  },
});

refuses("Python: a special method", PYTHON, { name: "App/__init__", to: "start" }, /called by name/);

renames("Go: a method from another package", {
  files: GO,
  input: { name: "Box/Grow", to: "Swell" },
  after: { "a/a.go": GO["a/a.go"].replace("Grow", "Swell"), "main.go": GO["main.go"].replace("Grow", "Swell") },
});

renames("Rust: a method of a trait, from an implementation of it", {
  files: RUST,
  input: { name: "Square/area", to: "surface" },
  after: {
    "src/shapes.rs": RUST["src/shapes.rs"].replaceAll("area", "surface"),
    "src/main.rs": RUST["src/main.rs"].replace("area", "surface"),
  },
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

renames("C: a function, its prototype and its calls", {
  files: C,
  input: { name: "grow", to: "swell" },
  after: {
    "a.h": C["a.h"].replace("grow", "swell"),
    "a.c": C["a.c"].replace("grow", "swell"),
    "b.c": C["b.c"].replaceAll("grow", "swell"),
  },
});

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
  "A language whose uses are only known by name has no plan",
  { "a.rb": "def run\nend\n\nrun\n" },
  { name: "run", to: "walk" },
  /may refer to another symbol/,
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
