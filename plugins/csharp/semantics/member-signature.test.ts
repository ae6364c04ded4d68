/**
 * Tests which members override or implement each other, by kind, parameters, references and type parameters (C# §7.6),
 * and the names in comments that depend on it.
 */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("implementing", () => {
  test("by the types of the parameters, tuples and type arguments among them", () => {
    check(`using System.Collections.Generic;
interface I { void /*@i*/F(int a); void /*@s*/F(string a); void /*@ti*/T((int, int) a); void /*@ts*/T((int, string) a); void /*@t3*/T((int, int, int) a); void /*@li*/L(List<int> a); void /*@ls*/L(List<string> a); }
class X : I { public void F(int a) { } public void F(string a) { } public void T((int, int) a) { } public void T((int, string) a) { } public void T((int, int, int) a) { } public void L(List<int> a) { } public void L(List<string> a) { }
  void M(X x, (int, int) p, (int, string) q, (int, int, int) r, List<int> l) { x./*i*/F(1); x./*s*/F(""); x./*ti*/T(p); x./*ts*/T(q); x./*t3*/T(r); x./*li*/L(l); } }`);
  });
  test("by what is handed over by reference", () => {
    check(`interface I { void /*@v*/F(int a); void /*@r*/F(ref int a); void /*@o*/G(out int a); void /*@w*/G(int a); void /*@n*/H(in int a); void /*@p*/H(string a); }
class X : I { public void F(int a) { } public void F(ref int a) { } public void G(out int a) { a = 0; } public void G(int a) { } public void H(in int a) { } public void H(string a) { }
  void M(X x, int k) { x./*v*/F(k); x./*r*/F(ref k); x./*o*/G(out k); x./*w*/G(k); x./*n*/H(in k); x./*p*/H(""); } }`);
  });
  test("by the number of type parameters, each for the one in its place", () => {
    check(`interface I { void /*@a*/F<T>(T a); void /*@b*/F(int a); void /*@c*/G<T, U>(T a, U b); void /*@d*/G<T, U>(U a, T b, int c); }
class X : I { public void F<A>(A a) { } public void F(int a) { } public void G<A, B>(A a, B b) { } public void G<A, B>(B a, A b, int c) { }
  void M(X x) { x./*a*/F(""); x./*b*/F(1); x./*c*/G(1, ""); x./*d*/G(1, "", 2); } }`);
  });
  test("members of other kinds and of no such base are others", () => {
    check(`interface I { int /*@p*/P { get; } int this[int i] { get; } void /*@m*/Q(); } class Base { public virtual void /*@bq*/Q() { } }
class X : Base, I { public int P => 1; public int this[int i] => 1; public override void Q() { } void M(X x) { var a = x./*p*/P; x./*m,bq*/Q(); } }
class Y { public int P; public void Q() { } void M(Y y) { var a = y.P; y.Q(); } }`);
  });
  test("through type arguments of bases", () => {
    check(
      `interface I<T> { void /*@f*/F(T a); } class X : I<int>, J { public void F(int a) { } public void F(string a) { } void M(X x) { x./*f*/F(1); x./*j*/F(""); } } interface J { void /*@j*/F(string a); }`,
    );
  });
});

describe("comments", () => {
  test("parameters tell overloads apart, in bases too, and belong to the last name", () => {
    check(`class Outer { public class /*@item*/Item { public /*@c*/Item(int i) { } public void /*@gi*/Go(int i) { } public void /*@gs*/Go(string i) { } } }
class Base { public void /*@b*/Put(int i) { } } class Sub : Base { public void /*@s*/Put(string i) { }
  /// <see /*item>Item,gi>Go*/cref="Outer.Item.Go(int)"/> <see /*item>Item,gs>Go*/cref="Outer.Item.Go(string)"/> <see /*b*/cref="Put(int)"/> <see /*s*/cref="Put(string)"/> <see /*item>Item*/cref="Outer.Item"/>
  void M() { } }`);
  });
  test("a type without parameters, its constructors with them", () => {
    check(`class /*@i*/Item { public /*@c*/Item(int i) { } public /*@d*/Item(string s) { } }
class C {
  /// <see /*i*/cref="Item"/> <see /*i,c*/cref="Item(int)"/> <see /*i>Item*/cref="Item(bool)"/>
  void M() { } }`);
  });
  test("generic ones by their number of type parameters, whatever these are called", () => {
    check(`using System.Collections.Generic;
class C { void /*@g*/F<T>(T a) { } void /*@p*/F(int a) { } void /*@l*/L<T>(List<T> a) { } void /*@la*/A<T>(T[] a) { } void /*@ls*/L(string a) { } void /*@as*/A(string a) { }
  /// <see /*g*/cref="F{X}(X)"/> <see /*p*/cref="F(int)"/> <see /*l*/cref="L{X}(List{X})"/> <see /*la*/cref="A{X}(X[])"/> <see /*ls*/cref="L(string)"/> <see /*as*/cref="A(string)"/>
  void M() { } }`);
  });
  test("qualified types of parameters, wherever they stand in the list", () => {
    check(`namespace N.Deep { class /*@i*/Item { } }
class C {
  /// <see /*f>F,i>Item*/cref="F(N.Deep.Item)"/> <see /*g>G,i>Item*/cref="G(int, N.Deep.Item)"/>
  void /*@f*/F(N.Deep./*i*/Item a) { } void /*@g*/G(int k, N.Deep./*i*/Item a) { } }`);
  });
  test("the comment of a type sees its members, that of a member those around", () => {
    check(
      `class First { public void /*@a*/Go() { } }
/// <see /*b*/cref="Go"/>
class Second { public void /*@b*/Go() { }
  /// <see /*b*/cref="Go"/>
  class Inner { } /* <see cref="Go"/> */ }
/// <see /*c*/cref="Go"/>
class Third { class Deep { public void /*@d*/Go() { } } public void /*@c*/Go() { }
  /// <see /*c*/cref="Go"/>
  class Last { public void Stop() { } } class After { } }`,
    );
  });
  test("members of types of elsewhere are nobody's here", () => {
    check(`using System.Collections.Generic; class Item { public void /*@a*/Add() { } }
class C {
  /// <see cref="List{T}.Add"/> <see cref="Missing.Add"/> <see /*a>Add*/cref="Item.Add"/>
  void M() { } }`);
  });
});
