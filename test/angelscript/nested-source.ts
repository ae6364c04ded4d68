/** Deeply nested or repetitive source code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { UseList } from "../../plugins/angelscript/binding/bound-uses.ts";
import { bindFile } from "../../plugins/angelscript/binding/file-binder.ts";
import { Lookup } from "../../plugins/angelscript/binding/lookup.ts";
import { SymbolKeys } from "../../plugins/angelscript/binding/symbol-keys.ts";
import { Declaration, toRow } from "../../plugins/angelscript/database/declaration.ts";
import { SymbolTable } from "../../plugins/angelscript/database/symbol-table.ts";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { withBuiltIns } from "../../plugins/angelscript/native/built-ins.ts";
import { EMPTY_LIBRARY } from "../../plugins/angelscript/native/debug-database.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import { problemsOf } from "../../plugins/angelscript/parser/syntax-problems.ts";

export const DEPTH = 50_000;

/** Opening brackets, chains, and incomplete constructs that need lookahead. */
export const PIECES = [
  ...["{", "(", "[", "<", "class ", "class A {", "namespace N {", "if (a) ", "if (a) b; else ", "#if A\n"],
  ...["a<", "Cast<", "TArray<", "a(", "a[", "a+", "a && ", "-", "a ? b : ", "a = ", ".b()", "[0]", "++"],
  ...['f"{', 'f"{a(', 'f"""{', "A(;", "UPROPERTY(;", "void F(;", "/**/int a;", "switch (a) { ", "for (", "a::"],
];

/** Processor time. With quadratic behavior, 0.1 s would become many seconds. */
const PATIENCE_MS = 4000;
const AROUND: [before: string, after: string][] = [
  ["", ""],
  ["class A { ", ""],
  ["class A { void F() { x = a", " 1; } }"],
  ["class A { void F() { ", "a; } }"],
];

function bind(text: string): void {
  const names = new Names();
  const tokens = tokenize(text, names);
  const syntax = parseFile(tokens);
  const declarations = syntax.declarations.map((each) => new Declaration(toRow(each)));
  const files = [{ path: "/A.as", root: 0, size: 0, mtimeMs: 0, declarations }];
  const lookup = new Lookup(new SymbolTable(files, withBuiltIns(EMPTY_LIBRARY)));
  const nameNumber = (name: string): number => names.of(name);
  bindFile(tokens, syntax, { lookup, keys: new SymbolKeys(), nameNumber, root: 0, path: "/A.as", uses: new UseList() });
}

export function piecesAreRead(pieces: readonly string[]): void {
  for (const piece of pieces)
    test(`${DEPTH} times ${JSON.stringify(piece)}`, { timeout: 60_000 }, () => {
      for (const [before, after] of AROUND) {
        const text = before + piece.repeat(DEPTH) + after;
        const start = process.cpuUsage();
        assert.ok(Array.isArray(problemsOf(text, new Names())));
        bind(text);
        const { user } = process.cpuUsage(start);
        assert.ok(user / 1000 < PATIENCE_MS, `slow between ${JSON.stringify([before, after])}`);
      }
    });
}
