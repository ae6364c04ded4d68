/** Tests which part of a file is the body of a program, and which files have none. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { KINDS } from "./declaration-table.ts";
import { readOutline } from "./read-outline.ts";

const shown = (text: string) =>
  readOutline(text).declarations.map(({ kind, name, parent, start, end }) => {
    const body = name === "<Main>$" ? `: ${text.slice(start, end)}` : "";
    return `${KINDS[kind]} ${name} in ${parent}${body}`;
  });

describe("a file with top-level statements", () => {
  test("has a program, whose locals are no declarations, and the types that follow", () => {
    const text = `#!/usr/bin/env dotnet
#:package Spectre.Console@0.49
[assembly: CLSCompliant(true)]
using System;
using static System.Math;
using List = System.Collections.Generic.List<int>;

// It begins here.
await using var one = new One();
using var two = new Two();
int Twice(int a) { return 2 * a; }
return Twice(3);

record Point(int X);
class Program { class Inner { int a; } }
`;
    assert.deepEqual(shown(text), [
      "class Program in -1",
      `method <Main>$ in 0: ${text.slice(text.indexOf("await using"), text.indexOf("record"))}`,
      "class Point in -1",
      "property X in 2",
      "class Program in -1",
      "class Inner in 4",
      "field a in 5",
    ]);
  });

  test("may have one statement, with nothing around it", () => {
    assert.deepEqual(shown('Console.WriteLine("a");\n'), [
      "class Program in -1",
      'method <Main>$ in 0: Console.WriteLine("a");',
    ]);
    assert.deepEqual(shown("using (var a = b) { }"), [
      "class Program in -1",
      "method <Main>$ in 0: using (var a = b) { }",
    ]);
  });
});

test("a loop with conditions belongs to the program", () => {
  const text = "var a = 1;\nfor (int i = 0; i < a; i++)\n{\n  a--;\n}\nC.Run(a);\n";
  assert.deepEqual(shown(text), ["class Program in -1", `method <Main>$ in 0: ${text.trimEnd()}`]);
  assert.deepEqual(shown("for (;;) break;"), ["class Program in -1", "method <Main>$ in 0: for (;;) break;"]);
});

test("directives, namespaces, types and parts of them are no program", () => {
  for (const text of [
    "",
    "// nothing\n",
    "global using System;\nglobal using A = B.C;\n",
    "extern alias A;\nusing A::B;\nnamespace C;\nclass D { }",
    "[assembly: A]\n[module: B]\n",
    "using System;\n[Flags] public enum A { B }",
    "public void Member() { Call(); }",
    "private int field;",
    "class Broken { void M() {",
  ])
    assert.ok(!shown(text).some((one) => one.includes("<Main>$")), text);
});
