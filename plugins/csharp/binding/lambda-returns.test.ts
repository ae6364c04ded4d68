/**
 * Tests overloads that differ in the result of a delegate, so that the result of the lambda decides
 * (C# §12.6.4.5, §10.7.1).
 */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("what the body gives", () => {
  test("must convert to what the delegate gives", () => {
    check(`using System; class C { static void /*@i*/F(Func<int> f) { } static void /*@d*/F(Func<double> f) { }
  void M(int n, double x) { /*d*/F(() => 1.5); /*i*/F(() => 1); /*i*/F(() => n); /*d*/F(() => x * n); /*d*/F(delegate { return 2f; }); } }`);
  });
  test("is what its returns give", () => {
    check(`using System; class C { static void /*@i*/F(Func<int> f) { } static void /*@d*/F(Func<double> f) { } static void /*@s*/F(Func<string> f) { }
  void M(int n, double x) {
    /*d*/F(() => { if (n > 1) return 1; return 1.5; }); /*i*/F(() => { Func<double> g = () => { return x; }; return n; });
    /*s*/F(() => { return n > 1 ? null : "a"; }); /*s*/F(() => { if (n > 1) return null; return ""; }); /*d*/F(() => { var half = x / 2; return half; }); } }`);
  });
  test("may hang on parameters, each as the overload has them", () => {
    check(`using System; class A { public int I; public double D; public B Next() => null; } class B { public int I; public string S; }
class C { static void /*@i*/F(Func<A, int> f) { } static void /*@d*/F(Func<A, double> f) { } static void /*@s*/F(Func<B, string> f) { }
  void M() { /*d*/F(a => a.D); /*i*/F(a => a.I); /*s*/F(b => b.S); /*i*/F((A a) => { return a.I; }); /*s*/F(b => { var s = b.S; return s; }); /*s*/F(b => b.S + 1); } }`);
  });
  test("of types of the workspace: the nearer one, and what becomes it by an operator", () => {
    check(`using System; class Base { } class Heir : Base { } class Own { public static implicit operator Base(Own o) => null; }
class C { static void /*@b*/F(Func<Base> f) { } static void /*@h*/F(Func<Heir> f) { }
  void M(Base x, Heir y, Own o) { /*b*/F(() => x); /*h*/F(() => y); /*b*/F(() => o); /*h*/F(() => new Heir()); /*h*/F(() => null); } }`);
  });
  test("of which nothing is known leaves both possible", () => {
    check(`using System; using Elsewhere; class C { static void /*@i*/F(Func<int> f) { } static void /*@d*/F(Func<double> f) { }
  void M(Thing t) { /*i?,d?*/F(() => t.What); /*i?,d?*/F(() => { return t.Do(); }); } }`);
  });
});

describe("a delegate called in the body", () => {
  test("gives what it says, whatever the lambda's parameters are", () => {
    check(`using System; class X { } class T { } class C { void /*@a*/E(Action<X, T> a, X x) { } R /*@f*/E<R>(Func<X, T, R> a, X x) => default;
  R One<R>(Func<X, R> own, X x) => /*f*/E((c, _) => own(c), x); void Two(Action<X> own, X x) => /*a*/E((c, _) => own(c), x); } }`);
  });
  test("gives a task without a value, which is no task of one", () => {
    check(`using System; using System.Threading.Tasks; class X { } class C { Task /*@n*/E(Func<X, Task> a) => null; Task<R> E<R>(Func<X, Task<R>> a) => null;
  Task One(Func<X, Task> own) => /*n*/E(c => own(c)); } }`);
  });
  test("takes what the overload hands on, or the overload is not meant", () => {
    check(`using System; class X { } class C { static void /*@n*/E(Action<int, Exception> a) { } static void /*@x*/E(Action<Exception, X> a) { }
  void M(Action<Exception> own, Action<int> other) { /*x*/E((e, _) => own(e)); /*n*/E((_, e) => own(e)); /*n*/E((e, _) => other(e)); } }`);
  });
});

describe("a lambda or new() in a branch of a conditional", () => {
  test("has the type of the other branch", () => {
    check(`using System; class A { public int /*@n*/Name; } class B { public int Name; } class C { static void Take(Func<B, bool> f) { } static void Take(Func<A, bool> f) { }
  void M(bool b, A a) { var f = b ? x => x./*n*/Name > 1 : (Func<A, bool>)Is; var g = b ? (Func<A, bool>)Is : (x => x./*n*/Name > 1);
    Func<A, bool> h = b ? x => x./*n*/Name > 1 : null; (b ? a : new())./*n*/Name = 1; } bool Is(A a) => true; }`);
  });
});

describe("type parameters of nullable values and of expression trees", () => {
  test("are not met by what is no such value", () => {
    check(`using System; using System.Linq.Expressions; interface I<out P> { } class K { public static I<string> S; public static I<double> D; public static I<int?> N; }
static class E { public static void /*@v*/L<P>(this I<P> r, P v) where P : IComparable<P> { } public static void /*@n*/L<P>(this I<P?> r, P v) where P : struct, IComparable<P> { }
  public static void /*@e*/L<P>(this I<P> r, Expression<Func<P>> v) where P : IComparable<P> { } public static void /*@m*/L<P>(this I<P?> r, Expression<Func<P>> v) where P : struct, IComparable<P> { } }
class C { void M() { K.S./*v*/L(""); K.D./*v*/L(1); K.N./*n*/L(1); K.S./*e*/L(() => ""); K.N./*m*/L(() => 1); } }`);
  });
});

describe("a value or none", () => {
  test("what is called in the body tells", () => {
    check(`using System; class A { public void Go() { } public int Count() => 1; }
class C { static void /*@n*/Run(Action<A> a) { } static void /*@v*/Run(Func<A, int> f) { }
  void M() { /*n*/Run(a => a.Go()); /*v*/Run(a => a.Count()); /*n*/Run(a => { a.Count(); }); /*v*/Run(a => { return a.Count(); }); } }`);
  });
  test("async bodies give what is in the task", () => {
    check(`using System; using System.Threading.Tasks; class C { static void /*@i*/Run(Func<Task<int>> f) { } static void /*@s*/Run(Func<Task<string>> f) { } static void /*@t*/Run(Func<Task> f) { }
  Task<int> Number() => null; Task<string> Word() => null;
  void M() { /*i*/Run(async () => 1); /*s*/Run(async () => await Word()); /*i*/Run(() => Number()); /*s*/Run(async () => { await Number(); return ""; }); /*t*/Run(async () => { await Number(); }); } }`);
  });
});

describe("tasks and value tasks", () => {
  test("neither is better than the other, what is in them may be", () => {
    check(`using System; using System.Threading.Tasks; class C { static void /*@t*/F(Func<Task> f) { } static void /*@v*/F(Func<ValueTask> f) { } static void /*@ti*/G(Func<Task<int>> f) { } static void /*@vi*/G(Func<ValueTask<int>> f) { }
  static void /*@it*/I(Func<Task> f) { } static void /*@iv*/I(Func<ValueTask<int>> f) { } static void /*@o*/V(Func<Task<object>> f) { } static void /*@n*/V(Func<ValueTask<int>> f) { } static void /*@x*/X(Func<Task<int>> f) { } static void /*@y*/X(Func<ValueTask<long>> f) { }
  Task<int> Number() => null;
  void M() { /*t?,v?*/F(async () => { await Task.Yield(); }); /*ti?,vi?*/G(async () => 1); /*it*/I(async () => { await Task.Yield(); }); /*iv*/I(async () => await Number()); /*n*/V(async () => 1); /*x*/X(async () => 1); } }`);
  });
});

describe("lambdas in lambdas", () => {
  test("each has its own parameters", () => {
    check(`using System; class A { public int I; public double D; }
class C { static int /*@i*/F(Func<A, int> f) => 1; static double /*@d*/F(Func<A, double> f) => 1;
  void M() { /*d*/F(a => /*d*/F(b => b.D + a.I)); /*i*/F(a => /*i*/F(b => a.I)); /*d*/F(a => /*i*/F(b => b.I) + a.D); } }`);
  });
  test("what hands itself on to its own lambda ends", () => {
    check(`using System; class C { static int F(out int x, Func<int> f) => x = 1; static double F(out int x, Func<double> f) => x = 1; static int /*@k*/Known;
  void M() { F(out var x, () => x + /*k*/Known); } }`);
  });
});

describe("what bodies give", () => {
  test("of several that fit none all are left", () => {
    check(
      `using System; class C { void /*@i*/F(Func<int> f) { } void /*@s*/F(Func<string> f) { } void M(bool b) { /*i?,s?*/F(() => b); } }`,
    );
  });
  test("beside lambdas other arguments are looked at as ever", () => {
    check(
      `using System; class C { void /*@i*/F(string k, Func<int> f) { } void /*@s*/F(string k, Func<string> f) { } void /*@o*/F(int k, Func<int> f) { } void M() { /*i*/F("", () => 1); /*s*/F("", () => ""); /*o*/F(1, () => 1); /*i*/F("", () => { return 1; }); } }`,
    );
  });
  test("nothing is no value", () => {
    check(
      "using System; class C { void /*@a*/F(Action f) { } void /*@v*/F<T>(Func<T> f) { } void Nothing() { } int One() => 1; void M() { /*a*/F(() => Nothing()); /*a*/F(() => { }); /*a*/F(() => { Nothing(); return; }); /*v*/F(() => { if (One() > 1) return 1; return One(); }); } }",
    );
  });
  test("asynchronous ones tasks of what they give, of the workspace's tasks too", () => {
    check(`using System; using System.Threading.Tasks; class JobTask<T> { } class C { void /*@i*/F(Func<Task<int>> f) { } void /*@s*/F(Func<Task<string>> f) { } void /*@j*/G(Func<JobTask<int>> f) { } void /*@k*/G(Func<JobTask<string>> f) { }
  void M() { /*i*/F(async () => 1); /*s*/F(async () => { await Task.Delay(1); return ""; }); /*j*/G(async () => 1); /*k*/G(async () => ""); } }`);
  });
  test("the very type is better than what it becomes", () => {
    check(
      `using System; class Base { } class Item : Base { } class C { void /*@b*/F(Func<Base> f) { } void /*@i*/F(Func<Item> f) { } void /*@l*/G(Func<long> f) { } void /*@n*/G(Func<int> f) { } void M(Item i, Base b, bool k) { /*i*/F(() => i); /*b*/F(() => b); /*i*/F(() => { if (k) return i; return i; }); /*n*/G(() => 1); /*l*/G(() => 1L); } }`,
    );
  });
});
