/**
 * Tests which overloads accept an argument, by conversions, constants, references, constraints and lambdas
 * (C# §10.2, §12.6.4).
 */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("constants", () => {
  test("with a name or an operator become what holds them, others do not; of unknown ones nobody knows", () => {
    check(`enum Own { None } class D { public const int Small = 3, Big = 300, Low = -1; public const int Sum = Small + 1; public const int Zero = 0; }
class C { static void /*@b*/F(byte b) { } static void /*@o*/F(object o) { } static void /*@s*/G(sbyte s) { } static void /*@p*/G(object o) { } static void /*@e*/H(Own e) { } static void /*@h*/H(string s) { } static void /*@n*/I(byte? b) { } static void /*@m*/I(object o) { } static void /*@ul*/J(ulong u) { } static void /*@j*/J(object o) { }
  void M(int v, byte small) { const int k = 7; /*b*/F(D.Small); /*o*/F(D.Big); /*o*/F(D.Low); /*b*/F(k); /*b*/F(k * 2); /*o*/F(k * 200); /*o*/F(v); /*b*/F(D.Sum); /*b*/F((D.Small)); /*b*/F(1 << 3);
    /*s*/G(-1); /*s*/G(D.Low); /*s*/G(-128); /*p*/G(-129); /*s*/G(127); /*p*/G(128); /*e*/H(D.Zero); /*n*/I(1); /*m*/I(v); /*ul*/J(1L); /*j*/J(-1L); /*j*/J(-1); } }`);
  });
  test("0 is any enum, another number none, and a small one fits a small type", () => {
    check(`enum E { A } class C {
  void /*@e*/F(E e) { } void /*@s*/F(string s) { } void /*@i*/G(E e) { } void /*@o*/G(object o) { } void /*@b*/H(byte b) { } void /*@t*/H(string s) { }
  void M() { /*e*/F(0); /*s*/F("x"); /*o*/G(1); /*i*/G(E.A); /*b*/H(200); } }`);
  });
});

describe("references", () => {
  test("by reference nothing is converted", () => {
    check(`class Base { } class Item : Base { } class C {
  void /*@b*/R(ref Base b) { } void /*@i*/R(ref Item i) { } void /*@v*/V(Base b) { } void /*@w*/V(ref Base b) { } void /*@n*/N(in int i) { } void /*@o*/N(string s) { }
  void M(Base b, Item i, int k) { /*b*/R(ref b); /*i*/R(ref i); /*v*/V(i); /*w*/V(ref b); /*n*/N(k); /*n*/N(in k); /*o*/N(""); } }`);
  });
});

describe("tuples, arrays and type arguments", () => {
  test("tuples convert element by element, and only to as many", () => {
    check(`class C { void /*@two*/F((int, int) t) { } void /*@three*/F((int, int, int) t) { } void /*@wide*/G((long, object) t) { } void /*@text*/G((string, string) t) { }
  void M((int, int) a, (int, int, int) b, (int, string) c) { /*two*/F(a); /*three*/F(b); /*wide*/G(c); } }`);
  });
  test("arrays of references follow their elements, those of values do not", () => {
    check(`class Base { } class Item : Base { } struct S { } class C {
  void /*@b*/F(Base[] a) { } void /*@i*/F(int[] a) { } void /*@o*/G(object[] a) { } void /*@a*/G(object a) { }
  void M(Item[] x, int[] y, string[] s, S[] v) { /*b*/F(x); /*i*/F(y); /*o*/G(s); /*a*/G(v); /*o*/G(x); } }`);
  });
  test("a list of one thing is no list of another", () => {
    check(`using System.Collections.Generic; class Item { } class Other { } class Box<T> { }
class C { void /*@i*/F(List<Item> a) { } void /*@o*/F(List<Other> a) { } void /*@bi*/G(Box<int> a) { } void /*@bl*/G(Box<long> a) { } void /*@e*/H(IEnumerable<Item> a) { } void /*@s*/H(string a) { }
  void M(List<Item> i, List<Other> o, Box<int> a, Box<long> b) { /*i*/F(i); /*o*/F(o); /*bi*/G(a); /*bl*/G(b); /*e*/H(i); } }`);
  });
  test("a nullable takes the value, and is none", () => {
    check(`struct S { } class C { void /*@n*/F(S? s) { } void /*@t*/F(string s) { } void /*@v*/G(int i) { } void /*@o*/G(object o) { }
  void M(S s, S? n, int? i, int k) { /*n*/F(s); /*n*/F(n); /*o*/G(i); /*v*/G(k); } }`);
  });
});

describe("what a type declares and must be", () => {
  test("implicit operators of either side", () => {
    check(`class Meter { public static implicit operator Meter(int i) => null; public static implicit operator string(Meter m) => null; }
class C { void /*@m*/F(Meter m) { } void /*@b*/F(bool b) { } void /*@s*/G(string s) { } void /*@i*/G(int i) { } void M(Meter x) { /*m*/F(3); /*m*/F(x); /*s*/G(x); } }`);
  });
  test("type parameters by what they must be", () => {
    check(`interface IThing { } class Thing : IThing { } struct Value { } class C {
  void /*@c*/F<T>(T t) where T : class { } void /*@o*/F(object o) { } void /*@i*/G<T>(T t) where T : IThing { } void /*@g*/G(object o) { } void /*@s*/H<T>(T t) where T : struct { } void /*@h*/H(object t) { }
  void M(Thing t, Value v, string s) { /*c*/F(t); /*o*/F(v); /*o*/F(1); /*i*/G(t); /*g*/G(s); /*s*/H(v); /*h*/H(t); /*h*/H(s); } }`);
  });
  test("what may be a struct or not leaves both", () => {
    check(`using System; using System.Collections.Generic; using Lib; class Item { } struct S { } class C { void /*@s*/H<T>(T t) where T : struct { } void /*@h*/H(object t) { } void /*@u*/K<T>(T t) where T : unmanaged { } void /*@k*/K(object t) { }
  void M(Thing t, Thing<int> g, IThing i, List<int> l, Exception e, Action a, Item[] r, S s, DateTime d, object o) { /*s?,h?*/H(t); /*s?,h?*/H(g); /*u?,k?*/K(t); /*h*/H(i); /*h*/H(l); /*h*/H(e); /*h*/H(a); /*h*/H(r); /*s*/H(s); /*s*/H(d); /*h*/H(o); } }`);
  });
  test("a type parameter is itself, what it must be, or an object", () => {
    check(`class Item { } class Other { } class C<T, U> where T : Item { void /*@t*/F(T t) { } void /*@u*/F(U u) { } void /*@i*/G(Item i) { } void /*@o*/G(Other o) { }
  void M(T t, U u) { /*t*/F(t); /*u*/F(u); /*i*/G(t); } }`);
  });
});

describe("lambdas", () => {
  test("by number of parameters, by what they give, and asynchronous ones as tasks", () => {
    check(`using System; using System.Threading.Tasks; class C {
  void /*@one*/F(Func<int, int> f) { } void /*@two*/F(Func<int, int, int> f) { }
  void /*@act*/G(Action a) { } void /*@fun*/G(Func<int> f) { }
  void /*@task*/H(Func<Task> f) { } void /*@void*/H(Action a) { } void /*@value*/I(Func<Task<int>> f) { } void /*@plain*/I(Func<Task> f) { }
  int field; int Give() => 1; void Nothing() { }
  void M() { /*one*/F(x => x); /*two*/F((x, y) => x); /*act*/G(() => { field = 1; }); /*fun*/G(() => 1); /*fun*/G(() => { return 1; }); /*act*/G(() => { });
    /*task*/H(async () => { await Task.Yield(); }); /*value*/I(async () => { await Task.Yield(); return 1; }); /*plain*/I(async () => { await Task.Yield(); }); } }`);
  });
  test("never for what is no delegate", () => {
    check(`using System; class Item { } class C { void /*@s*/F(string s) { } void /*@a*/F(Action a) { } void /*@i*/G(Item i) { } void /*@g*/G(Action<int> a) { }
  void Run() { } void Take(int i) { } void M() { /*a*/F(() => { }); /*a*/F(Run); /*g*/G(x => { }); /*g*/G(Take); /*s*/F(""); } }`);
  });
});

describe("forms", () => {
  test("the plain form before params, without defaults before with", () => {
    check(`class C { void /*@p*/F(params int[] a) { } void /*@n*/F(int a) { } void /*@d*/G(int a, int b = 0) { } void /*@w*/G(int a) { } void /*@x*/H(string s, params object[] a) { } void /*@y*/H(string s, int i, string t) { }
  void M(int[] all) { /*n*/F(1); /*p*/F(1, 2); /*p*/F(); /*p*/F(all); /*w*/G(1); /*d*/G(1, 2); /*d*/G(b: 1, a: 2); /*x*/H("", 1); /*y*/H("", 1, ""); } }`);
  });
  test("null is a reference or a nullable, and says nothing of a type parameter", () => {
    check(`class Item { } class C { void /*@i*/F(int i) { } void /*@t*/F(Item t) { } void /*@g*/G<T>(T t) { } void /*@s*/G(string s) { } void /*@q*/H(int? q) { } void /*@b*/H(bool b) { }
  void M() { /*t*/F(null); /*s*/G(null); /*q*/H(null); } }`);
  });
});

describe("references in comments", () => {
  test("a type comes before an inherited member, an own member before the type", () => {
    check(`class /*@k*/Kind { } class Base { public /*k*/Kind /*@p*/Kind; public int /*@s*/Size; public class /*@i*/Inner { } }
class Heir : Base {
  /// <see /*k*/cref="Kind"/> <see /*s*/cref="Size"/> <see /*i*/cref="Inner"/> <see /*s>Size*/cref="Heir.Size"/>
  int a; } class Own { /*k*/Kind /*@o*/Kind;
  /// <see /*o*/cref="Kind"/>
  int a; }`);
  });
  test("overloads by their parameters, members of other types, constructors and nested types", () => {
    check(`namespace N { class Box<T> { public void /*@put*/Put(T t) { }
  /// <see /*put*/cref="Put(T)"/> <see /*lid*/cref="Lid"/>
  public int Count; public class /*@lid*/Lid { } }
class C {
  public /*@c0*/C() { } public /*@c1*/C(int i) { }
  /// <see /*i*/cref="F(int)"/> <see /*s*/cref="F(string, N.C)"/>
  /// <see /*c1*/cref="C(int)"/>
  /// <see /*arr*/cref="G(int[])"/> <see /*gen*/cref="G{T}(T)"/> <see /*pr*/cref="P"/>
  void M() { }
  void /*@i*/F(int i) { } void /*@s*/F(string s, C c) { } void /*@arr*/G(int[] a) { } void /*@gen*/G<T>(T t) { } int /*@pr*/P { get; }
} }`);
  });
});
