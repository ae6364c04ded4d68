/**
 * Tests the shapes of arguments, results and locals. The cases come from mutations of the resolver that no other test
 * detected.
 */
import { before, describe, test } from "node:test";
import { checkMarks, checkMarksWith, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("arguments", () => {
  test("out var takes the type of its parameter, and is no value", () => {
    check(`class Item { public int /*@size*/Size; }
class C {
  bool /*@o*/Try(out Item item) { item = null; return true; } bool /*@v*/Try(Item item) => true;
  void M() { if (/*o*/Try(out var item)) item./*size*/Size = 1; if (/*o*/Try(out Item other)) other./*size*/Size = 1; /*v*/Try(new Item()); }
}`);
  });
  test("an interpolated string may be a format, but a string is better", () => {
    check(`using System;
interface I { }
static class X {
  public static void /*@f*/Mark(this I i, FormattableString s) { } public static void /*@p*/Mark(this I i, IFormatProvider p, FormattableString s) { }
  public static void /*@s*/Both(string s) { } public static void Both(FormattableString s) { } public static void /*@n*/Any(IFormattable s) { } public static void Any(int s) { }
}
class C { void M(I i, IFormatProvider p, int n) { const string P = ""; i./*f*/Mark($"[{n}]"); i./*f*/Mark($"{P}"); i./*p*/Mark(p, $"{n}"); X./*s*/Both($"{n}"); X./*n*/Any($@"{n}"); } }`);
  });
  test("a struct, its nullable form and null", () => {
    check(`struct S { } enum E { A }
class C {
  void /*@s*/F(S s) { } void /*@n*/F(S? s) { } void /*@e*/G(E e) { } void /*@m*/G(E? e) { }
  void M(S? maybe, E? perhaps) { /*s*/F(new S()); /*n*/F(maybe); /*n*/F(null); /*e*/G(E.A); /*m*/G(perhaps); /*m*/G(null); }
}`);
  });
  test("async lambdas give tasks, plain ones values or nothing", () => {
    check(`using System; using System.Threading.Tasks;
class C {
  void /*@a*/Run(Action f) { } void /*@t*/Run(Func<Task> f) { } void /*@i*/Run(Func<Task<int>> f) { }
  void M() { /*a*/Run(() => { }); /*t*/Run(async () => { await Task.Delay(1); }); /*i*/Run(async () => { await Task.Delay(1); return 1; }); }
}`);
  });
  test("optional parameters: the form without them is the better one", () => {
    check(
      `class C { void /*@a*/F(int a) { } void /*@b*/F(int a, int b = 0, int c = 0) { } void M() { /*a*/F(1); /*b*/F(1, 2); /*b*/F(1, c: 2); } }`,
    );
  });
});

describe("results", () => {
  test("keys and values of dictionaries", () => {
    check(`using System.Collections.Generic;
class K { public int /*@k*/Size; } class V { public int /*@v*/Size; }
class C { void M(Dictionary<K, V> d) { foreach (var v in d.Values) v./*v*/Size = 1; foreach (var k in d.Keys) k./*k*/Size = 1; foreach (var p in d) { p.Key./*k*/Size = 1; p.Value./*v*/Size = 1; } } }`);
  });
  test("await opens tasks of the workspace", () => {
    check(`class UniTask<T> { } class Item { public int /*@size*/Size; } class Other { public int /*@other*/Size; }
class C { UniTask<Item> Get() => null; async void M() { var item = await Get(); item./*size*/Size = 1; } }`);
  });
  test("deconstruction gives each name its own type", () => {
    check(`class A { public int /*@a*/Size; } class B { public int /*@b*/Size; }
class C { (A, B) Pair() => default; void M() { var (x, y) = Pair(); x./*a*/Size = 1; y./*b*/Size = 2; } }`);
  });
  test("lengths are numbers, and the address of a value is a pointer", () => {
    check(`class C {
  void /*@i*/F(int a) { } void /*@s*/F(string a) { } unsafe void /*@p*/F(int* a) { }
  unsafe void M(int[] list, int n) { /*i*/F(list.Length); /*p*/F(&n); /*i*/F(n); }
}`);
  });
  test("?? gives what stands on either side", () => {
    check(`class Item { public int /*@size*/Size; } class Other { public int /*@other*/Size; }
class C { Item a, b; void M() { (a ?? b)./*size*/Size = 1; (a = b)./*size*/Size = 2; } }`);
  });
  test("an indexer gives what it declares", () => {
    check(`class Item { public int /*@size*/Size; } class Other { public int /*@other*/Size; }
class List { public Item this[int at] => null; public Other this[string at] => null; }
class C { void M(List list) { list[0]./*size*/Size = 1; list["a"]./*other*/Size = 2; } }`);
  });
});

describe("what is compiled", () => {
  const overloads = `class Seg { public static implicit operator Seg(byte[] b) => null; }
class C {
  void /*@s*/F(Seg s) { }
#if !NEW
  void /*@b*/F(byte[] b) { }
#endif
  void M(byte[] b, Seg s) { USE(b); /*s*/F(s); }
}`;
  const using = (mark: string) => overloads.replace("USE", `/*${mark}*/F`);
  test("an overload that is never compiled is no candidate", () => {
    checkMarksWith(grammar, { NEW: true }, using("s"));
  });
  test("one that is, or may be, is", () => {
    checkMarksWith(grammar, { NEW: false }, using("b"));
    checkMarksWith(grammar, {}, using("b"));
  });
  test("a file that defines the symbol itself is believed", () => {
    checkMarksWith(grammar, { NEW: true }, `#undef NEW\n${using("b")}`);
  });
  test("a body behind headers in several branches belongs to the one that is compiled with it", () => {
    check(`class Info { public void /*@s*/Set(string a, int b) { } public object /*@o*/Site; } class Other { public void Set(string a) { } }
class B { Info info;
#if !OLD
  public void /*@l*/Log(int? level = null,
    string a = null)
#else
  public void Log(string a = null)
#endif
  { if (info./*o*/Site is null) { info./*s*/Set(a, 1); }
#if !OLD
    if (a != null) info./*s*/Set(a, 2);
#else
    info./*s*/Set(a, 3);
#endif
    info./*s*/Set(a, 4);
  } }`);
  });
  test("alone it is still the one that is meant", () => {
    checkMarksWith(
      grammar,
      { NEW: true },
      `class C {
#if !NEW
  void /*@f*/F(int a) { } void M() { /*f*/F(1); }
#endif
}`,
    );
  });
  test("brackets become a class that has Add, and no interface but a sequence's", () => {
    check(`using System.Collections; using System.Collections.Generic; class Bag : IEnumerable { public void Add(int i) { } public IEnumerator GetEnumerator() => null; }
class C { void /*@b*/F(Bag b) { } void /*@d*/F(IDictionary<string, object> d) { } void M() { /*b*/F([]); } }`);
  });
  test("brackets choose by their elements, and an array before an interface", () => {
    check(`using System; using System.Collections.Generic; class P<T> { } static class X { public static P<T> /*@p*/Add<T>(this P<T> o, params T[] c) => o; public static P<T> Add<T>(this P<T> o, IEnumerable<T> c) => o; }
class C { void /*@i*/F(int[] a) { } void /*@s*/F(string[] a) { } void /*@r*/G(ReadOnlySpan<int> a) { } void G(int[] a) { } void G(Span<int> a) { } void H<T>(List<T> a, T b) { } T /*@l*/One<T>(List<T> a) => a[0];
  void M(int[] old) { new P<string>()./*p*/Add(["A", "B"]); /*i*/F([1, 2]); /*s*/F(["a", .. "b".Split(',')]); /*i*/F([.. old, 3]); /*r*/G([1]); /*i*/F([/*l*/One([1, 2])]); } }`);
  });
  test("a delegate that is created takes the method that fits it", () => {
    check(`using System; class B { protected virtual void /*@a*/Ok() { } protected void Ok<T>() { } protected void Ok(string s) { } }
class C : B { void M() { new Action(/*a*/Ok).ToString(); Action x = new(/*a*/Ok); } }`);
  });
  test("written parameter types of a lambda are those of the delegate", () => {
    check(`using System; class Own { } class C { void /*@n*/F(Action<Exception, int> a) { } void /*@o*/F(Action<Exception, Own> a) { }
  void M() { /*o*/F((Exception e, Own o) => { }); /*n*/F((Exception e, int _) => { }); } }`);
  });
});

describe("extension methods", () => {
  test("named like static methods of the framework's types", () => {
    check(`using System.Threading;
static class X { public static void /*@c*/FromCanceled(this CancellationToken t) { } public static int /*@p*/Parse(this int i) => i; }
class C { void M(CancellationToken token, int i) { token./*c*/FromCanceled(); i./*p*/Parse(); int.Parse("1"); } }`);
  });
});
