/**
 * Tests the types that calls, lambdas, loops and expected types give to the expressions in them (C# §12.6.3, §12.19).
 */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

/** Two types that are distinguished by members with the same name. */
const TYPES = `using System; using System.Collections; using System.Collections.Generic; using System.Threading.Tasks; using Lib;
class Item { public int /*@n*/N; public Other Next; } class Other { public int /*@o*/N; } struct S { public int /*@s*/N; }
`;
const check = (text: string): void => checkMarks(grammar, TYPES + text);

describe("nullable type parameters", () => {
  test("of a struct: the value, not the nullable", () => {
    check(
      `class C { static T G<T>(T? b) where T : struct => default; static T U<T>(T? b) where T : unmanaged => default; static void /*@h*/H(S s) { } static void /*@hn*/H(S? s) { } void M(S? s) { var x = G(s)./*s*/N; /*h*/H(G(s)); /*h*/H(U(s)); /*hn*/H(s); } }
class B<T> where T : struct { public T? Held; } class D { void M(B<S> b) { b.Held.Value./*s*/N = 1; var x = b.Held?./*s*/N; } }`,
    );
  });
  test("of a class: what it is; local functions have theirs", () => {
    check(
      `class C { static T G<T>(T? b) where T : class => null; static T A<T>(T? b) => b; void M(Item i, S? s) { G(i)./*n*/N = 1; A(i)./*n*/N = 1; T? L<T>(T b) where T : struct => default; var x = L<S>(default).Value./*s*/N; } }`,
    );
  });
  test("an override does not say again that it is a struct", () => {
    check(
      `abstract class A { public abstract void /*@f*/F<T>(T? t) where T : struct; } class B : A { public override void F<T>(T? t) { } } class D { void M(B b, S? s) { b./*f*/F(s); } }`,
    );
  });
});

describe("expected types and scopes", () => {
  test("a copy gives its values the types of the members", () => {
    check(`class Inner { public int /*@v*/V { get; set; } } class Far { public int V { get; set; } } record R(int A) { public Inner I { get; set; } }
class C { R M(R r) => r with { I = new() { /*v*/V = 1 }, A = 2 }; }`);
  });
  test("what one section of a switch declares is known in the others", () => {
    check(`class C { bool Get(out Item item) => throw null; bool Get(out Other other, int by) => throw null; static void /*@i*/F(Item i) { } static void /*@o*/F(Other o) { }
  void M(int k) { switch (k) { case 1: Get(out Item a); if (Get(out Other b, 1)) break; break; case 2: /*i*/F(a); /*o*/F(b); a = null; a./*n*/N = 1; break; } } }`);
  });
});

describe("yield return", () => {
  test("a sequence of buffers yields its segments", () => {
    check(`static class X { public static int /*@m*/Of(this ReadOnlyMemory<byte> m) => 1; public static int Of(this byte b) => 1; }
class C { void M(System.Buffers.ReadOnlySequence<byte> all) { foreach (var one in all) one./*m*/Of(); } }`);
  });
  test("gives what it returns the type of an element", () => {
    check(`class C { IEnumerable<Func<Item, bool>> All() { yield return i => i./*n*/N > 0; }
  void M() { IEnumerator<Action<Other>> Local() { yield return o => o./*o*/N = 1; } } }`);
  });
});

describe("calls", () => {
  test("of several that may be meant nothing is known, where they give different things", () => {
    check(`class C { Item F(Item i) => i; Other F(Other o) => o; Item G(Item i) => i; Item G(Other o) => null;
  void M() { F(Missing.Get())./*n?,o?,s?*/N = 1; G(Missing.Get())./*n*/N = 1; } }`);
  });
  test("type arguments from arrays, tuples, nullables, bases and constructed types", () => {
    check(`class Box<A, B> { } class MyBox : Box<int, Item> { } class Outer<T> { public class In { } } class MyList : List<Item> { }
class C { T OfBox<T>(Box<int, T> b) => default; T OfDictionary<T>(Dictionary<string, T> b) => default; T OfTuple<T>((int, T) b) => default; T OfArray<T>(T[] b) => default; T OfNullable<T>(T? b) where T : struct => default; T OfAll<T>(IEnumerable<T> b) => default; T OfIn<T>(Outer<T>.In b) => default;
  void M(Box<int, Item> a, MyBox m, Dictionary<string, Item> d, (int, Other) t, Item[] r, S v, List<Other> l, MyList y, Outer<Item>.In n) {
    OfBox(a)./*n*/N = 1; OfBox(m)./*n*/N = 1; OfDictionary(d)./*n*/N = 1; OfTuple(t)./*o*/N = 1; OfArray(r)./*n*/N = 1; OfNullable<S>(v)./*s*/N = 1;
    OfAll(l)./*o*/N = 1; OfAll(r)./*n*/N = 1; OfAll(y)./*n*/N = 1; OfIn(n)./*n*/N = 1; } }`);
  });
  test("type arguments from lambdas and methods, whichever stands first", () => {
    check(`class C { R Run<R>(Func<R> f) => default; R Map<T, R>(T t, Func<T, R> f) => default; R Pam<T, R>(Func<T, R> f, T t) => default; R Fold<T, A, R>(T t, Func<T, A> f, Func<A, R> g) => default; T Same<T>(T a, T b) => a;
  Other Make() => null; Other Turn(Item i) => null;
  async Task M(Item i) { Run(Make)./*o*/N = 1; Run(() => i)./*n*/N = 1; Map(i, Turn)./*o*/N = 1; Map(i, x => x.Next)./*o*/N = 1; Pam(x => x./*n*/N, i); Fold(i, x => x.Next, y => y./*o*/N);
    Same(null, i)./*n*/N = 1; Same(new(), i)./*n*/N = 1; Same(default, i)./*n*/N = 1; (await Run(async () => i))./*n*/N = 1; } }`);
  });
  test("a local function's own type parameters", () => {
    check(
      `class C { void M(Item i) { T Local<T>(T t) => t; Local<Item>(i)./*n*/N = 1; Item Plain() => null; Plain()./*n*/N = 1; } }`,
    );
  });
});

describe("what a place expects", () => {
  test("of new(), in parentheses, branches, returns and asynchronous returns", () => {
    check(`class C { Item field = new() { /*n*/N = 1 }; Item Prop { get; } = new() { /*n*/N = 1 };
  Item M(bool c) { Item x = (new() { /*n*/N = 1 }); x = c ? new() { /*n*/N = 1 } : null; x = new() { /*n*/N = 1 }; return new() { /*n*/N = 1 }; }
  async Task<Item> K() => new() { /*n*/N = 1 }; async Task<Item> L() { return new() { /*n*/N = 1 }; } Other Q() => new() { /*o*/N = 1 }; }`);
  });
  test("of an argument: the parameter, where those that may be meant agree", () => {
    check(`delegate void Take(Item i); class Box { public Box(Item i) { } } class Two { public Two(Item i) { } public Two(Other o) { } }
class C { Take take; void F(Item i) { } void G(Item i) { } void G(Other o) { } void H(Item i, int k) { } void H(Item i, string k) { }
  void M(Take local) { F(new() { /*n*/N = 1 }); G(new() { /*n?,o?,s?*/N = 1 }); H(new() { /*n*/N = 1 }, Missing.Get()); take(new() { /*n*/N = 1 }); local(new() { /*n*/N = 1 });
    new Box(new() { /*n*/N = 1 }); new Two(new() { /*n?,o?,s?*/N = 1 }); void L(Other o) { } L(new() { /*o*/N = 1 }); } }`);
  });
  test("of a method that is named behind a dot", () => {
    check(
      `class D { public void /*@i*/On(int a) { } public void /*@t*/On(string a) { } } class C { void M(D d) { Action<int> x = d./*i*/On; Action<string> y = d./*t*/On; Use(d./*i*/On); } void Use(Action<int> a) { } }`,
    );
  });
});

describe("loops and deconstruction", () => {
  test("what an enumerator gives, or the collection above it, but not objects", () => {
    check(`class Own { public Cursor GetEnumerator() => default; } struct Cursor { public Item Current => null; public bool MoveNext() => false; }
class Typed { public IEnumerator<Item> GetEnumerator() => null; } class Plain : IEnumerable, IEnumerable<Other> { public IEnumerator GetEnumerator() => null; } class Hidden : IEnumerable, IEnumerable<Item> { IEnumerator IEnumerable.GetEnumerator() => null; } class Objects : IEnumerable { public IEnumerator<object> GetEnumerator() => null; }
class C { void M(Own a, Typed b, Plain c, Hidden d) { foreach (var x in a) x./*n*/N = 1; foreach (var x in b) x./*n*/N = 1; foreach (var x in c) x./*o*/N = 1; foreach (var x in d) x./*n*/N = 1; } }`);
  });
  test("pairs of dictionaries and tuples, and of types of elsewhere nothing", () => {
    check(`class C { void M(Dictionary<int, Item> d, List<(Item, Other)> t, Pair<Item, int> p) {
  foreach (var (k, v) in d) v./*n*/N = 1; foreach (var (a, b) in t) { a./*n*/N = 1; b./*o*/N = 1; } var (x, y) = (new Item(), new Other()); x./*n*/N = 1; y./*o*/N = 1; var (q, w) = p; q./*n?,o?,s?*/N = 1; } }`);
  });
});

describe("calls of elsewhere with nothing in front", () => {
  test("may give back what they were given", () => {
    check(
      `using static Lib.Tools; class C { void M(Item i, int k) { Pick(i)./*n?,o?,s?*/N = 1; Pick(k).N = 1; Pick("").N = 1; var x = Pick(1, i); x./*n?,o?,s?*/N = 1; } } class D : Base { void M(Item i) { Own(i)./*n?,o?,s?*/N = 1; } }`,
    );
  });
});

describe("parameters of lambdas", () => {
  test("each by its place", () => {
    check(
      `class C { void F(Func<Other, Item, int> f) { } void M() { F((a, b) => b./*n*/N); F((a, b) => a./*o*/N); F((Other a, Item b) => b./*n*/N); F(delegate (Other a, Item b) { return b./*n*/N; }); } }`,
    );
  });
  test("given to calls of elsewhere: nothing of the workspace where none went in, else unknown", () => {
    check(
      `class C { void M(Thing t, Item i, Thing<Item> g) { t.Run(x => x.N); t.Run(1, x => x.N); t.Run(i, x => x./*n?,o?,s?*/N); t.Run<Item>(x => x./*n?,o?,s?*/N); t.Run(1, i, x => x./*n?,o?,s?*/N); } }`,
    );
  });
});

describe("constructors", () => {
  test("hand to lambdas what they ask for, behind new(), base and this too", () => {
    check(`class B { public B(Action<Item> a) { } public B(Action<Item, Other> a, int i) { } } class D : B { public D() : base(x => x./*n*/N = 1) { } public D(int i) : base((x, y) => y./*o*/N = x./*n*/N, i) { } public D(Func<Item, int> f) : this() { } public D(long l) : this(x => x./*n*/N) { } }
class C { B b = new(x => x./*n*/N = 1); B c = new B((x, y) => y./*o*/N = 1, 2); }`);
  });
});

describe("value of an accessor", () => {
  test("has the type of the property, the indexer or the event", () => {
    check(
      `delegate void /*@d*/Done(int x); class Box<T> { public T /*@b*/Held; } class C<T> where T : Item { Item P { get => null; set { value./*n*/N = 1; } } Item Q { get => null; init => value./*n*/N = 1; } T this[int i] { set => value./*n*/N = 1; } Box<Item> R { set { var value2 = value; value./*b*/Held./*n*/N = 1; } }
  event /*d*/Done E { add { Take(value); } remove { Take(value); } } void /*@t*/Take(object o) { } } class D { void /*@k*/Take(Done d) { } void /*@o*/Take(object o) { } event /*d*/Done E { add { /*k*/Take(value); } remove { /*k*/Take(value); } } }`.replace(
        "/*@t*/Take(object o) { } } class D { void /*@k*/Take(Done d)",
        "Take(object o) { } } class D { void /*@k*/Take(/*d*/Done d)",
      ),
    );
  });
});

describe("what the framework passes on", () => {
  test("of a variable that is read or exchanged its type", () => {
    check(
      "using System.Threading; class C { Item held; Func<Item> make; void M() { Interlocked.Exchange(ref held, null)./*n*/N = 1; var f = Interlocked.CompareExchange(ref make, null, null); f()./*n*/N = 1; Volatile.Read(ref held)./*n*/N = 1; Interlocked.Exchange<Item>(ref held, null)./*n*/N = 1; } }",
    );
  });
  test("of asynchronous sequences their elements", () => {
    check(`interface IFlow<out T> { IFlowing<T> GetAsyncEnumerator(); } interface IFlowing<out T> { T Current { get; } Task<bool> MoveNextAsync(); } class Flow : IAsyncEnumerable<Other> { public IAsyncEnumerator<Other> GetAsyncEnumerator() => null; }
class C { async Task M(IFlow<Item> f, Flow g) { await foreach (var i in f) i./*n*/N = 1; await foreach (var o in g) o./*o*/N = 1; } }`);
  });
  test("what only values have is asked of the property that bears its type's name", () => {
    check(
      "class C { FarException /*@p*/FarException; FarThing /*@t*/FarThing; void M() { var a = /*p*/FarException.Message; var b = /*p?*/FarException.Far; var c = /*t?*/FarThing.Message; var d = /*t*/FarThing.ToString(); } }",
    );
  });
  test("what stands in the braces of a collection, by its Add", () => {
    check(`class Bag<T> : IEnumerable { public void Add<R>(Func<Bag<T>, R> f) { } public void Add(int at, Action<T> f) { } public T /*@t*/Turn(Action<T> f) => default; public IEnumerator GetEnumerator() => null; }
class C { void M() { var a = new Bag<Item> { b => b./*t*/Turn(i => i./*n*/N = 1), { 1, i => i./*n*/N = 2 } }; Bag<Other> c = new() { b => b./*t*/Turn(i => i./*o*/N = 1) }; } }`);
  });
});
