/** Tests rare constructs, each next to one that it could be mistaken for. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const ITEMS = "class Item { public int /*@z*/Size; public Other /*@p*/Part; } class Other { public int /*@o*/Size; }\n";
const check = (...texts: string[]): void => checkMarks(grammar, ...texts);
const checkItems = (text: string): void =>
  checkMarks(
    grammar,
    `using System; using System.Linq; using System.Collections; using System.Collections.Generic; using System.Threading.Tasks;\n${ITEMS}${text}`,
  );

describe("values", () => {
  test("are assigned to what a call returns by reference", () => {
    check(
      `static class Raw { public static ref T /*@a*/Add<T>(ref T from, int by) => ref from; public static ref int /*@f*/First() => throw null; }
class C { int x; (int, int) P; int /*@k*/K; int /*@l*/L;
  public C(int a, int b) => (/*k*/K, /*l*/L) = (a, b);
  unsafe void M(int k, int n) {
    if (k > 0) Raw./*a*/Add(ref x, n) = /*k*/K; else Raw./*a*/Add<int>(ref x, n + 1) += /*k*/K;
    switch (k) { case 1: Raw./*f*/First() = /*l*/L; break; default: var (a, b) = (/*k*/K, /*l*/L); (a, b) = (b, /*k*/K); break; }
    *At(/*k*/K) = /*l*/L; }
  unsafe int* At(int i) => null; }`,
    );
  });
  test("of a type parameter of a `ref partial` struct", () => {
    check(
      `interface I { int /*@n*/N(); } ref partial struct R<T> where T : I { T t; int M() => t./*n*/N(); } class C { void M(ref int partial) { } }`,
    );
  });
  test("copies with other values", () => {
    check(
      `record P(int /*@x*/X, int /*@y*/Y); class C { P M(P p) => p with { /*x*/X = 1, /*y*/Y = p./*x*/X }; int N(P p) => (p with { /*y*/Y = 2 })./*y*/Y; }`,
    );
  });
  test("of switch expressions the first arm that tells", () => {
    checkItems(
      `class C { Item a; void M(int k) { (k switch { 0 => null, 1 => a, _ => throw new Exception() })./*z*/Size = 1; var v = k switch { 1 => new Other(), _ => null }; v./*o*/Size = 2; } }`,
    );
  });
  test("differences of enums and of dates", () => {
    check(
      `using System; enum E { A, B } class C { void /*@i*/F(int i) { } void /*@e*/F(E e) { } void /*@s*/G(TimeSpan s) { } void /*@t*/G(DateTime t) { } void M(E e, DateTime a, DateTime b, TimeSpan s) { /*i*/F(e - E.A); /*e*/F(e | E.B); /*e*/F(e + 1); /*s*/G(a - b); /*t*/G(a); } }`,
    );
  });
  test("pairs are taken apart, and elements of what the workspace lists", () => {
    checkItems(`class Bag : List<Item> { } class Row { public IEnumerator<Other> GetEnumerator() => null; } class Cursor { public Item Current => null; public bool MoveNext() => false; } class Own { public Cursor GetEnumerator() => null; } class Plain : IEnumerable { IEnumerator IEnumerable.GetEnumerator() => null; }
class C { void M(Dictionary<Item, Other> d, Bag bag, Row row, Own own) { foreach (var (k, v) in d) { k./*z*/Size = 1; v./*o*/Size = 2; } foreach (var i in bag) i./*z*/Size = 3; foreach (var o in row) o./*o*/Size = 4; foreach (var i in own) i./*z*/Size = 5; bag.First()./*z*/Size = 6; } }`);
  });
  test("types of typeof and of open generic types", () => {
    check(
      `class /*@one*/Box<T> { } class /*@two*/Box<T, U> { } class /*@none*/Box { } class C { object a = typeof(/*one*/Box<>), b = typeof(/*two*/Box<,>), c = typeof(/*none*/Box), d = typeof(/*two*/Box<int, /*none*/Box>); }`,
    );
  });
});

describe("lambdas", () => {
  test("what blocks give, what asynchronous ones give, and nothing", () => {
    checkItems(`class C { R Run<R>(Func<R> f) => f(); Task<R> Later<R>(Func<Task<R>> f) => f(); void /*@v*/Do(Action a) { } void /*@f*/Do(Func<Item> f) { }
  async void M(bool b) { Run(() => { if (b) return null; return new Item(); })./*z*/Size = 1; Run(() => { return new Other(); })./*o*/Size = 2; (await Later(async () => { await Task.Yield(); return new Item(); }))./*z*/Size = 3; (await Later(async () => new Other()))./*o*/Size = 4; /*v*/Do(() => { return; }); /*f*/Do(() => { return new Item(); }); } }`);
  });
  test("parameters by the delegate's, also of Converter, Comparison and the workspace's own", () => {
    checkItems(`delegate void Own(Item i, Other o); class C { void A(Own f) { } void B(Comparison<Item> f) { } void D(Converter<Item, Other> f) { } void E(Predicate<Other> f) { } Own field; Own Prop { get; set; }
  void M() { A((i, o) => { i./*z*/Size = 1; o./*o*/Size = 2; }); B((x, y) => x./*z*/Size - y./*z*/Size); D(x => x./*p*/Part); E(x => x./*o*/Size > 1); field = (i, o) => i./*z*/Size = 3; Prop = delegate (Item i, Other o) { o./*o*/Size = 4; }; field(null, null); } }`);
  });
  test("into parameters of local functions and constructors, and back out of properties", () => {
    checkItems(
      `class Box { public Box(Func<Item, int> f) { } } class C { Func<Item, int> Get => x => x./*z*/Size; Func<Other, int> Make() { return x => x./*o*/Size; } void M() { new Box(x => x./*z*/Size); void Local(Func<Other, int> f) { } Local(x => x./*o*/Size); } }`,
    );
  });
  test("LINQ with two lambdas, keys, groups and sums", () => {
    checkItems(
      `class C { void M(List<Item> l) { l.SelectMany(x => new[] { x./*p*/Part }).First()./*o*/Size = 1; foreach (var g in l.GroupBy(x => x./*p*/Part)) { g.Key./*o*/Size = 2; g.First()./*z*/Size = 3; } l.Any(x => x./*z*/Size > 1); l.FirstOrDefault(x => x./*p*/Part != null)./*z*/Size = 4; l.Select((x, i) => x./*p*/Part).Last()./*o*/Size = 5; l.Find(x => x./*z*/Size == 1)./*z*/Size = 6; l.ForEach(x => x./*z*/Size = 7); } }`,
    );
  });
});

describe("generic methods", () => {
  test("of several arguments the common type, of null and lambdas nothing", () => {
    checkItems(
      `class Big : Item { } class C { T Pick<T>(T a, T b) => a; T Or<T>(T a, Func<T> f) => a; T[] All<T>(params T[] t) => t; void M(Item i, Big b) { Pick(i, b)./*z*/Size = 1; Pick(b, i)./*z*/Size = 2; Pick(null, i)./*z*/Size = 3; Or(i, () => null)./*z*/Size = 4; All(i, i)[0]./*z*/Size = 5; } }`,
    );
  });
  test("constraints to classes of the workspace and of others", () => {
    checkItems(
      `class C<T> where T : Item { T t; void M<U>(U u, T v) where U : IDisposable { t./*z*/Size = 1; v./*p*/Part./*o*/Size = 2; u.Dispose(); } }`,
    );
  });
  test("extension methods on type parameters, interfaces and nullables, where their namespace is imported", () => {
    check(
      `namespace X { static class EX { public static void /*@a*/All<T>(this T t) { } public static void /*@n*/Num(this int? n) { } public static void /*@d*/Dis(this System.IDisposable d) { } private static void /*@h*/Hidden(this string s) { } } } namespace Y { static class EY { public static void /*@y*/All<T>(this T t) { } } }`,
      `using X; class D : System.IDisposable { public void Dispose() { } void M(int? k, D d) { d./*a*/All(); k./*n*/Num(); d./*d*/Dis(); "".Hidden(); } }`,
      `using Y; class F { void M(F f) { f./*y*/All(); } }`,
    );
  });
});

describe("writing and handing over", () => {
  test("increments, outs, refs, targets of deconstruction and initializers", () => {
    checkItems(`class C { Item item; List<Item> list = new List<Item> { new Item { /*z*/Size = 1, /*p*/Part = { /*o*/Size = 2 } } }; Dictionary<string, Item> map = new Dictionary<string, Item> { ["a"] = new Item { /*z*/Size = 3 }, { "b", new Item { /*z*/Size = 4 } } };
  void By(ref int a, out int b) { b = 0; } void M() { item./*z*/Size++; --item./*z*/Size; By(ref item./*z*/Size, out item./*p*/Part./*o*/Size); (item./*z*/Size, item./*p*/Part./*o*/Size) = (1, 2); item./*z*/Size += item./*p*/Part./*o*/Size; } }`);
  });
  test("methods named for delegates of several kinds", () => {
    check(
      `using System; class C { int /*@n*/N() => 1; void /*@v*/V() { } static void /*@s*/S(object o, EventArgs e) { } event EventHandler E; void F(Func<int> f) { } void G(Action a) { } void M(bool b) { F(/*n*/N); G(/*v*/V); E += /*s*/S; E -= C./*s*/S; G(this./*v*/V); var a = new Action(/*v*/V); Action c = b ? /*v*/V : null; Func<int> f = (Func<int>)/*n*/N; } }`,
    );
  });
});

describe("places that are no uses", () => {
  test("labels, named arguments, members of anonymous types and of tuples", () => {
    check(
      `class C { int /*@n*/n; int F(int n) => n; void M() { goto n; n: F(n: 1); var a = new { n = 2 }; var t = (n: 3, 4); var k = a.n + t.n; /*n*/n = 5; } }`,
    );
  });
  test("words of other namespaces, types and assemblies of the same name", () => {
    check(
      `namespace A { class /*@a*/Thing { public static void /*@am*/Go() { } } } namespace B { class /*@b*/Thing { public static void /*@bm*/Go() { } } }`,
      `using A; class C { /*a*/Thing t; void M() { /*a*/Thing./*am*/Go(); B./*b*/Thing./*bm*/Go(); } }`,
      `using B; class D { /*b*/Thing t; void M() { /*b*/Thing./*bm*/Go(); A./*a*/Thing./*am*/Go(); } }`,
    );
  });
  test("calls that no target takes, where nothing is known of what stands in front", () => {
    check(
      `class C { public void /*@one*/Go(int a) { } void Run<T>(System.Action<T> a) { } void M() { Run(q => { q./*one?*/Go(1); q.Go("x"); q.Go(1, 2); }); } }`,
    );
  });
});
