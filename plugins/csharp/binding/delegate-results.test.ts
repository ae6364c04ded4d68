/** Tests calls whose overload is decided by what a lambda or a method gives to a delegate (C# §10.7.1, §10.8). */
import { before, describe, test } from "node:test";
import { checkMarksInFramework, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const USINGS = "using System; using System.Collections.Generic; using System.Linq; using System.Threading.Tasks;";
const check = (source: string): void => checkMarksInFramework(grammar, `${USINGS}\n${source}`);

describe("a lambda whose result is no result of the delegate", () => {
  const item = "class Item { public Item(string s) { } public static implicit operator Item(string s) => null; }";
  const more = `static class More {
  public static void /*@s*/Add(this List<Func<int, IEnumerable<Item>>> all, Func<int, IEnumerable<string>> get) { all.Add(n => get(n).Select(s => new Item(s))); }
  public static void /*@p*/Add(this List<Func<int, IEnumerable<Item>>> all, params string[] names) { all.Add(n => names.Select(s => new Item(s))); } }`;

  test("leaves the call to an extension method", () => {
    check(`${item} ${more} class C { void M(List<Func<int, IEnumerable<Item>>> all, string one) {
  all./*s*/Add(_ => new[] { "a", "b" }); all.Add(_ => new[] { new Item("a") }); all./*p*/Add("a", "b"); all.Add(_ => null); all.Add(_ => throw new Exception());
  all./*s*/Add(n => { if (n > 1) return new[] { one }; return Array.Empty<string>(); }); all./*s*/Add(n => n > 1 ? new[] { one } : Array.Empty<string>()); } }`);
  });
  test("converts if an operator makes it the result", () => {
    check(`${item} static class More { public static void Add(this List<Func<Item>> all, Func<string> get) { } public static void /*@n*/Add(this List<Func<Item>> all, Func<int> get) { } }
class C { void M(List<Func<Item>> all) { all.Add(() => "a"); all./*n*/Add(() => 1); } }`);
  });
  test("stays with the own method if nothing is known of it", () => {
    check(`using Elsewhere; ${item} ${more.replace("/*@s*/", "").replace("/*@p*/", "")}
class C { void M(List<Func<int, IEnumerable<Item>>> all, Thing t) { all.Add(_ => t.What); all.Add(_ => t.Do()); } }`);
  });
});

describe("a method handed to a delegate", () => {
  const overloads = `class P { } class C { public void /*@a*/Set(Action<P> f) { } public void /*@i*/Set(Func<P, int> f) { }
  public void /*@t*/Set(Func<P, Task> f) { } public void /*@n*/Set(Func<P, Task<int>> f) { }`;

  test("gives what the delegate gives", () => {
    check(`${overloads} static void Void(P p) { } static int Int(P p) => 1; static Task Task(P p) => null; static Task<int> Number(P p) => null; static async void Back(P p) { }
  void M(C c) { c./*a*/Set(Void); c./*i*/Set(Int); c./*t*/Set(Task); c./*n*/Set(Number); c./*a*/Set(Back); } }`);
  });
  test("may be a local function, declared before or after the call, even behind the return", () => {
    check(
      `${overloads} int M(C c) { int Before(P p) => 1; c./*i*/Set(Before); c./*n*/Set(After); c./*a*/Set(Last); Task<int> After(P p) => null; return 1; void Last(P p) { } } }`,
    );
  });
  test("becomes no other value type, and is no box of one", () => {
    check(`class C { static void /*@l*/F(Func<long> f) { } static void /*@i*/F(Func<int> f) { } static void /*@o*/F(Func<object> f) { }
  static int Int() => 1; static string Text() => null; static long Long() => 1; static Int64 Same() => 1;
  void M() { /*i*/F(Int); /*o*/F(Text); /*l*/F(Long); /*l*/F(Same); } }`);
  });
  test("is one of several by that name", () => {
    check(`class C { static void /*@f*/F(Func<string, int> f) { } static void F(Action<string> f) { } static void /*@g*/G(Func<string, int> f) { }
  static int R(object o) => 1; static string R(string s) => s; static int L(string s) => 1; static void L(int i) { }
  void M() { /*g*/G(R); /*f*/F(R); /*f*/F(L); } }`);
  });
  test("may be nearer to one result than to its base", () => {
    check(`class A { } class B : A { } class C { static void /*@a*/F(Func<A> f) { } static void /*@b*/F(Func<B> f) { } static void G<T>(Func<T> f) { } static void /*@g*/G(Action f) { }
  static A Base() => null; static B Heir() => null; static void Nothing() { } void M() { /*a*/F(Base); /*b*/F(Heir); /*g*/G(Nothing); } }`);
  });
});
