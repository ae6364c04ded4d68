/** Effects of an edit on other files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Declaration, toRow } from "../database/declaration.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { compareSurfaces, noChange } from "./surface-changes.ts";

const rows = (text: string): Declaration[] =>
  parseFile(tokenize(text, new Names())).declarations.map((each) => new Declaration(toRow(each)));

function change(before: string, after: string): { everything: boolean; names: string[] } {
  const into = noChange();
  compareSurfaces(rows(before), rows(after), into);
  return { everything: into.everything, names: [...into.names].sort() };
}

const CLASS = "class A { int X; int GetSpeed() { return 1; } }";

test("compareSurfaces() sees nothing in bodies, comments and positions", () => {
  const edited = "// new\nclass A\n{\n\tint X = 3;\n\tint GetSpeed() { return 2 + 2; }\n}";
  assert.deepEqual(change(CLASS, edited), { everything: false, names: [] });
});

test("compareSurfaces() names members that came, went or changed, an accessor also by its property", () => {
  assert.deepEqual(change(CLASS, "class A { float X; }"), { everything: false, names: ["GetSpeed", "Speed", "X"] });
});

test("compareSurfaces() gives up on types that came, went or changed their base", () => {
  assert.equal(change(CLASS, `${CLASS} class B {}`).everything, true);
  assert.equal(change("class A {}", "class A : B {}").everything, true);
});
