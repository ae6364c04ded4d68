/** References in Python that depend on types, with the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Use {
  line: number;
  column: number;
  kind: string;
  certainty: string;
}

function places(root: string, at: string): string[] {
  // The host has validated this against the output schema.
  const { uses } = callJig("code_refs_find", { at }, { cwd: root }).value as { uses: Use[] };
  return uses.map(
    ({ line, column, kind, certainty }) => `${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

test("Python: types that are written as strings", () => {
  const root = scratch({
    "a.py": [
      "import typing as t",
      "import a",
      "class Node:",
      '    below: t.Optional[t.List["Node"]] = None',
      '    def up(self) -> "Node": ...',
      'def f(of: "a.Node | None", mode: t.Literal["Node"]) -> str:',
      '    data = t.cast("Node", of)',
      '    return {"Node": 1}["Node"]',
      'Nodes = t.Dict[str, "Node"]',
    ].join("\n"),
  });
  assert.deepEqual(places(root, "a.py:3:7"), [
    "3:7 declaration",
    "4:31 type",
    "5:22 type",
    "6:14 type",
    "7:20 read",
    "9:22 read",
  ]);
});

test("Python: keywords of a class without a constructor, and of one that has it", () => {
  const root = scratch({
    "a.py": [
      "@dataclass",
      "class Point:",
      "    size: int",
      "class Line:",
      "    size: int",
      "    def __init__(self, size):",
      "        self.length = size",
      "class Dot(Point):",
      "    name: str",
      "def f(size): ...",
      "Point(size=1)",
      "Dot(size=1)",
      "Line(size=1)",
      "f(size=1)",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "a.py:3:5"), ["3:5 declaration", "11:7 read", "12:5 read"]);
  assert.deepEqual(places(root, "a.py:5:5"), ["5:5 declaration"]);
});

test("Python: a variable that is assigned again, and one of a function with its name", () => {
  const root = scratch({
    "a.py": "x = 1\nx = 2\nif x:\n    x = 3\n    y = 1\n    y = 2\ndef f():\n    x = 4\n    return x\n",
  });
  assert.deepEqual(places(root, "a.py:1:1"), ["1:1 declaration", "2:1 write", "3:4 read", "4:5 write"]);
  assert.deepEqual(places(root, "a.py:5:5"), ["5:5 declaration", "6:5 write"]);
});

test("Python: members of classes inside functions", () => {
  const root = scratch({
    "base.py": "class View:\n    def show(self): ...\n    def hide(self): ...\n",
    "a.py": [
      "import base",
      "def f():",
      "    class Own(base.View):",
      "        def hide(self):",
      "            self.show()",
      "    Own.show",
      "    own = Own()",
      "    own.show()",
      "    own.hide()",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "base.py:2:9"), ["5:18 call", "6:9 read", "8:9 call", "2:9 declaration"]);
  assert.deepEqual(places(root, "base.py:3:9"), ["3:9 declaration"]);
});

test("Python: Final without a type, and what a context manager yields", () => {
  const root = scratch({
    "grammar.py": "class Symbols:\n    term: int\nsymbols: Symbols\nclass Proxy:\n    def advance(self): ...\n",
    "a.py": [
      "from typing import Final, Iterator",
      "import grammar",
      "syms: Final = grammar.symbols",
      "@contextmanager",
      'def release() -> Iterator["grammar.Proxy"]: ...',
      "def f():",
      "    with release() as proxy:",
      "        proxy.advance()",
      "    return syms.term",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "grammar.py:2:5"), ["9:17 read", "2:5 declaration"]);
  assert.deepEqual(places(root, "grammar.py:5:9"), ["8:15 call", "5:9 declaration"]);
});
