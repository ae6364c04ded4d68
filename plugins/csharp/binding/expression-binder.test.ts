/** Tests the types of expressions. A type is recognized by its members and by the overload that accepts it (C# §12). */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const TYPES = `using System; using System.Collections.Generic; using System.Linq; using Lib;
class Item { public int /*@n*/N; public Other Next; } class Other { public int /*@o*/N; }
`;
const check = (text: string): void => checkMarks(grammar, TYPES + text);

describe("parts of values", () => {
  test("elements of tuples by the names that they are given, or that stand in them", () => {
    check(
      `class C { void M(Item i, Other o) { var t = (first: i, i.Next); t.first./*n*/N = 1; t.Next./*o*/N = 1; var u = (i, o); u.i./*n*/N = 1; u.o./*o*/N = 1; var a = new { i.Next, i, Own = o }; a.Next./*o*/N = 1; a.i./*n*/N = 1; a.Own./*o*/N = 1; } }`,
    );
  });
  test("arrays of several dimensions by their elements", () => {
    check(
      `class L { public void /*@t*/I<T>(string s, T t) { } public void I(string s, params object[] a) { } } class C { void M(L l, Item i) { var a = new[,] { { 1 } }; l./*t*/I("", a); var b = new[,] { { i } }; b[0, 0]./*n*/N = 1; } }`,
    );
  });
  test("of a choice the branch that says more than null", () => {
    check(
      `class C { void M(Item i, bool c) { (c ? null : i)./*n*/N = 1; (c ? i : null)./*n*/N = 1; (i ?? null)./*n*/N = 1; } T Run<T>(Func<T> f) => default; void K(Item i, bool c) { Run(() => { if (c) return null; return i; })./*n*/N = 1; } }`,
    );
  });
});

describe("operators", () => {
  test("of a type by both operands, wherever the type stands", () => {
    check(`struct V { public static V operator +(V a, V b) => a; public static Item operator *(V a, int b) => null; public static Other operator *(V a, V b) => null; public static Other operator *(int a, V b) => null; public static Item operator -(V a) => null; }
class C { void M(V v, int k) { (v * 1)./*n*/N = 1; (v * v)./*o*/N = 1; (k * v)./*o*/N = 1; ((v + v) * k)./*n*/N = 1; } }`);
  });
  test("numbers grow together, shifts are of the left, times give spans", () => {
    check(`class D { void /*@i*/F(int a) { } void /*@u*/F(uint a) { } void /*@l*/F(long a) { } void /*@d*/F(double a) { } void /*@t*/G(TimeSpan t) { } void /*@dt*/G(DateTime t) { } void /*@e*/H(E e) { } void /*@ei*/H(int e) { }
  enum E { A, B }
  void M(uint u, int k, byte b, long l, float f, DateTime t, TimeSpan s, E e) { /*u*/F(u << 1); /*u*/F(u >> k); /*l*/F(u + k); /*l*/F(k + u); /*u*/F(u + u); /*i*/F(b + b); /*l*/F(k * l); /*d*/F(f * 2.0); /*t*/G(t - t); /*dt*/G(t + s); /*e*/H(e | E.A); /*ei*/H(e - E.A); } }`);
  });
});

describe("constants beside unsigned numbers", () => {
  const numbers = `class D { const int K = 3, Hex = 0xF_F; const int Low = -1; const int Sum = K + 1; static void /*@i*/F(int a) { } static void /*@u*/F(uint a) { } static void /*@l*/F(long a) { } static void /*@ul*/F(ulong a) { }`;
  test("are unsigned where they are not negative", () => {
    check(
      `${numbers} void M(uint u, ulong w, int k, long l) { /*u*/F(u + 1); /*u*/F(1 + u); /*l*/F(u * -1); /*l*/F(-1 + u); /*ul*/F(w + 1); /*ul*/F(w + 1L); /*l*/F(l + u); /*l*/F(u + 1L); /*l*/F(u + k); /*u*/F(u & 0xFF); /*l*/F(u + ~0); /*u*/F((u) - (2)); /*u*/F(u + 'a'); } }`,
    );
  });
  test("by a name, and made of others", () => {
    check(
      `${numbers} void M(uint u) { const int c = 4, d = -c, e = c; int v = 2; /*u*/F(u + K); /*u*/F(u + D.Hex); /*l*/F(u + Low); /*u*/F(u + c); /*l*/F(u + d); /*u*/F(u + e); /*l*/F(u + v); /*u*/F(u + (1 << 3)); /*u*/F(u - K * 2); /*l*/F(u + (K - 4)); /*u*/F(u + sizeof(int)); /*u*/F(u + int.MaxValue); /*u*/F(u + Sum); } }`,
    );
  });
  test("literals are of the first type that holds them", () => {
    check(
      `${numbers} void M(uint u, byte b, ushort h) { /*i*/F(1); /*i*/F(2147483647); /*u*/F(2147483648); /*u*/F(1u); /*u*/F(0xFFFF_FFFF); /*l*/F(9000000000); /*l*/F(1L); /*l*/F(9223372036854775807); /*ul*/F(9223372036854775808); /*ul*/F(1UL); /*ul*/F(1lu); /*u*/F(u + 1u); /*i*/F(b + 1); /*i*/F(h + 1); /*i*/F(b << 1); /*u*/F(u << 31); /*i*/F(-2147483648); /*l*/F(-9223372036854775808); /*l*/F(-u); /*u*/F(~u); /*i*/F(-b); } }`,
    );
  });
});

describe("arguments by their shape", () => {
  test("declared out variables by their written type", () => {
    check(
      `class D { void /*@a*/F(out Item i) { i = null; } void /*@b*/F(out Other o) { o = null; } void M() { /*a*/F(out Item q); /*b*/F(out Other w); /*a?,b?*/F(out var e); } }`,
    );
  });
  test("anonymous methods with a list and without, bodies that only throw, lambdas that throw", () => {
    check(`class D { void /*@one*/F(Action<int> a) { } void /*@f*/F(Func<string, int, int> a) { } void /*@v*/G(Func<int> f) { } void /*@s*/G(string s) { } void /*@a*/H(Action a) { } void /*@t*/H(string a) { }
  void M(Exception e) { /*one*/F(delegate { }); /*one*/F(delegate (int k) { }); /*f*/F(delegate { return 1; }); /*v*/G(() => { throw e; }); /*a*/H(() => throw e); /*a*/H(() => { }); } }`);
  });
  test("0 and the greatest value fit what holds them", () => {
    check(`class D { void /*@b*/F(byte b) { } void /*@s*/F(string s) { } void M() { /*b*/F(0); /*b*/F(255); } }`);
  });
});

describe("locals hide members", () => {
  test("in queries: what let, join, into and continuations declare", () => {
    check(`class D { int /*@x*/x, /*@y*/y, /*@z*/z, /*@g*/g, /*@w*/w; int[] xs;
  void M() { var q = from x in xs let y = x + 1 join z in xs on x equals z into g select x + y + g.Count() into w where w > 0 select w; var k = /*x*/x + /*y*/y + /*z*/z + /*g*/g + /*w*/w; } }`);
  });
  test("the value of a setter, the parameter of a lambda, the names of arguments and labels", () => {
    check(
      `class D { int /*@v*/value, /*@k*/k; int P { get => /*v*/value; set { /*k*/k = value; } } event Action E { add { F(value); } remove { } }
  void F(object k) { F(k: /*v*/value); Func<int, int> f = k => k; goto k; k: F(this./*k*/k); } }`,
    );
  });
  test("parameters, but not in their defaults", () => {
    check(
      `class D { const int /*@m*/Max = 1; int /*@p*/part; void F(int Max = D./*m*/Max, int b = Max2) { } void G(int part) { part = this./*p*/part; } const int Max2 = /*m*/Max; }`,
    );
  });
  test("what a query goes on with is what its clause before gives", () => {
    check(`class D { Item /*@g*/g; void M(List<Item> items) {
  var a = from i in items select i.Next into w where w./*o*/N > 0 select w./*o*/N; var b = from i in items group i by i.Next into g where g.Key./*o*/N > 0 select g.First()./*n*/N; var c = /*g*/g; } }`);
  });
});

describe("names of types", () => {
  test("a type parameter in the bases of the first type of a file", () => {
    checkMarks(
      grammar,
      `class My<T> : Root<T> { } class Root<T> { public T Value; } class Item { public int /*@n*/N; } class C { void M(My<Item> m) { m.Value./*n*/N = 1; } }`,
    );
  });
  test("parameters of the first type of a file, and of structs, not of interfaces", () => {
    checkMarks(
      grammar,
      "class My(Item item) { int M() => item./*n*/N; } struct S(Item item) { int M() => item./*n*/N; } class Item { public int /*@n*/N; }",
    );
  });
  test("directives below namespaces are relative to each of those around", () => {
    checkMarks(
      grammar,
      `namespace A.Deep { using B; class C { /*i*/Item x; } } namespace A.B { class /*@i*/Item { } } namespace B2 { class /*@k*/Item { } }`,
    );
  });
  test("an alias of a namespace imports nothing", () => {
    checkMarks(
      grammar,
      `using X = N; namespace N { class /*@i*/Item { } } namespace M { class C { X./*i*/Item a; Item b; } }`,
    );
  });
  test("a member and its type of one name: nested types and what elsewhere is static", () => {
    checkMarks(
      grammar,
      `class /*@t*/Far : Lib.Thing { public class /*@in*/Inner { public static int /*@n*/N; } public int /*@k*/K; }
class C { /*t*/Far /*@p*/Far { get; } void M() { /*t*/Far./*in*/Inner./*n*/N = 1; var e = /*t*/Far.Empty; var f = /*p*/Far.Other; /*p*/Far./*k*/K = 1; } }`,
    );
  });
});

describe("overrides and implementations", () => {
  test("over several classes, some of which say nothing", () => {
    checkMarks(
      grammar,
      `class A { public virtual void /*@a*/F() { } } class B : A { } class C : B { public override void /*@c*/F() { } } class D : C { public override void /*@d*/F() { } }
class M { void K(A a, B b, C c, D d) { a./*a,c,d*/F(); b./*a,c,d*/F(); c./*a,c,d*/F(); d./*a,c,d*/F(); } }`,
    );
  });
  test("an interface's own explicit one is implemented by explicit ones alone", () => {
    check(`interface I : Far.ISource { int /*@i*/Get(int at); int Far.ISource./*@e*/Get(int at) => 0; }
class C : I { public int /*@c*/Get(int at) => 0; int M(I i, C c) => i./*i,c,p*/Get(1) + c./*c,i*/Get(1); }
class D : I { public int /*@p*/Get(int at) => 0; int Far.ISource./*@d*/Get(int at) => 1; }`);
  });
  test("explicit ones of the interface that they name, the public one otherwise", () => {
    checkMarks(
      grammar,
      `interface I { void /*@i*/F(int a); } interface J { void /*@j*/F(int a); } interface K { void /*@k*/F(int a); }
class X : I, J, K { void I.F(int a) { } void J.F(int a) { } public void /*@x*/F(int a) { } void M(X x, I i, J j, K k) { x./*x,k*/F(1); i./*i*/F(1); j./*j*/F(1); k./*k,x*/F(1); } }`,
    );
  });
  test("inherited ones, by the type arguments of the base that has them", () => {
    checkMarks(
      grammar,
      `interface I<T> { void /*@f*/F(T a); } class Base<T> { public void /*@b*/F(T a) { } public void /*@o*/F(string a, int k) { } } class Sub : Base<int>, I<int> { }
class M { void K(Sub s, I<int> i) { s./*f,b*/F(1); i./*f,b*/F(1); s./*o*/F("", 1); } }`,
    );
  });
});
