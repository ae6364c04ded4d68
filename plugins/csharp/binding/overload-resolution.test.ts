/** Tests overloads that are decided by a single rule or by none (C# §12.6.4). */
import { before, describe, test } from "node:test";
import { checkMarks, checkMarksWith, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

/** Tests two overloads that are distinguished by their second parameter, because the first is certain. */
describe("a first argument that is sure leaves the choice to the second", () => {
  const pair = (first: string, argument: string, more = ""): void =>
    check(`using System; using Lib; enum E { A } class Base { } class Item : Base { } ${more}
class C { void /*@i*/F(${first} x, Item y) { } void /*@b*/F(${first} x, Base y) { } void M(Item y, Base z, int k) { int r = 0; /*i*/F(${argument}, y); /*b*/F(${argument}, z); } }`);
  test("out", () => pair("out int", "out _"));
  test("by reference", () => pair("ref int", "ref r"));
  test("0 for an enum", () => pair("E", "0"));
  test("a lambda that gives nothing", () => pair("Action", "() => { }"));
  test("null", () => pair("string", "null"));
  test("a method", () =>
    pair("Func<int, int>", "Math.Abs", "static class Math { public static int Abs(int i) => i; }"));
});

describe("neither is better", () => {
  test("where one argument is for the one and another for the other", () => {
    check(`class Base { } class Item : Base { } class Sub : Item { }
class C { void /*@a*/F(Base a, int b) { } void /*@b*/F(Item a, long b) { } void M(Sub s, Item i) { /*a?,b?*/F(s, 1); /*a?,b?*/F(i, 1); } }`);
  });
  test("where both convert to each other, and one is the very type", () => {
    check(`using UnityEngine;
class C { void /*@a*/F(Vector2 a, int b) { } void /*@b*/F(Vector3 a, long b) { } void M(Vector3 v) { /*a?,b?*/F(v, 1); /*b*/F(v, 1L); } }`);
  });
  test("where nobody knows which of two types of elsewhere converts to the other", () => {
    check(`using Lib; class Base { } class Item : Base { }
class C { void /*@a*/F(Item a, Thing t) { } void /*@b*/F(Base a, Gadget g) { } void M(Item i) { /*a?,b?*/F(i, null); } }`);
  });
  test("where types differ that do not convert, though only one is generic", () => {
    check(`interface IOne { } interface ITwo { } class Both : IOne, ITwo { }
class C { void /*@a*/F(IOne a, int b) { } void /*@b*/F<T>(ITwo a, T b) { } void M(Both x) { /*a?,b?*/F(x, 1); } }`);
  });
  test("null for a type parameter and for a text", () => {
    check(
      `class C<T> where T : class { void /*@t*/F(T t) { } void /*@s*/F(string s) { } void M() { /*t?,s?*/F(null); } }`,
    );
  });
});

describe("the more specific of two generic ones", () => {
  test("through arrays and type arguments", () => {
    check(`class Box<T> { }
class C { void /*@o*/F<T>(T[] a) { } void /*@t*/F<T>(T[][] a) { } void /*@p*/G<T>(Box<T[]> a) { } void /*@q*/G<T>(Box<T> a) { }
  void M(int[][] a, int[] b, Box<int[]> c, Box<int> d) { /*t*/F(a); /*o*/F(b); /*p*/G(c); /*q*/G(d); } }`);
  });
});

describe("parameters", () => {
  test("left out ones come after none, in methods and in extensions", () => {
    check(`class Item { } static class X { public static void /*@a*/F(this Item i, int k = 0) { } public static void /*@b*/F(this Item i) { } }
class C { void /*@c*/G(int k = 0) { } void /*@d*/G() { } void M(Item i) { i./*b*/F(); i./*a*/F(1); /*d*/G(); /*c*/G(1); } }`);
  });
  test("any number of them, in arrays and in what else takes them", () => {
    check(`using System; using System.Collections.Generic;
class C { void /*@i*/F(params ReadOnlySpan<int> x) { } void /*@s*/F(params ReadOnlySpan<string> x) { } void /*@a*/G(params int[] x) { } void /*@b*/G(params string[] x) { }
  void /*@l*/H(params List<int> x) { } void /*@k*/H(params List<string> x) { }
  void M() { /*i*/F(1, 2); /*s*/F("", ""); /*a*/G(1, 2); /*b*/G("", ""); /*l*/H(1, 2); /*k*/H("", ""); } }`);
  });
  test("handed out and handed in are two", () => {
    check(
      `class C { void /*@r*/F(ref string a) { } void /*@o*/F(out int b) { b = 0; } void M() { string s = ""; /*o*/F(out var x); /*r*/F(ref s); } }`,
    );
  });
  test("by reference only the very type", () => {
    check(`class Base { } class Item : Base { } class Other { }
class C { void /*@i*/F(ref Item a, int k) { } void /*@o*/F(ref Other a, object k) { } void /*@s*/F(ref string a, int k) { } void M(Item i, Other o) { /*i*/F(ref i, 1); /*o*/F(ref o, 1); } }`);
  });
});

describe("type parameters of the method", () => {
  test("all of them must be told by the arguments", () => {
    check(
      `class C { void /*@a*/F<T, U>(T t) { } void /*@o*/F(object o) { } void M() { /*o*/F(1); /*a*/F<int, int>(1); } }`,
    );
  });
  test("a lambda tells them to delegates alone", () => {
    check(`using System; using Lib; delegate T Make<T>(); class Box<T> { }
class C { void /*@t*/F<T>(T t) { } void /*@a*/F(Action a) { } void /*@m*/G<T>(Make<T> m) { } void /*@s*/G(string s) { } void /*@k*/H<T>(Maker<T> m) { } void /*@u*/H(string s) { }
  void /*@b*/J<T>(Box<T> b) { } void /*@f*/J<T>(Func<T> f) { }
  void M() { /*a*/F(() => { }); /*m*/G(() => 1); /*k*/H(() => 1); /*f*/J(() => 1); } }`);
  });
  test("must be structs where that is asked for: no class, array or text is", () => {
    check(`class Item { } struct S { }
class C { void /*@g*/F<T>(T t) where T : struct { } void /*@o*/F(object o) { } void M(Item i, S s, int[] a) { /*o*/F(i); /*o*/F(a); /*o*/F(""); /*o*/F(new object()); /*g*/F(s); /*g*/F(1); } }`);
  });
});

describe("new(), lambdas and methods", () => {
  test("new() makes no array", () => {
    check(`class Item { } class C { void /*@a*/F(int[] a) { } void /*@i*/F(Item i) { } void M() { /*i*/F(new()); } }`);
  });
  test("a lambda or a method may be a delegate of elsewhere, and is no list and no text", () => {
    check(`using System.Collections.Generic; using Lib;
class C { void /*@t*/F(Thing t) { } void /*@s*/F(string s) { } void /*@l*/F(List<int> l) { } int On(int a) => a; void M() { /*t*/F(On); /*t*/F((a, b) => 1); /*t*/F(() => { }); } }`);
  });
  test("an asynchronous lambda gives tasks, known and unknown ones, and no number", () => {
    check(`using System; using System.Threading.Tasks; using Lib; class Item { }
class C { void /*@n*/F(Func<int> a) { } void /*@p*/F(Func<Promise> p) { } void /*@m*/G(Func<int> a) { } void /*@i*/G(Func<Item> p) { } void /*@k*/H(Func<int> a) { } void /*@t*/H(Func<Task<int>> t) { }
  void M() { /*p*/F(async () => { }); /*i*/G(async () => { }); /*t*/H(async () => 1); } }`);
  });
});

describe("members of several levels", () => {
  test("methods before what they hide", () => {
    check(`using System;
class A { public Action<int> Go; } class B : A { public new void /*@i*/Go(int i) { } public void /*@s*/Go(string s) { } } class C { void M(B b) { b./*i*/Go(1); b./*s*/Go(""); } }`);
  });
  test("a body that the branches of #if share is read with each header", () => {
    check(`class Span { public int Length; } class C {
#if X
  int F(string s, Span all)
#else
  int F(string s, int[] all)
#endif
  { return s == "" ? 0 : /*a,b*/G(s, all); }
#if X
  int /*@a*/G(string s, Span all)
#else
  int /*@b*/G(string s, int[] all)
#endif
  { return all.Length + /*c*/H(s) + H(all); }
  int /*@c*/H(string s) => 0; int H(object o) => 1;
}`);
  });
  test("what the project does not compile is chosen only where nothing else fits", () => {
    checkMarksWith(
      grammar,
      { X: false },
      `class C {
#if X
  void /*@a*/F(int i) { }
#endif
  void /*@s*/F(string s) { }
  void M() {
#if X
    /*a*/F(1);
#endif
    /*s*/F("");
  }
}`,
    );
  });
});

describe("what is written without its type", () => {
  test("default is of every type", () => {
    check(`class Item { } struct S { } delegate void D(); class C { void /*@a*/F(int[] a) { } void /*@s*/F(string s, int k) { } void /*@d*/G(D d) { } void /*@t*/G((int, int) t, int k) { } void /*@n*/H(int n) { } void /*@i*/H(Item i) { }
  void M() { /*a*/F(default); /*s*/F(default, 1); /*d*/G(default); /*t*/G(default, 1); /*n?,i?*/H(default); } }`);
  });
  test("a collection is what holds several: an array, a list, a span, no text and no number", () => {
    check(`using System; using System.Collections.Generic; enum E { A } class Item { } interface I { } class C { void /*@a*/F(int[] a) { } void /*@s*/F(string s) { } void /*@o*/F(object o) { } void /*@l*/G(List<int> a) { } void /*@n*/G(int n) { } void /*@e*/G(E e) { } void /*@p*/H(ReadOnlySpan<int> p) { } void /*@t*/H((int, int) t) { } void /*@b*/H(bool b) { } void /*@f*/H(Action f) { }
  void M() { /*a*/F([1, 2]); /*l*/G([1]); /*p*/H([]); } }`);
  });
  test("new() makes what can be made", () => {
    check(
      `class Item { } interface I { } class C { void /*@i*/F(Item i) { } void /*@a*/F(int[] a) { } void /*@t*/F((int, int)[] t) { } void M() { /*i*/F(new()); } }`,
    );
  });
});

test("a property of a type parameter's type is no method, so that an extension of its name is meant", () => {
  check(`using System; class P<T> { public T Value { get; set; } public P<T> Own() => this; } class Q { public P<Action> A; }
static class E { public static P<T> /*@v*/Value<T>(this P<T> p, T v) => p; }
class C { void M(P<string> p, P<Action> a) { p./*v*/Value("x"); new P<string>().Own()./*v*/Value("y"); a.Value(); p.Value = "z"; } }`);
});
