/** Parser: all constructs, and broken code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { parseFile } from "./declaration-parser.ts";
import { type DeclarationSyntax, Flag } from "./syntax.ts";
import { problemsOf } from "./syntax-problems.ts";

function parse(text: string): DeclarationSyntax[] {
  const { declarations, errors } = parseFile(tokenize(text, new Names()));
  assert.deepEqual(errors, []);
  return declarations;
}

const names = (list: DeclarationSyntax[] | undefined): string[] =>
  (list ?? []).map((each) => `${each.kind} ${each.name.name}`);

test("parseFile() reads every kind of declaration", () => {
  const found = parse(`
    class A : B { int X = 1, Y; A(int Z) {} ~A() {} void F() const property {} default X = 2; }
    struct FS { FS opAdd(const FS& O) const { return this; } };
    enum E : uint8 { One, Two UMETA(DisplayName = "2"), Three = 1 << 3, }
    event void FOn(int A);
    delegate bool FCan(const A Who);
    namespace N::M { const float K = .5; namespace Inner { void Deep() {} } }
    mixin int Count(A Self, float Step = 1.f) { return 0; }
    local void Hidden() {}
    const TArray<TMap<FName, int>> Table(3);
    asset Best of A { X = 3; }
    import a.b.c;
    import void G(int X) from "mod";
  `);
  assert.deepEqual(names(found), [
    "class A",
    "struct FS",
    "enum E",
    "event FOn",
    "delegate FCan",
    "namespace M",
    "function Count",
    "function Hidden",
    "variable Table",
    "asset Best",
  ]);
  assert.deepEqual(names(found[0]?.members), [
    "variable X",
    "variable Y",
    "constructor A",
    "destructor ~A",
    "function F",
  ]);
  assert.equal(found[0]?.defaults?.length, 1);
  assert.deepEqual(names(found[2]?.members), ["enumValue One", "enumValue Two", "enumValue Three"]);
  assert.equal(found[6]?.flags, Flag.mixin);
  assert.equal(found[8]?.type?.text, "const TArray<TMap<FName,int>>");
});

test("parseFile() reads macros, access words and access lists", () => {
  const [type] = parse(`
    UCLASS(Abstract, Meta = (Key = "v)", X))
    class A {
      access Rule = private, B (inherited, readonly), *, F;
      UPROPERTY(EditAnywhere)
      access:Rule
      float Height = 4.0;
      access:Rule UFUNCTION() private void G() override final {}
    }`);
  assert.deepEqual(
    type?.members?.[0]?.names.map((each) => each.name),
    ["private", "B", "F"].slice(1),
  );
  assert.deepEqual(
    type?.members?.[1]?.names.map((each) => each.name),
    ["Rule"],
  );
  assert.equal(type?.members?.[2]?.flags, Flag.private | Flag.override | Flag.final | Flag.ufunction);
});

test("a comment documents what follows it directly, and not what stands before it", () => {
  const text = `int A; // of A\nint B;\n// one\n// two\nint C;\n// far\n\nint D;\n/** E */\nUPROPERTY()\nint E;`;
  const docs = parse(text).map((each) => text.slice(Math.max(0, each.docStart), Math.max(0, each.docEnd)));
  assert.deepEqual(docs, ["", "", "// one\n// two", "", "/** E */"]);
});

test("bodies: statements and expressions of the language", () => {
  const body = `
    for (int I = 0, J = 1; I < 3; ++I, J--) continue;
    for (auto& X : Map) { Map[X.Key].Value = -1; }
    while (A && !B || C) break;
    switch (E) { case K::One: fallthrough; case K::Two: { break; } default: return; }
    if (A == nullptr) B(); else if (x > 1) {} else C();
    TMap<FName, TArray<int>> M; FVector V(1, 2, 3); const FVector& W = V;
    auto Y = Cast<AActor>(Z).Get()[0] + int(3.5) ** 2 >>> 1 >> 2;
    Y >>= 1; Y = a ? b : c ? d : e; F(Name = 3, Other = n"X");
    Print(f"a {B =} {C :.2} {D ? 1 : 2} {{no}} {E::F}" "tail");
    ::Global(); Super::Method(); N::M::F<int>(); bool Q = A < B; x = 0xFF + 1e-3 + .5 + 1.f;
    FText T = """multi
    line"""; return;`;
  assert.deepEqual(problemsOf(`void F() {${body}}`, new Names()), []);
});

test("one bad statement costs one statement", () => {
  const text = "void F() { int A = ; int B = 2; if (x { y(); } z(); }\nvoid G() {}";
  const problems = problemsOf(text, new Names());
  assert.equal(problems.length, 2);
  assert.deepEqual(names(parseFile(tokenize(text, new Names())).declarations), ["function F", "function G"]);
});

test("a lost brace costs its function, not the class", () => {
  const text = "class A { void F() { if (x) { y(); }\n UFUNCTION() void G() {} }\nclass B {}";
  const { declarations, errors } = parseFile(tokenize(text, new Names()));
  assert.deepEqual(names(declarations), ["class A", "class B"]);
  assert.deepEqual(names(declarations[0]?.members), ["function F", "function G"]);
  assert.equal(errors.length, 1);
});

test("nesting without end is skipped, not followed", () => {
  for (const open of ["(", "{", "[", "a?", "-", "TArray<", "if(a)", "f(", "namespace A {"]) {
    const text = `void F() { x = ${open.repeat(20_000)}`;
    problemsOf(text, new Names());
    problemsOf(open.repeat(20_000), new Names());
  }
});

test("a missing } is told where the indentation shows that it is missing", () => {
  const lineOf = (text: string): number[] =>
    parseFile(tokenize(text, new Names())).errors.map(({ start }) => text.slice(0, start).split("\n").length);
  const inMethod = "class A\n{\n\tvoid F()\n\t{\n\t\tif (true)\n\t\t{\n\t\t\tG();\n\t}\n\n\tvoid G()\n\t{\n\t}\n}\n";
  assert.deepEqual(lineOf(inMethod), [8]);
  const ofMethod = "class A\n{\n\tvoid F()\n\t{\n\t\tG();\n\n\tUFUNCTION()\n\tvoid G()\n\t{\n\t}\n}\n";
  assert.deepEqual(lineOf(ofMethod), [7]);
  const ofClass = "class A\n{\n\tint X;\n\nclass B\n{\n\tint Y;\n}\n";
  assert.deepEqual(lineOf(ofClass), [5]);
  // At the end of the file, there's no earlier place for it.
  assert.deepEqual(lineOf("class A\n{\n\tint X;\n"), [1]);
});

test("access lists name types of namespaces", () => {
  const [type] = parseFile(
    tokenize("class A { access X = private, N::M::FType (inherited), Other; }", new Names()),
  ).declarations;
  assert.deepEqual(
    type?.members?.[0]?.names.map(({ name, qualifier }) => [qualifier, name]),
    [
      ["N::M", "FType"],
      [undefined, "Other"],
    ],
  );
});
