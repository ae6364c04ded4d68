/** Tests of the outline reader: every kind of declaration, in code as people write it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHeader } from "./header-details.ts";
import { readOutline } from "./read.ts";
import { KINDS } from "./symbols.ts";

/** `kind name` of every declaration, indented by depth. */
function outline(text: string): string[] {
  const { declarations } = readOutline(text);
  return declarations.map((one) => {
    let depth = 0;
    for (let at = one.parent; at >= 0; at = declarations[at]!.parent) depth++;
    return `${"  ".repeat(depth)}${KINDS[one.kind]} ${one.name}${one.condition ? ` [${one.condition}]` : ""}`;
  });
}

describe("readOutline", () => {
  test("tells every kind of declaration", () => {
    const text = `
      using A = B.C;
      namespace Game.Core {
        [Serializable] public sealed partial class Player<T> : Base<int>, IFoo where T : class, new() {
          private int a = 1, b = f<int,int>(2), c;
          public Dictionary<int, List<string>> Map { get; set; } = new();
          void IFoo.Bar<TX>(ref int x) where TX : struct { if (a < b) { } }
          public static Player<T> operator +(Player<T> l, Player<T> r) => null;
          public static implicit operator int(Player<T> p) => 0;
          public event Action<int> Changed, Other;
          public event Action Custom { add { } remove { } }
          ~Player() { }
          public Player(int q = 3) : base(q) { }
          public int this[int i] { get => 0; }
          public delegate void D<in K>(K k);
          (int a, string b) Tup((int, int) z) => default;
          int async; bool required; int partial => 1;
          enum E : byte { [X] A = 1 << 2, B, @C }
          record R(int X, string Y = "a,b");
          record struct RS;
        }
      }`;
    assert.deepEqual(outline(text), [
      "namespace Game.Core",
      "  class Player",
      ...[
        "field a",
        "field b",
        "field c",
        "property Map",
        "method Bar",
        "operator operator +",
        "operator implicit operator int",
      ].map((one) => `    ${one}`),
      ...[
        "event Changed",
        "event Other",
        "event Custom",
        "destructor Player",
        "constructor Player",
        "indexer this",
        "delegate D",
      ].map((one) => `    ${one}`),
      ...["method Tup", "field async", "field required", "property partial", "enum E"].map((one) => `    ${one}`),
      ...["enumMember A", "enumMember B", "enumMember C"].map((one) => `      ${one}`),
      "    class R",
      "      property X",
      "      property Y",
      "    struct RS",
    ]);
  });

  test("braces in strings, characters, comments and regions do not count", () => {
    const text = `class A {
      #region Don't {
      string s = "}" + @"""}" + $"{(x ? "}" : "{")}}}" + $@"{{{y:}}}" + """ } " } """;
      char c = '}', d = '\\'';
      void M() { /* } */ // }
      }
      #endregion
      int z;
    }
    class B { }`;
    assert.deepEqual(outline(text), [
      "class A",
      "  field s",
      "  field c",
      "  field d",
      "  method M",
      "  field z",
      "class B",
    ]);
  });

  test("both branches of #if are seen, with their condition", () => {
    const text = `
#if UNITY_EDITOR
using X;
#endif
class A
#if NET
  : IFoo
#endif
{
#if A || B
  void M(int a)
#elif C
  void M(string a)
#else
  void M()
#endif
  { }
#if false
  int never;
#endif
  int last;
}`;
    assert.deepEqual(outline(text), [
      "class A",
      "  method M [A || B]",
      "  method M [!(A || B) && C]",
      "  method M [!(A || B) && !C]",
      "  field never [false]",
      "  field last",
    ]);
  });

  test("an extension block's members belong to the class around it", () => {
    assert.deepEqual(outline("static class E { extension(string s) { public bool IsEmpty() => true; } int x; }"), [
      "class E",
      "  method IsEmpty",
      "  field x",
    ]);
  });

  test("statements are not declarations, and unbalanced braces are told", () => {
    assert.deepEqual(outline("if (a) { b(); } foreach (var x in y) { } Console.WriteLine(1);"), []);
    assert.equal(readOutline("class A { void M() {").degraded, "unbalanced braces");
    assert.equal(readOutline("class A { } } class B { }").declarations.length, 2);
  });

  test("an unterminated raw string does not hang or throw", () => {
    assert.equal(outline('class A { string s = """\n abc').length, 2);
    assert.equal(outline('class A { string s = $"{').length, 2);
  });

  test("ends where the declaration ends", () => {
    const text = "class A {\n  int P { get; }\n\n\n  void M() { }\n\n}\n";
    const [, property, method] = readOutline(text).declarations;
    assert.equal(text.slice(property!.start, property!.end), "int P { get; }");
    assert.equal(text.slice(method!.start, method!.end), "void M() { }");
  });
});

describe("readHeader", () => {
  test("reads type, parameters, constraints and attributes", () => {
    const text =
      'class C { [A, B("x")] public static T Make<T>(this List<T> list, ref int n, params string[] rest) where T : Base, new() { } }';
    const header = readHeader(text, readOutline(text).declarations[1]!);
    assert.deepEqual(header.attributes, ["A", 'B("x")']);
    assert.equal(header.type, "T");
    assert.deepEqual(header.typeParameters, ["T"]);
    assert.deepEqual(
      header.parameters.map((one) => `${one.passing} ${one.type} ${one.name}`),
      ["this List<T> list", "ref int n", "params string[] rest"],
    );
    assert.deepEqual([...header.constraints], [["T", ["Base", "new()"]]]);
  });

  test("the second declarator has the first one's type", () => {
    const text = "class C { int a = 1, b; }";
    assert.equal(readHeader(text, readOutline(text).declarations[2]!).type, "int");
  });
});
