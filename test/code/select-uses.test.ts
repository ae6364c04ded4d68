/** Selection of uses, calls of a declaration, and suggestions for unknown names, with the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";

interface Found {
  uses: { path: string; line: number; column: number; kind: string; of?: string }[];
  possible: number;
  possible_in: object[];
}

function refs(root: string, input: object): Found {
  return callJig("code_refs_find", input, { cwd: root }).value as Found;
}

function places(root: string, input: object): string[] {
  return refs(root, input).uses.map(({ path, line, column, kind }) => `${path}:${line}:${column} ${kind}`);
}

test("uses by place, apart from tests, what extends a type, callees, suggestions, floods of possible", () => {
  const many = Array.from({ length: 60 }, (_, at) => `function f${at}(x: any) { x.draw() }`).join("\n");
  const root = scratch({
    "src/shape.ts":
      "export interface Shape { draw(): void }\nexport class Round implements Shape { draw() { help() } }\nfunction help() {}\n",
    "src/deep/more.ts": 'import { Round } from "../shape"\nexport class Ball extends Round {}\nnew Round().draw()\n',
    "test/shape.test.ts": 'import { Round } from "../src/shape"\nnew Round().draw()\n',
    "many.ts": many,
    "A.cs": "class A { void Other() {} }\n",
  });
  assert.deepEqual(places(root, { name: "Round", kind: "call", tests: "none" }), ["src/deep/more.ts:3:5 call"]);
  assert.deepEqual(places(root, { name: "Round", kind: "call", tests: "only" }), ["test/shape.test.ts:2:5 call"]);
  for (const place of ["src/deep", "src/deep/*.ts", "more.ts"])
    assert.equal(places(root, { name: "Round", in: place }).length, 3, place);
  assert.equal(places(root, { name: "Round", in: "!src" }).length, 2);
  assert.deepEqual(places(root, { name: "Shape", kind: "base" }), ["src/shape.ts:2:31 base"]);
  assert.deepEqual(places(root, { name: "Round", kind: "base" }), ["src/deep/more.ts:2:27 base"]);
  const callees = refs(root, { name: "Round/draw", callees: true });
  assert.deepEqual(
    callees.uses.map(({ line, of }) => [line, of]),
    [[2, "src/shape.ts#help"]],
  );
  const flood = refs(root, { name: "Round/draw" });
  assert.deepEqual([flood.possible, flood.possible_in], [60, [{ path: "many.ts", possible: 60 }]]);
  assert.equal(refs(root, { name: "Round/draw", in: "many.ts" }).uses.length, 60);
  const missed = runJig(["refs", "Round/drew"], { cwd: root });
  assert.match(missed.stderr, /Did you mean src\/shape\.ts#Round\/draw\?/);
  const other = callJig("code_refs_find", { name: "Other" }, { cwd: root });
  assert.match(JSON.stringify(other), /C# has its own tools, named script_/);
});
