/** Name binding: scopes, overloads, accessors, templates, conversions. Marks in the source have the expected result. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Declaration, toRow } from "../database/declaration.ts";
import { SymbolTable } from "../database/symbol-table.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { withBuiltIns } from "../native/built-ins.ts";
import { EMPTY_LIBRARY } from "../native/debug-database.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { countOfUses, isLocal, isUnresolved, localStart, readUse, UseList } from "./bound-uses.ts";
import { bindFile } from "./file-binder.ts";
import { Lookup } from "./lookup.ts";
import { SymbolKeys } from "./symbol-keys.ts";

/** Uses as `name use key` in text order. Locals are shown by line, aliases omitted. */
function bound(text: string): string[] {
  const names = new Names();
  const tokens = tokenize(text, names);
  const syntax = parseFile(tokens);
  const declarations = syntax.declarations.map((each) => new Declaration(toRow(each)));
  const file = { path: "a.as", root: 0, size: 0, mtimeMs: 0, declarations };
  const keys = new SymbolKeys();
  const lookup = new Lookup(new SymbolTable([file], withBuiltIns(EMPTY_LIBRARY)));
  const nameNumber = (name: string): number => names.of(name);
  const { uses } = bindFile(tokens, syntax, {
    lookup,
    keys,
    nameNumber,
    root: 0,
    path: file.path,
    uses: new UseList(),
  });
  const found: [start: number, line: string][] = [];
  for (let index = 0; index < countOfUses(uses); index++) {
    const { start, length, use, target } = readUse(uses, index);
    if (use === "alias") continue;
    const line = (offset: number): number => text.slice(0, offset).split("\n").length;
    const who = isUnresolved(target) ? "?" : isLocal(target) ? `local@${line(localStart(target))}` : keys.key(target);
    found.push([start, `${line(start)} ${text.slice(start, start + length)} ${use} ${who.replaceAll("@0", "")}`]);
  }
  return found.sort((a, b) => a[0] - b[0]).map(([, line]) => line);
}

const has = (lines: string[], expected: string): void =>
  assert.ok(lines.includes(expected), `${expected}\n${lines.join("\n")}`);

test("inner locals hide outer ones, parameters and members", () => {
  const lines = bound(`class A {
int X;
void F(int X) {
{ int X = 1; X++; }
X = 2; this.X = 3; }
void G() { X = 4; } }`);
  has(lines, "4 X write local@4");
  has(lines, "5 X write local@3");
  has(lines, "5 X write T:A.X");
  has(lines, "6 X write T:A.X");
});

test("overloads go by the types, the number and the names of arguments", () => {
  const lines = bound(`void F(int A) {}
void F(float A) {}
void F(FString A, int B = 1) {}
void F(FName A) {}
void G() {
F(1);
F(1.5);
F("x");
F(n"x");
F(B = 2, A = "y");
}`);
  has(lines, "6 F call N:.F(int)");
  has(lines, "7 F call N:.F(float)");
  has(lines, "8 F call N:.F(FString,int)");
  has(lines, "9 F call N:.F(FName)");
  has(lines, "10 F call N:.F(FString,int)");
});

test("a property is its Get where it is read, its Set where it is written, both where it is changed", () => {
  const lines = bound(`class A {
int GetSpeed() const property { return 1; }
void SetSpeed(int V) property {}
void F(A Other) {
Other.Speed = Speed;
Other.Speed += 1; } }`);
  has(lines, "5 Speed write T:A.SetSpeed(int)");
  has(lines, "5 Speed read T:A.GetSpeed()");
  has(lines, "6 Speed write T:A.SetSpeed(int)");
  has(lines, "6 Speed read T:A.GetSpeed()");
});

test("elements of containers, auto, casts and conditions have types", () => {
  const lines = bound(`class A { int X; }
class B : A { int Y; }
void F(TArray<A> List, TMap<FName, B> Map, TSubclassOf<B> Class) {
for (auto Each : List) Each.X = 1;
for (auto& Pair : Map) Pair.Value.Y = 1;
auto First = Cast<B>(List[0]); First.Y = 1;
(true ? First : nullptr).X = 2;
Map[n"k"].Y++;
}`);
  for (const line of [4, 7]) has(lines, `${line} X write T:A.X`);
  for (const line of [5, 6, 8]) has(lines, `${line} Y write T:B.Y`);
});

test("namespaces: inner first, nested, named like a type, and from the root", () => {
  const lines = bound(`int V;
namespace A { int V; namespace B { void F() {
V = 1;
::V = 2;
A::V = 3; } } }
class C {}
namespace C { void Make() {} }
void G() {
A::B::F();
C::Make(); }`);
  has(lines, "3 V write N:A.V");
  has(lines, "4 V write N:.V");
  has(lines, "5 V write N:A.V");
  has(lines, "9 F call N:A::B.F()");
  has(lines, "10 Make call N:C.Make()");
  has(lines, "10 C type T:C");
});

test("bases, Super, mixins, names of bound functions, and what is not known", () => {
  const lines = bound(`class A { void F() {} }
class B : A { void F() override { Super::F(); } }
mixin void M(A Self, int X) {}
event void FOn();
class C { FOn On; B Value; void H() {} void G() {
Value.M(1);
Value.F();
On.AddUFunction(this, n"H");
Value.Nothing(); } }`);
  has(lines, "2 F override T:B.F()");
  has(lines, "2 F call T:A.F()");
  has(lines, "6 M call N:.M(A,int)");
  has(lines, "7 F call T:B.F()");
  has(lines, "8 H bind T:C.H()");
  has(lines, "9 Nothing call ?");
});

test("a circle of bases ends", () => {
  bound(
    "class A : B { void F() { X = 1; } }\nclass B : C {}\nclass C : A {}\nclass D : D { int Y; void G() { Y = Z; } }",
  );
});

test("a legacy import names the function, and its types, of another file", () => {
  const lines = bound(`import void Run(A, const A& Other) from "Other.Module";
import Some.Module;
class A {}
void Run(A Who, const A& Other) {}
void Run(int Times) {}`);
  has(lines, "1 Run read N:.Run(A,const A&)");
  assert.equal(lines.filter((line) => /^1 A .*T:A$/.test(line)).length, 2);
});

test("one float among whole numbers takes the overload of floats", () => {
  const lines = bound(`int Wrap(int A, int B, int C) { return A; }
float Wrap(float A, float B, float C) { return A; }
void F(float Yaw) { Wrap(Yaw, 0, 360); Wrap(1, 0, 360); }`);
  has(lines, "3 Wrap call N:.Wrap(float,float,float)");
  has(lines, "3 Wrap call N:.Wrap(int,int,int)");
});

test("specifiers are known in any case", () => {
  const lines = bound(`class A { UFUNCTION(BlueprintEvent) void On() {} }
class B : A { UFUNCTION(Blueprintoverride) void On() {} }`);
  has(lines, "2 On override T:B.On()");
});
