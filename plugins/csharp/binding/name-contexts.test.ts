/**
 * Tests names in every place where the language allows them: comments, patterns, queries, locals, results and base
 * members.
 */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("names in comments", () => {
  test("qualified by namespaces, types and outer types, and types in the parameters", () => {
    check(`namespace N.Deep { class /*@b*/Box<T> { public void /*@p*/Put(T t) { } public class /*@l*/Lid { public int /*@w*/Width; } } class /*@i*/Item { } }
namespace M { using N.Deep;
  class C {
    /// <see /*i>Item*/cref="N.Deep.Item"/>
    /// <see /*b,l>Lid,w>Width*/cref="Box{T}.Lid.Width"/>
    /// <see /*b,p>Put*/cref="Box{T}.Put(T)"/>
    /// <see /*f>F,i>Item*/cref="F(int, Item)"/>
    /// <see /*i*/cref="Item"/>
    void /*@f*/F(int k, /*i*/Item i) { }
  } }`);
  });
  test("constructors by their parameters, the type without them", () => {
    check(`class Thing { public /*@c0*/Thing() { } public /*@c1*/Thing(int i, string s) { } }
class D {
  /// <see /*c0*/cref="Thing()"/>
  /// <see /*c1*/cref="Thing(int, string)"/>
  /// <see /*c1*/cref="Thing(System.Int32, string)"/>
  void F() { }
}`);
  });
  test("by ref and out, arrays and type arguments", () => {
    check(`using System.Collections.Generic;
class C {
  /// <see /*r*/cref="F(ref int)"/> <see /*a*/cref="F(int[])"/>
  /// <see /*l*/cref="F(List{int})"/> <see /*ls*/cref="F(List{string})"/>
  void /*@r*/F(ref int i) { } void /*@a*/F(int[] i) { } void /*@l*/F(List<int> i) { } void /*@ls*/F(List<string> i) { }
}`);
  });
  test("inherited members, and members named like the type's own", () => {
    check(`class A { public void /*@g*/Go() { } public int /*@n*/N; } class B : A {
  /// <see /*g*/cref="Go"/> <see /*n>N*/cref="B.N"/> <see /*o>N*/cref="Other.N"/>
  void F() { } } class Other { public int /*@o*/N; }`);
  });
  test("plain comments and other attributes hold no names", () => {
    check(`class /*@t*/Thing { }
// cref="Thing"
/* cref="Thing" */
class C {
  /// <see href="Thing"/> Thing
  /*t*/Thing t;
}`);
  });
});

describe("patterns", () => {
  test("constants, types, declarations, and members inside", () => {
    check(`enum E { /*@a*/A, /*@b*/B } class Item { public E /*@k*/Kind; public Item /*@n*/Next; public int /*@z*/Size; } class Other { public int Size; }
class C { const int /*@m*/Max = 3;
  int M(object o, E e, Item i, int k) {
    if (o is Item x) return x./*z*/Size; if (e is E./*a*/A) return 1; if (k is /*m*/Max) return 2;
    if (i is { /*k*/Kind: E./*b*/B, /*n*/Next: { /*z*/Size: 1 } }) return 3;
    if (o is not Item y) return 4; return y./*z*/Size;
  }
  int S(object o) => o switch { Item { /*z*/Size: 1 } => 1, Item i when i./*z*/Size > 2 => i./*z*/Size, _ => 0 };
  void T(object o) { switch (o) { case Item i: i./*z*/Size = 1; break; case Item j when j./*n*/Next != null: j./*z*/Size = 2; break; } } }`);
  });
});

describe("locals and what they hide", () => {
  test("parameters, locals, loops, catches and lambdas before fields", () => {
    check(`using System; class Item { public int /*@z*/Size; } class C { int /*@v*/v; Item /*@item*/item;
  int A(int v) => v; int B() { int v = 1; return v; } int D() => /*v*/v + this./*v*/v;
  void E() { foreach (var v in new Item[1]) v./*z*/Size = 1; for (int v = 0; v < 2; v++) { } try { } catch (Exception v) { } /*v*/v = 2; }
  void F() { Action<int> f = v => { int w = v; }; Func<int> g = () => /*v*/v; /*item*/item./*z*/Size = 1; }
  void G() { void Local(int v) { int w = v; } Local(/*v*/v); }
  void H(object o) { if (o is int v) { int w = v; } using (var r = o as IDisposable) { } int.TryParse("", out var n); } }`);
  });
  test("a local's block ends, and a sibling block has the field again", () => {
    check(
      `class C { int /*@n*/n; void M(bool b) { { int n = 1; n = 2; } /*n*/n = 3; if (b) { int n = 4; n++; } else { /*n*/n = 5; } } }`,
    );
  });
  test("types of locals: var, loops, out, using, deconstruction", () => {
    check(`using System; using System.Collections.Generic; class Item : IDisposable { public int /*@z*/Size; public void Dispose() { } } class Other { public int /*@o*/Size; }
class C { List<Item> items; Dictionary<string, Other> map; Item[] row; (Item, Other) pair; bool Try(out Item i, out Other o) { i = null; o = null; return true; }
  void M() { var a = new Item(); a./*z*/Size = 1; foreach (var b in items) b./*z*/Size = 2; foreach (var c in row) c./*z*/Size = 3; foreach (var d in map.Values) d./*o*/Size = 4;
    Try(out var e, out var f); e./*z*/Size = 5; f./*o*/Size = 6; using (var g = new Item()) g./*z*/Size = 7; using var h = new Item(); h./*z*/Size = 8;
    var (i, j) = pair; i./*z*/Size = 9; j./*o*/Size = 10; if (map.TryGetValue("", out var k)) k./*o*/Size = 11; items[0]./*z*/Size = 12; map[""]./*o*/Size = 13; } }`);
  });
});

describe("results", () => {
  test("operators, conditions, casts, checked and parenthesized values", () => {
    check(`class Item { public int /*@z*/Size; public static Item operator +(Item a, Item b) => a; } class Other { public int /*@o*/Size; }
class C { Item a; Other b; void M(bool c, object x) { (c ? a : null)./*z*/Size = 1; (x as Item)./*z*/Size = 2; ((Other)x)./*o*/Size = 3; (a ?? new Item())./*z*/Size = 4; (a)./*z*/Size = 5; checked(a)./*z*/Size = 6; (x is Item i ? i : a)./*z*/Size = 7; default(Other)./*o*/Size = 8; new Item[1][0]./*z*/Size = 9; new[] { b }[0]./*o*/Size = 10; } }`);
  });
  test("arithmetic chooses by the wider number, comparisons by bool", () => {
    check(`class C { void /*@i*/F(int i) { } void /*@d*/F(double d) { } void /*@b*/F(bool b) { } void /*@s*/F(string s) { } void /*@l*/F(long l) { }
  void M(int n, double x, long w, byte y, string t) { /*i*/F(n + n); /*d*/F(n * x); /*l*/F(n + w); /*i*/F(y + y); /*b*/F(n < x); /*b*/F(n == 1 && x > 2); /*s*/F(t + n); /*s*/F(n + t); /*b*/F(!true); /*i*/F(-n); /*i*/F(n++); /*i*/F(n << 2); /*d*/F(n / 2.0); } }`);
  });
  test("text, characters, literals with their letters", () => {
    check(`class C { void /*@c*/F(char c) { } void /*@s*/F(string s) { } void /*@f*/F(float f) { } void /*@m*/F(decimal m) { } void /*@l*/F(long l) { } void /*@t*/F(System.Type t) { } void /*@d*/F(double d) { }
  void M() { /*c*/F('a'); /*s*/F("a"); /*s*/F(@"a"); /*s*/F($"a{1}"); /*f*/F(1f); /*m*/F(1m); /*l*/F(1L); /*t*/F(typeof(C)); /*d*/F(1.0); /*s*/F(nameof(M)); /*c*/F("abc"[0]); } }`);
  });
  test("calls of delegates, local functions, generic methods and extension methods", () => {
    check(`using System; using System.Collections.Generic; class Item { public int /*@z*/Size; } class Other { public int /*@o*/Size; }
static class X { public static T /*@first*/Head<T>(this List<T> l) => l[0]; public static Other /*@as*/As(this Item i) => null; }
class C { Func<int, Item> make; T Get<T>() => default; R Map<T, R>(T t, Func<T, R> f) => f(t);
  void M(List<Item> l, Item i) { make(1)./*z*/Size = 1; Get<Other>()./*o*/Size = 3; Map(i, x => x)./*z*/Size = 4; Map(1, x => new Other())./*o*/Size = 5; l./*first*/Head()./*z*/Size = 6; i./*as*/As()./*o*/Size = 7; X./*first*/Head(l)./*z*/Size = 8;
    Item Own() => null; Own()./*z*/Size = 9; } }`);
  });
  test("queries and what LINQ gives", () => {
    check(`using System.Linq; using System.Collections.Generic; class Item { public int /*@z*/Size; public Other /*@p*/Part; } class Other { public int /*@o*/Size; }
class C { void M(List<Item> l, Item[] r) { l.First()./*z*/Size = 1; l.Where(x => x./*z*/Size > 1).ToList()[0]./*z*/Size = 2; r.Select(x => x./*p*/Part).First()./*o*/Size = 3; foreach (var y in l.OrderBy(x => x./*z*/Size)) y./*z*/Size = 4;
    foreach (var q in from x in l where x./*z*/Size > 1 select x./*p*/Part) q./*o*/Size = 5; l.ToArray()[0]./*z*/Size = 6; } }`);
  });
  test("what is awaited, conditional and indexed", () => {
    check(`using System.Threading.Tasks; class Item { public int /*@z*/Size; public Item /*@n*/Next => this; public Item this[int i] => this; } class C { Task<Item> One() => null; Item item;
  async Task M() { (await One())./*z*/Size = 1; One().Result./*z*/Size = 2; var s = item?./*n*/Next?./*z*/Size; item[0][1]./*z*/Size = 3; item?[0]./*n*/Next./*z*/Size.ToString(); var t = await One(); t./*z*/Size = 4; } }`);
  });
});

describe("members of types around, above and beside", () => {
  test("the nearest class below wins, hidden ones are reached through base", () => {
    check(
      `class A { public int /*@a*/N; public virtual void /*@av*/V() { } } class B : A { public new int /*@b*/N; public override void /*@bv*/V() { base./*av,bv*/V(); base./*a*/N = 1; /*b*/N = 2; } } class C : B { void M() { /*b*/N = 3; ((A)this)./*a*/N = 4; /*av,bv*/V(); } }`,
    );
  });
  test("private members only inside their type", () => {
    check(
      `class A { int /*@p*/n; public int /*@m*/M; void F(A other) { other./*p*/n = /*p*/n; } class Inner { void G(A a) { a./*p*/n = 1; } } } class B : A { void H() { /*m*/M = 1; } }`,
    );
  });
  test("private members are nobody else's, whatever is not known of a value", () => {
    check(
      `class A { void /*@p*/Init() { /*p*/Init(); } public void /*@o*/Open() { } }`,
      `class D { void Run<T>(System.Action<T> a) { } void G() { Run(q => { q.Init(); q./*o?*/Open(); }); } }`,
    );
  });
  test("private members of all parts of a type", () => {
    check(
      `partial class A { void /*@p*/Init() { } }`,
      `partial class A { void F() { /*p*/Init(); } }`,
      `class D { void G() { Lib.Get().Init(); } }`,
    );
  });
  test("type arguments choose among the methods of the types around", () => {
    check(
      `static class Outer { public static int /*@g*/Make<T, U>(T t) => 1; static class Inner { public static int /*@p*/Make(int t) => /*g*/Make<int, string>(t); public static int /*@o*/Make<T>(T t) => /*p*/Make(1) + /*o*/Make<int>(2); } }`,
    );
  });

  test("a record that inherits a property of that name declares none behind its own", () => {
    check(
      `record Input(int /*@n*/Size); record Parameter(int Size, int /*@o*/Order) : Input(Size);
class Other { void F(Parameter p) { var x = p./*n*/Size + p./*o*/Order; } }`,
    );
    check(
      `abstract record Input { public abstract int Size { get; } } record Parameter(int /*@n*/Size) : Input;
class Other { void F(Parameter p) { var x = p./*n*/Size; } }`,
    );
  });

  test("what a record declares behind its name is public", () => {
    check(
      `record R(int /*@n*/Size); class Other { void F(R r) { var x = r./*n*/Size; } }`,
      `class D { int G(R r) => r./*n*/Size; }`,
    );
  });
  test("members of types around, static imports, and enum members", () => {
    check(`using static Tools; static class Tools { public static void /*@t*/Do() { } public const int /*@k*/K = 1; } enum E { /*@x*/X, Y = /*x*/X }
class Outer { static int /*@s*/S; class Inner { int M() { /*t*/Do(); return /*s*/S + /*k*/K + (int)E./*x*/X; } } }`);
  });
  test("interfaces of interfaces, and their members through a class only by a cast", () => {
    check(
      `interface I { void /*@i*/M(); } interface J : I { void /*@j*/N(); } class C : J { void I./*@ci*/M() { } public void /*@cj*/N() { } void T(J j) { j./*i,ci*/M(); j./*j,cj*/N(); ((I)this)./*i,ci*/M(); } }`,
    );
  });
  test("events, indexers and operators beside methods of other classes", () => {
    check(
      `using System; class A { public event Action /*@e*/Changed; public int /*@n*/N { get; set; } void M() { /*e*/Changed?.Invoke(); /*e*/Changed += () => { }; } } class B { public int Changed; void F(A a, B b) { a./*e*/Changed += null; b.Changed = 1; new A { /*n*/N = 1 }./*n*/N++; } }`,
    );
  });
  test("nested types of bases, and generic ones", () => {
    check(
      `class A<T> { public class /*@i*/In { public T /*@v*/V; } } class Item { public int /*@z*/Size; } class B : A<Item> { /*i*/In f; void M() { f./*v*/V./*z*/Size = 1; } }`,
    );
  });
});

describe("namespaces and aliases", () => {
  test("aliases of types and namespaces, global and nearer ones", () => {
    check(
      `namespace N { class /*@a*/Thing { public static int /*@s*/S; } } namespace O { class /*@b*/Thing { } }`,
      `using T = /*a>Thing*/N.Thing; using P = O; class C { /*a*/T t; P./*b*/Thing p; global::N./*a*/Thing g; int M() => /*a*/T./*s*/S + N./*a*/Thing./*s*/S; }`,
    );
  });
  test("attributes by their short names, and the namespace in front", () => {
    check(
      `namespace N { class /*@a*/MarkAttribute : System.Attribute { public /*@c*/MarkAttribute(int i) { } public int /*@k*/Kind { get; set; } } } namespace M { using N; [/*a,c*/Mark(1, /*k*/Kind = 2)] class C { [N./*a,c*/Mark(2)] void F() { } } }`,
    );
  });
});

test("an alias before :: means its namespace", () => {
  check(`using Far = global::A.B; using System;
namespace A.B { static class Tools { public static void /*@r*/Run() { } } class Item { public int /*@n*/N; } }
namespace Other { class C { void M() { Far::Tools./*r*/Run(); var i = new Far::Item(); i./*n*/N = 1; global::A.B.Tools./*r*/Run(); } } }`);
});
