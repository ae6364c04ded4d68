/**
 * Tests what names refer to, one construct at a time. Marks in the source tell which declaration each use belongs to.
 */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("a name that is a member and its type", () => {
  test("static members and nested types mean the type", () => {
    check(`enum /*@type*/State { /*@dead*/Dead }
class C {
  public /*type*/State /*@prop*/State { get; }
  bool M() => /*prop*/State == /*type*/State./*dead*/Dead;
  string T() => /*prop*/State.ToString();
}`);
  });
  test("members of the value mean the value, for locals and parameters too", () => {
    check(`class /*@type*/Item { public int /*@size*/Size; public static int /*@max*/Max; }
class C {
  int M(/*type*/Item Item) => Item./*size*/Size + /*type*/Item./*max*/Max;
}`);
  });
  test("what an external type has as static nobody knows", () => {
    check(`class C { UnityEngine.Sprite /*@p*/Sprite; void M() { /*p?*/Sprite.Frob(); /*p*/Sprite = null; } }`);
  });
});

describe("attributes", () => {
  test("[Foo] means FooAttribute, and its named arguments its members", () => {
    check(`class /*@type*/RpcAttribute : System.Attribute { public bool /*@all*/All; }
class C { [/*type*/Rpc(/*all*/All = true)] void M() { } [/*type*/RpcAttribute] void N() { } }`);
  });
  test("a class of the short name that is no attribute is not meant", () => {
    check(`class /*@control*/Control { public string /*@n1*/Name; }
class /*@attribute*/ControlAttribute : System.Attribute { public string /*@n2*/Name; }
class C { [/*attribute*/Control(/*n2*/Name = "a")] /*control*/Control c; }`);
  });
  test("[Flags] beside a nested enum Flags is System's", () => {
    check(`class C { [System.Flags] enum A { } [Flags] enum /*@flags*/Flags { X } /*flags*/Flags f; }`);
  });
  test("constructors are used by attributes", () => {
    check(
      `class MyAttribute : System.Attribute { public /*@ctor*/MyAttribute(int a) { } } [/*ctor*/My(1)] class C { }`,
    );
  });
});

describe("overloads", () => {
  test("the types of arguments decide", () => {
    check(`class C {
  void /*@i*/F(int a) { } void /*@l*/F(long a) { } void /*@s*/F(string a) { } void /*@o*/F(object a) { }
  void M(C c, byte b, ulong u) { /*i*/F(1); /*l*/F(2L); /*s*/F(""); /*o*/F(c); /*i*/F(b); /*o*/F(u); /*s*/F(null); }
}`);
  });
  test("conversions that a type declares", () => {
    check(`struct P { public static implicit operator P(int v) => default; public static implicit operator P(float v) => default; }
class A { static void /*@p*/F(P p) { } static void /*@s*/F(string s) { } void M() { /*p*/F(1); /*p*/F(1.5f); /*s*/F(""); } }`);
  });
  test("of a nullable and a plain parameter the plain one takes plain values", () => {
    check(
      `class C { void /*@a*/F(int v) { } void /*@b*/F(int? v) { } void M(int? n) { /*a*/F(1); /*b*/F(n); /*b*/F(null); } }`,
    );
  });
  test("optional, params and named arguments", () => {
    check(`class C {
  void /*@one*/F(int a) { } void /*@opt*/F(int a, int b = 1) { } void /*@many*/F(params int[] a) { }
  void /*@x*/G(int x) { } void /*@y*/G(long y) { }
  void M() { /*one*/F(1); /*opt*/F(1, 2); /*many*/F(1, 2, 3); /*many*/F(); /*y*/G(y: 1); /*x*/G(x: 1); }
}`);
  });
  test("overrides are no candidates of their own: a base overload that fits better wins", () => {
    check(`class A { public virtual void /*@ao*/F(object o) { } public void /*@as*/F(string s) { } }
class B : A { public override void /*@bo*/F(object o) { } void M() { /*as*/F("a"); /*ao,bo*/F(1); } }`);
  });
  test("an applicable method further down hides those above", () => {
    check(`class A { public void /*@a*/F(int i) { } }
class B : A { public void /*@b*/F(long l) { } void M() { /*b*/F(1); base./*a*/F(1); } }`);
  });
  test("generic methods: inferred, given, and what cannot be inferred", () => {
    check(`class D { } class G : D { public void /*@only*/Only() { } }
class C {
  static T /*@t*/Add<T>(string name = null) where T : D => null;
  static D /*@plain*/Add(string name, int more = 0) => null;
  static T /*@id*/Id<T>(T v) => v;
  void M() { /*t*/Add<G>()./*only*/Only(); /*plain*/Add("a"); /*id*/Id(new G())./*only*/Only(); }
}`);
  });
  test("lambdas: by the number of parameters, and by whether they give a value", () => {
    check(`using System;
class Item { public int /*@size*/Size; }
class C {
  void /*@act*/Run(Action a) { } void /*@fun*/Run(Func<int> f) { } void /*@two*/Run(Action<int, int> f) { }
  static R /*@map*/Map<T, R>(T v, Func<T, R> f) => f(v);
  void M() {
    /*act*/Run(() => { }); /*fun*/Run(() => 1); /*two*/Run((a, b) => { }); /*fun*/Run(() => { return 2; });
    /*map*/Map(new Item(), x => x)./*size*/Size = /*map*/Map(1, i => new Item())./*size*/Size;
  }
}`);
  });
  test("method groups go by the delegate that is expected", () => {
    check(`using System;
class C {
  void /*@i*/On(int a) { } void /*@s*/On(string a) { }
  void Use(Action<int> a) { } event Action<string> E;
  void M() { Use(/*i*/On); E += /*s*/On; Action<int> a = /*i*/On; }
}`);
  });
  test("what is not known of an argument leaves several possible", () => {
    check(
      `class C { void /*@a*/F(int a) { } void /*@b*/F(string a) { } void M() { /*a?,b?*/F(External.Thing.Value); } }`,
    );
  });
  test("a field that is no delegate is not called", () => {
    check(`static class E { public static int /*@ext*/Count(this Bag b) => 0; }
class Bag { public int /*@prop*/Count; void M() { this./*ext*/Count(); } int N() => /*prop*/Count; }`);
  });
  test("what object has is not a member that does not fit", () => {
    check(
      `struct S { public bool /*@eq*/Equals(S other) => Equals(other, other); static string /*@get*/GetType(S a) => a.GetType().Name; }`,
    );
  });
});

describe("overriding and implementing", () => {
  test("overloads are told apart across a hierarchy", () => {
    check(`abstract class W { public virtual void /*@wi*/Write(int v) { } public virtual void /*@ws*/Write(string v) { } }
class B : W { public override void /*@bi*/Write(int v) { } public override void /*@bs*/Write(string v) { } }
class U { void M(W w, B b) { w./*wi,bi*/Write(1); b./*ws,bs*/Write(""); } }`);
  });
  test("generic bases: signatures are compared as constructed", () => {
    check(`interface IEat<T> { void /*@i*/Eat(T food); } class Apple { } class Pear { }
class A : IEat<Apple> { public void /*@a*/Eat(Apple food) { } public void /*@p*/Eat(Pear food) { } }
class U { void M(IEat<Apple> e, A a) { e./*i,a*/Eat(null); a./*p*/Eat(new Pear()); } }`);
  });
  test("a new member that hides an implementation implements nothing", () => {
    check(`interface I { void /*@i*/M(); } class A : I { public void /*@a*/M() { } }
class B : A { public new void /*@b*/M() { } } class U { void X(I i, B b) { i./*i,a*/M(); b./*b*/M(); } }`);
  });
  test("a member inherited from a base class may implement", () => {
    check(`interface I { void /*@i*/M(); } class A { public void /*@a*/M() { } } class B : A, I { }
class U { void X(A a, I i) { a./*a,i*/M(); i./*a,i*/M(); } }`);
  });
  test("explicit implementations are meant through their interface only", () => {
    check(`interface I { int /*@i*/P { get; } } interface J { int /*@j*/P { get; } }
class C : I, J { int I./*@ci*/P => 1; int J./*@cj*/P => 2; int /*@p*/P => 3; int M() => /*p*/P + ((I)this)./*i,ci*/P; }`);
  });
});

describe("constructors", () => {
  test("base(…), this(…) and new use them", () => {
    check(`class A { public /*@a*/A(int i) { } }
class B : A { public /*@b*/B() : /*a*/base(1) { } public B(int i) : /*b*/this() { } static A M() => new /*a*/A(1); }`);
  });
  test("a struct's constructor without parameters is not what it declares", () => {
    check(`struct S { public /*@s*/S(int i) { } static void M() { var a = new S(); var b = new /*s*/S(1); } }`);
  });
  test("an alias of a constructed type", () => {
    check(
      `class Box<T> { public void /*@m*/Put(T v) { } }`,
      `using IntBox = Box<int>; class U { void M() { var b = new IntBox(); b./*m*/Put(1); } }`,
    );
  });
});

describe("types of expressions", () => {
  test("pointers", () => {
    check(`unsafe struct H { public int /*@pos*/Pos; } unsafe struct R { public H* /*@handle*/Handle; }
unsafe class C { R r; int M(H* h) => r./*handle*/Handle->/*pos*/Pos + h->/*pos*/Pos + (*h)./*pos*/Pos + h[0]./*pos*/Pos; }`);
  });
  test("a product in an argument is no declaration", () => {
    check(
      `struct V { public float /*@x*/X; static V Of(float a, float b) => default; static V M(V v, float n) => Of(v./*x*/X * n, v./*x*/X * n); }`,
    );
  });
  test("a call with type arguments behind a cast", () => {
    check(`interface I { void /*@go*/Go(); } class H<T> : I { public H(int a, bool b) { } void I./*@hgo*/Go() { } }
class C { void M() { ((I)new H<int>(1, true))./*go,hgo*/Go(); var h = new H<(int a, int b)>(1, false); } }`);
  });
  test("what stands before ?. is the last operand", () => {
    check(`class O { public int /*@n*/N; } class C { bool M(bool b, O o) => !b || o?./*n*/N == 1; }`);
  });
  test("patterns look through nullable values", () => {
    check(`struct D { public bool /*@on*/On; } class C { bool M(D? d) => d is { /*on*/On: true }; }`);
  });
  test("a local of one switch section is in force in the others", () => {
    check(
      `class V { public void /*@set*/Set() { } } class C { void M(int i) { switch (i) { case 1: V v = new V(); break; case 2: v = null; v./*set*/Set(); break; } } }`,
    );
  });
  test("generic types carry their arguments into nested types", () => {
    check(`class Item { public int /*@id*/Id; }
class List<T> { public class Node { public T /*@value*/Value; public Node /*@next*/Next; } public Node /*@first*/First; }
class C { int M(List<Item> l) => l./*first*/First./*next*/Next./*value*/Value./*id*/Id; }`);
  });
  test("nested types of types that differ in arity", () => {
    check(`class H { public struct Rec { public int /*@a*/Owner; } } class H<T> { public struct Rec { public int /*@b*/Owner; int M() => /*b*/Owner; } }
class U { int M(H.Rec r, H<int>.Rec s) => r./*a*/Owner + s./*b*/Owner; }`);
  });
  test("an enum added to a string is a string", () => {
    check(
      `enum E { A } class C { E e; static void /*@f*/F(string s) { } static void F(E e) { } void M() { /*f*/F("a" + e); } }`,
    );
  });
});

describe("places", () => {
  test("nameof, case labels and patterns", () => {
    check(`class /*@x*/X { public int /*@p*/P; } class C {
  const string N = nameof(/*x*/X); bool M(object o) => o is /*x*/X || o is not /*x*/X;
  int S(string s) { switch (s) { case nameof(/*x*/X): return 1; case nameof(/*x*/X./*p*/P): return 2; } return 0; }
}`);
  });
  test("cref in documentation", () => {
    check(`namespace N {
  /// <summary>See <see /*c*/cref="C"/>, <see /*mi*/cref="M(int)"/>, <see /*mi?,ms?*/cref="M"/>.</summary>
  class /*@c*/C {
    /// <inheritdoc /*ms*/cref="M(string)"/>
    void /*@mi*/M(int i) { }
    void /*@ms*/M(string s) { } // see cref="M(int)"
  }
}`);
  });
  test("cref of a generic method, by the types of its parameters", () => {
    check(`class A<T> { } class O<T> { } class S<T> { }
class P { public T /*@a*/Get<T>(A<T> a) => default; public T /*@o*/Get<T>(O<T> o) => default; public T /*@l*/Get<T>(A<T>[] a) => default; public T /*@s*/Get<T>(string s) => default; }
class R {
  /// <inheritdoc /*a>Get*/cref="P.Get{T}(A{T})"/>
  public T Get<T>(A<T> a) => default;
  /// <inheritdoc /*o>Get*/cref="P.Get{T}(O{T})"/>
  public T Get<T>(O<T> a) => default;
  /// <see /*l>Get*/cref="P.Get{TItem}(A{TItem}[])"/> <see /*s>Get*/cref="P.Get{TItem}(string)"/>
  void M() { }
}`);
  });
  test("a method called await", () => {
    check(
      `class C { void /*@a*/await(int i) { } void M() { /*a*/await(1); } async void N() { await (System.Threading.Tasks.Task.Delay(1)); } }`,
    );
  });
  test("a type named like an inherited method", () => {
    check(
      `class A { protected void /*@m*/Reset() { } } class /*@t*/Reset { } class B : A { object M() { /*m*/Reset(); return new /*t*/Reset(); } bool N(object o) => o is /*t*/Reset; }`,
    );
  });
  test("using directives of an inner namespace come before outer namespaces", () => {
    check(
      `namespace A { class /*@outer*/T { } } namespace X { class /*@used*/T { } }`,
      `namespace A.B { using X; class C { /*used*/T t; } } namespace A.D { class E { /*outer*/T t; } }`,
    );
  });
});
