/**
 * Tests conversions of arguments in pairs: each overload is chosen for one argument and rejected for the next
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

describe("values, boxes and bases", () => {
  test("arrays of tuples are no arrays of objects", () => {
    check(
      `class C { void /*@r*/F(object[] a) { } void /*@o*/F(object a) { } void M((int, int)[] t, string[] s) { /*o*/F(t); /*r*/F(s); } }`,
    );
  });
  test("an array of items holds their bases for a sequence or a span to read", () => {
    check(`using System; using System.Collections.Generic; class Base { } class Item : Base { }
class C { void /*@e*/F(IReadOnlyList<Base> e) { } void /*@s*/F(string s) { } void /*@r*/G(ReadOnlySpan<Base> r) { } void /*@b*/G(Base b) { } void /*@n*/H(IList<object> o) { } void /*@o*/H(object o) { }
  void M(Item[] all, int[] numbers) { /*e*/F(all); /*r*/G(all); /*n*/H(all); /*o*/H(numbers); } }`);
  });
  test("a span is no sequence", () => {
    check(`using System; using System.Collections.Generic;
class C { void /*@e*/F(IEnumerable<int> e) { } void /*@r*/F(ReadOnlySpan<int> r) { } void /*@t*/G(ReadOnlySpan<string> t) { } void /*@o*/G(ReadOnlySpan<int> o, int k = 0) { } void M(Span<int> s) { /*r*/F(s); /*o*/G(s); } }`);
  });
  test("a nullable is boxed as an interface, never made a text or another class", () => {
    check(`interface I { } struct S : I { } class Item { }
class C { void /*@i*/F(I i) { } void /*@s*/F(string s) { } void /*@x*/F(Item x) { } void /*@v*/G(System.ValueType v) { } void /*@t*/G(string t) { } void M(S? s) { /*i*/F(s); /*v*/G(s); } }`);
  });
  test("an enum is an Enum and an object, no number and no text", () => {
    check(`enum E { A } class Item { }
class C { void /*@e*/F(System.Enum e) { } void /*@s*/F(string s) { } void /*@i*/F(int i) { } void /*@x*/F(Item x) { } void M(E e) { /*e*/F(e); /*i*/F(1); } }`);
  });
  test("a class is what it derives from, and no text", () => {
    check(`class Base { } class Item : Base { } class Other { }
class C { void /*@b*/F(Base b) { } void /*@s*/F(string s) { } void /*@o*/F(Other o) { } void /*@l*/G(long l) { } void /*@x*/G(object x) { } void M(Item i) { /*b*/F(i); /*x*/G(i); } }`);
  });
  test("what derives from an unknown class may be anything but a text", () => {
    check(`using Lib; class Item : Thing { } class Other { }
class C { void /*@t*/F(Widget t) { } void /*@s*/F(string s) { } void /*@o*/F(Other o) { } void M(Item i) { /*t*/F(i); } }`);
  });
  test("an object is nothing else without a cast", () => {
    check(
      `class Item { } class C { void /*@i*/F(Item i) { } void /*@s*/F(string s) { } void /*@o*/F(object o) { } void M(object o) { /*o*/F(o); /*i*/F((Item)o); /*s*/F((string)o); } }`,
    );
  });
  test("numbers grow and do not shrink", () => {
    check(`class C { void /*@d*/F(double d) { } void /*@s*/F(short s) { } void /*@l*/G(long l) { } void /*@f*/G(float f) { } void /*@b*/H(byte b) { } void /*@i*/H(int i) { }
  void M(float x, int n, short h, byte y, char c) { /*d*/F(x); /*d*/F(n); /*s*/F(h); /*s*/F(y); /*l*/G(n); /*f*/G(x); /*i*/H(h); /*b*/H(y); /*i*/H(c); } }`);
  });
  test("constants become what holds them", () => {
    check(`class C { void /*@b*/F(byte b) { } void /*@s*/F(string s) { } void /*@u*/G(ushort u) { } void /*@t*/G(string t) { } void /*@y*/H(sbyte y) { } void /*@o*/H(object o) { }
  void M(int n) { /*b*/F(255); /*u*/G(65535); /*y*/H(127); /*o*/H(128); /*o*/H(n); } }`);
  });
});

describe("arrays, spans and collections", () => {
  test("an array is a span and a collection of its elements", () => {
    check(`using System; using System.Collections.Generic;
class C { void /*@p*/F(Span<int> p) { } void /*@s*/F(string s) { } void /*@e*/G(IEnumerable<int> e) { } void /*@t*/G(IEnumerable<string> t) { } void /*@l*/H(List<int> l) { } void /*@a*/H(Array a) { }
  void M(int[] n, string[] w) { /*p*/F(n); /*e*/G(n); /*t*/G(w); /*a*/H(n); } }`);
  });
  test("arrays of arrays, and of what is not known", () => {
    check(`class Base { } class Item : Base { } class C { void /*@j*/F(int[][] j) { } void /*@i*/F(int[] i) { } void /*@b*/G(Base[] b) { } void /*@o*/G(Other[] o) { }
  void M(int[][] a, int[] b, Item[] c) { /*j*/F(a); /*i*/F(b); /*b*/G(c); /*b?,o?*/G(Lib.Some()); } } class Other { }`);
  });
  test("an array is no class of the workspace and no number", () => {
    check(
      `class Item { } class C { void /*@x*/F(Item x) { } void /*@o*/F(object o) { } void /*@l*/G(long l) { } void /*@p*/G(object p) { } void M(int[] a) { /*o*/F(a); /*p*/G(a); } }`,
    );
  });
  test("variance is for references", () => {
    check(`using System.Collections.Generic; class Base { } class Item : Base { } class Other { }
class C { void /*@b*/F(IEnumerable<Base> b) { } void /*@o*/F(IEnumerable<Other> o) { } void /*@l*/G(IEnumerable<long> l) { } void /*@x*/G(object x) { }
  void M(List<Item> i, List<int> n) { /*b*/F(i); /*x*/G(n); } }`);
  });
});

describe("tuples", () => {
  test("no class, no text, and only with elements that fit", () => {
    check(`class Item { } class C { void /*@x*/F(Item x) { } void /*@s*/F(string s) { } void /*@t*/F((int, int) t) { } void /*@a*/G((int, string) a) { } void /*@b*/G((string, int) b) { }
  void M((int, int) p, (int, string) q) { /*t*/F(p); /*t*/F((1, 2)); /*a*/G(q); /*b*/G(("", 1)); } }`);
  });
});

describe("pointers", () => {
  test("any pointer is one to nothing, and no value", () => {
    check(`unsafe class C { void /*@v*/F(void* p) { } void /*@s*/F(string s) { } void /*@i*/G(int* p) { } void /*@o*/G(string o) { } void /*@d*/H(double* p) { } void /*@n*/H(int* p) { }
  void M(int* i, byte* b, double* d) { /*v*/F(i); /*v*/F(b); /*i*/G(i); /*d*/H(d); /*n*/H(i); } }`);
  });
});

describe("operators of types", () => {
  test("of what is given, of what is wanted, of its nullable form, and of neither", () => {
    check(`struct Deg { public static implicit operator Deg(float f) => default; public static implicit operator Rad(Deg d) => default; } struct Rad { } class Item { }
class C { void /*@d*/F(Deg d) { } void /*@s*/F(string s) { } void /*@r*/G(Rad r) { } void /*@t*/G(string t) { } void /*@n*/H(Deg? n) { } void /*@i*/H(Item i) { }
  void M(Deg d, float f, int k) { /*d*/F(f); /*d*/F(k); /*r*/G(d); /*n*/H(f); /*n*/H(d); } }`);
  });
  test("explicit ones do not count, and generic ones are constructed", () => {
    check(`struct E { public static explicit operator E(int i) => default; } struct Opt<T> { public static implicit operator Opt<T>(T t) => default; } class Item { } class Other { }
class C { void /*@e*/F(E e) { } void /*@o*/F(object o) { } void /*@i*/G(Opt<Item> i) { } void /*@x*/G(Opt<Other> x) { } void M(Item i, Other x) { /*o*/F(1); /*i*/G(i); /*x*/G(x); } }`);
  });
});

describe("type parameters", () => {
  test("are what one of their bounds is", () => {
    check(`interface I { } interface J { } class Item { } class C<T, U> where T : I, J where U : struct { void /*@j*/F(J j) { } void /*@x*/F(Item x) { } void /*@i*/G(I i) { } void /*@s*/G(string s) { }
  void M(T t) { /*j*/F(t); /*i*/G(t); } }`);
  });
  test("members of bounds, through bounds of bounds", () => {
    check(
      `interface I { void /*@go*/Go(); } class Base { public int /*@n*/N; } class C { void M<T, U>(T t, U u) where T : I where U : Base { t./*go*/Go(); u./*n*/N = 1; } }`,
    );
  });
  test("nothing but itself takes the place of one", () => {
    check(`class C<T> { void /*@t*/F(T t) { } void /*@s*/F(string s) { } void M(T t) { /*t*/F(t); /*s*/F(""); } }`);
  });
});

describe("better of two", () => {
  test("the one that converts to the other, by each argument", () => {
    check(`class Base { } class Item : Base { }
class C { void /*@a*/F(Base a, object b) { } void /*@b*/F(Item a, object b) { } void /*@c*/G(Base a, Item b) { } void /*@d*/G(Item a, Base b) { }
  void M(Item i, Base b) { /*b*/F(i, i); /*a*/F(b, i); /*c?,d?*/G(i, i); /*c*/G(b, i); /*d*/G(i, b); } }`);
  });
  test("signed before unsigned, the smaller number before the greater", () => {
    check(`class C { void /*@i*/F(int i) { } void /*@u*/F(uint u) { } void /*@l*/G(long l) { } void /*@ul*/G(ulong l) { } void /*@d*/H(double d) { } void /*@f*/H(float f) { }
  void M(short s, ushort t, byte b) { /*i*/F(s); /*i*/F(t); /*l*/G(b); /*f*/H(s); } }`);
  });
  test("the one without type parameters, the more specific of those with", () => {
    check(`using System.Collections.Generic; class Box<T> { }
class C { void /*@g*/F<T>(T t) { } void /*@i*/F(int i) { } void /*@b*/G<T>(Box<T> b) { } void /*@t*/G<T>(T t) { } void /*@bb*/H<T>(Box<Box<T>> b) { } void /*@one*/H<T>(Box<T> b) { }
  void M(Box<int> b, Box<Box<int>> c) { /*i*/F(1); /*g*/F(""); /*b*/G(b); /*t*/G(1); /*bb*/H(c); /*one*/H(b); } }`);
  });
  test("lambdas that give a value before those that give none, tasks before other values", () => {
    check(`using System; using System.Threading.Tasks;
class C { void /*@a*/F(Action a) { } void /*@f*/F(Func<object> f) { } void /*@i*/G(Func<int> i) { } void /*@d*/G(Func<string, int> d) { } void /*@t*/H(Func<Task> t) { } void /*@v*/H(Action v) { }
  object Make() => null; void M() { /*f*/F(() => new object()); /*i*/G(() => 1); /*t*/H(async () => await Task.Yield()); } }`);
  });
  test("what is not sure to fit is not better", () => {
    check(
      `class Item { } class Other { } class C { void /*@a*/F(Item a, int b) { } void /*@b*/F(Other a, long b) { } void M() { /*a?,b?*/F(Lib.Get(), 1); } }`,
    );
  });
});

describe("what is handed over", () => {
  test("ref, out and in by their words", () => {
    check(`class C { void /*@r*/F(ref int a) { } void /*@v*/F(long a) { } void /*@o*/G(out int a) { a = 0; } void /*@p*/G(int a) { } void /*@n*/H(in int a) { } void /*@s*/H(string a) { }
  void M(int k) { /*r*/F(ref k); /*v*/F(k); /*o*/G(out k); /*o*/G(out _); /*p*/G(k); /*n*/H(in k); /*n*/H(k); } }`);
  });
  test("null is a reference, a nullable or a pointer, never a plain value", () => {
    check(`struct S { } class C { void /*@s*/F(S s) { } void /*@o*/F(object o) { } void /*@n*/G(int? n) { } void /*@i*/G(int i) { } void /*@d*/H(double d) { } void /*@t*/H(string t) { }
  void M() { /*o*/F(null); /*n*/G(null); /*t*/H(null); } }`);
  });
  test("default and new() take the type that is wanted", () => {
    check(
      `class Item { public int /*@n*/N; } class C { void /*@f*/F(Item i, int k) { } void /*@g*/F(string s) { } Item Make() => new() { /*n*/N = 1 }; void M() { /*f*/F(new(), 1); /*f*/F(default, 2); Item x = new() { /*n*/N = 2 }; } }`,
    );
  });
  test("methods by the parameters of the delegate", () => {
    check(`using System; delegate void Two(int a, string b);
class C { void /*@i*/On(int a) { } void /*@t*/On(int a, string b) { } void /*@n*/On() { } void Use(Two t) { } void M() { Use(/*t*/On); Two x = /*t*/On; Action y = /*n*/On; Action<int> z = /*i*/On; } }`);
  });
  test("lambdas by the number of their parameters and what they give", () => {
    check(`using System; delegate int Give(string s); delegate void Take(string s);
class C { void /*@g*/F(Give g) { } void /*@t*/F(Take t) { } void /*@z*/F(Func<int> z) { } void /*@w*/G(Predicate<int> w) { } void /*@x*/G(string x) { }
  void M() { /*g*/F(s => 1); /*t*/F(s => { }); /*z*/F(() => 1); /*g*/F(s => { return 2; }); /*w*/G(k => k > 1); /*w*/G(delegate (int k) { return true; }); } }`);
  });
  test("named arguments in any order, and parameters that are left out", () => {
    check(`class C { void /*@a*/F(int x, string y) { } void /*@b*/F(string x, int y) { } void /*@c*/G(int x, int y = 0, params int[] z) { } void /*@d*/G(string x) { }
  void M() { /*a*/F(y: "", x: 1); /*b*/F(y: 1, x: ""); /*c*/G(1); /*c*/G(1, 2); /*c*/G(1, 2, 3, 4); /*d*/G(x: ""); } }`);
  });
  test("too few and too many fit nothing, and what is left fits", () => {
    check(
      `class C { void /*@a*/F(int x) { } void /*@b*/F(int x, int y) { } void /*@c*/F(int x, int y, int z) { } void M() { /*a*/F(1); /*b*/F(1, 2); /*c*/F(1, 2, 3); } }`,
    );
  });
  test("type arguments as many as there are parameters", () => {
    check(
      `class C { void /*@a*/F<T>() { } void /*@b*/F<T, U>() { } void /*@c*/F() { } void M() { /*a*/F<int>(); /*b*/F<int, string>(); /*c*/F(); } }`,
    );
  });
});
