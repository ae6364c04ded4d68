/**
 * Tests constructs that were resolved incorrectly in public projects, as a comparison with the compiler showed. Each is
 * tested on its own.
 */
import { before, describe, test } from "node:test";
import { checkMarks, checkMarksInFramework, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("the better of two overloads", () => {
  test("an argument for which none is better leaves it to the others", () => {
    check(`using System; class C { static string /*@r*/Render(string template, params object[] all) => /*f*/Render(null, template, all);
  static string /*@f*/Render(IFormatProvider provider, string template, params object[] all) => "";
  void M(IFormatProvider p) { /*f*/Render(p, "", 1.5); /*r*/Render("", 1); } }`);
  });
});

describe("what converts to what", () => {
  test("an interface becomes no number, string or delegate", () => {
    check(`using System; class C { void /*@i*/F(IFormatProvider p) { } void /*@s*/F(string s) { } void /*@n*/F(int i) { } void /*@a*/F(Action a) { }
  void M(IFormatProvider p) { /*i*/F(p); } }`);
  });
  test("a class that implements an interface of elsewhere becomes no delegate and no class", () => {
    check(`using System; using System.IO; interface IOwn { } class Own : IOwn, IDisposable { }
class C { void /*@i*/F(IOwn o) { } void /*@a*/F(Action<Own> a) { } void /*@w*/F(TextWriter w) { } void M(Own o) { /*i*/F(o); } }`);
  });
});

describe("conversions that a base class declares", () => {
  test("are those of its derived classes, the engine's too", () => {
    check(`using System; using UnityEngine; class Writer { public static implicit operator ArraySegment<byte>(Writer w) => default; } class Pooled : Writer, IDisposable { } class Hero : MonoBehaviour { }
class C : MonoBehaviour { void /*@s*/Send(int i, ArraySegment<byte> s) { } void /*@b*/Ask(bool b) { } void M(Pooled p, Hero h) { /*s*/Send(1, p); /*b*/Ask(h); } }`);
  });
});

describe("extension methods", () => {
  test("of an interface take the class that is named for it", () => {
    check(
      `using System.Data; using System.Data.Common; static class X { public static int /*@q*/Query(this IDbConnection c, string s) => 0; } class C { void M(DbConnection c) { c./*q*/Query(""); } }`,
    );
  });
});

describe("what members of the framework give", () => {
  test("names in reflection are strings", () => {
    check(`using System; class C { static bool /*@s*/F(string n, object v) => true; static bool /*@p*/F<T>(string n, Func<T, bool> p) => true;
  void M() { /*s*/F("", typeof(C).FullName); var t = GetType(); /*s*/F("", t); /*s*/F("", t.Name); } }`);
  });
  test("what is named as a writer is no delegate", () => {
    check(
      `using System; using System.IO; class C { void /*@w*/F(TextWriter w) { } void /*@a*/F(Action<string> a) { } void M(TextWriter w) { /*a*/F(m => { w.WriteLine(m); }); /*w*/F(w); } }`,
    );
  });
});

describe("static and instance methods", () => {
  test("a value has no static ones, a type and a static member no others", () => {
    check(`class C { public static void /*@s*/F(ushort u) { } public void /*@g*/F<T>(T t) { } public static void /*@r*/R(object o, string s = "") { } public void /*@i*/R(string s, string t = "") { }
  static void P(char c) => /*s*/F(c); void Q(char c) => /*g*/F(c); static void T(C c) { c./*g*/F('x'); C./*s*/F('x'); c./*i*/R(null); C./*r*/R(null); }
  class Inner { void M() { /*s*/F('x'); } } }`);
  });
  test("where a name is both a value and its type, either is called", () => {
    check(
      `class Size { public static void /*@s*/Of(int i) { } public void /*@i*/Of(string t) { } } class C { Size Size; void M() { Size./*s*/Of(1); Size./*i*/Of(""); } }`,
    );
  });
});

describe("queries", () => {
  test("ToArray gives an array, ToList a list", () => {
    check(`using System.Collections.Generic; using System.Linq; static class X { public static void /*@x*/Make(this string s, params Item[] all) { } } class Item { } class C {
  void /*@a*/F(params Item[] all) { } void /*@e*/F(IEnumerable<Item> all) { } void M(List<Item> items) { "". /*x*/Make(items.ToArray()); /*a*/F(items.ToArray()); /*e*/F(items.Where(i => true)); /*e*/F(items.ToList()); } }`);
  });
  test("what a builder appends is the builder", () => {
    check(
      `using System.Text; static class X { public static string /*@r*/Recycle(this StringBuilder b) => ""; } class C { string M() { var b = new StringBuilder().Append("a"); return b.Append('}'). /*r*/Recycle(); } }`,
    );
  });
});

describe("type parameters that lead back to themselves", () => {
  test("end when implementations are looked for", () => {
    check(`interface IBase<S, M> where M : IBase<S, M> { M /*@i*/Include(); } class Impl<S, M> : IBase<S, M> where M : class, IBase<S, M> { public M /*@c*/Own() => /*c*/Own(); } interface IMore<S, M> : IBase<S, M> where M : IMore<S, M> { }
class C { void M<M1>(IMore<int, M1> m) where M1 : IMore<int, M1> { m./*i*/Include(); } }`);
  });
});

describe("names with type arguments", () => {
  test("are no property", () => {
    check(
      `class /*@r*/Results<T> { public static int /*@n*/None; } class Results { } class C { Results /*@p*/Results { get; } void M() { var x = /*r*/Results<int>./*n*/None; var y = /*p*/Results; } }`,
    );
  });
});

describe("type parameters", () => {
  test("what one must be may be another one of the class", () => {
    check(`class Foo : IFoo { } interface IFoo { } class Binder<T> { public Binder<T> /*@g*/To<U>() where U : T => this; public void /*@p*/To(params object[] all) { } }
class C { Binder<V> Bind<V>() => null; void M(Binder<IFoo> b) { b./*g*/To<Foo>(); Bind<IFoo>()./*g*/To<Foo>(); b./*p*/To(); } }`);
  });
});

describe("creations", () => {
  test("type arguments, arguments and braces together", () => {
    check(`using System.Collections.Generic; class Box<T> { public Box(T t) { } public int /*@p*/P; } namespace N { public class /*@b*/Bag<T> { public Bag(int i) { } } }
class C { void M<T>(T value, int[] a) { var b = new Box<T>(value) { /*p*/P = 1 }; b = new Box<T>(value) { /*p*/P = 2 }; var c = new N./*b*/Bag<List<int>>(a.Length) { }; b./*p*/P = 3; } }`);
  });
});

describe("parentheses in front of a sign", () => {
  test("hold a value, save a keyword", () => {
    check(
      `class R { public int /*@w*/Width; } class C { R /*@r*/Rect; int /*@s*/Size; const int /*@k*/K = 1; int M() => (/*r*/Rect./*w*/Width) - /*k*/K + ((/*s*/Size) - 1) + (int)-/*k*/K; }`,
    );
  });
});

describe("numbers as types of elsewhere", () => {
  test("are possible where those may declare it", () => {
    check(`using UnityEngine.Rendering; static class X { public static void /*@b*/Blit(this CommandBuffer c, RenderTargetIdentifier from, int pass) { } public static void /*@i*/Blit(this CommandBuffer c, int from) { } }
class C { void /*@s*/F(string s) { } void /*@n*/F(int n) { } void /*@x*/F(Some.Thing t) { } void M(CommandBuffer c, int i) { c./*b*/Blit(i, 1); c./*i*/Blit(i); /*n*/F(i); /*s*/F(""); } }`);
  });
});

describe("using directives", () => {
  test("none is in force in another", () => {
    check(`using static System.Console; using static Outer.Inner.Tool; using Alias = Alias.Deep; namespace Outer.Inner { public static class Tool { public static void /*@d*/Do() { } } }
class C { Alias a; Missing.Kind k; void M() { /*d*/Do(); WriteLine(""); var x = Unknown.Thing; } }`);
  });
});

describe("bases of elsewhere", () => {
  test("a generic one may hand out what it was given", () => {
    check(`using UnityEditor; using Some.Package; class Settings : ScriptableSingleton<Settings> { public int /*@v*/Value; } class Other : Registry<Other> { public int /*@w*/Value; } class Third : Mid<Third> { public int /*@t*/Value; } class Mid<T> : ScriptableSingleton<T> { }
class C { void M() { Settings.instance./*v*/Value = 1; Other.All./*v?,w?,t?*/Value = 2; Third.instance./*t*/Value = 3; } }`);
  });
});

describe("members of predefined types", () => {
  test("are of the type", () => {
    check(
      `class C { void /*@d*/F(double d) { } void /*@s*/F(float f) { } void /*@t*/F(string t) { } void M() { /*d*/F(double.NaN); /*s*/F(float.Epsilon); /*t*/F(string.Empty); /*s*/F(-float.PositiveInfinity); } }`,
    );
  });
});

describe("lambdas", () => {
  test("as expressions have the parameters of the delegate in them", () => {
    check(`using System; using System.Linq.Expressions; class Item { public string /*@n*/Name; } interface IMap<T> { IMap<T> /*@f*/For<M>(Expression<Func<T, M>> of, Action<IMember<T>> how); } interface IMember<T> { void /*@m*/From<M>(Expression<Func<T, M>> of); }
class C { void M(IMap<Item> map, Expression<Func<Item, Item>> e) { map./*f*/For(d => d./*n*/Name, o => o./*m*/From(s => s./*n*/Name)); e.Compile()(null)./*n*/Name = ""; } }`);
  });
  test("of queries with two lists get an element of each", () => {
    check(`using System.Collections.Generic; using System.Linq; class Item { public string /*@n*/Name; public List<Part> Parts; } class Part { public int /*@s*/Size; } class C { void M(List<Item> items, Part[] parts) {
  items.SelectMany(i => i.Parts, (i, p) => new { i, p }).GroupBy(x => x.p./*s*/Size).Where(g => g.First().i./*n*/Name == ""); items.Join(parts, i => i./*n*/Name, p => p./*s*/Size, (i, p) => i./*n*/Name + p./*s*/Size);
  Enumerable.Concat(new[] { items[0] }, items).SelectMany(i => i.Parts, (i, p) => new { i, p }).GroupBy(x => x.p./*s*/Size); items.Zip(parts, (i, p) => p./*s*/Size); items.Aggregate(parts[0], (p, i) => p./*s*/Size > 0 && i./*n*/Name == "" ? p : null); } }`);
  });
  test("of local functions with type parameters", () => {
    check(
      `class Base { public int /*@b*/B; } class Item : Base { public int /*@n*/N; } class C { T Get<T>() => default; void M() { void Local<T>(T t) where T : Base { t./*b*/B = 1; var u = Get<T>(); u./*b*/B = 2; } T Make<T>() => Get<T>(); Make<Item>()./*n*/N = 1; Local(new Item()); } }`,
    );
  });
});

describe("method groups", () => {
  test("with parameters by reference fit a delegate that has them", () => {
    check(
      `namespace A { using static Tools; class C { void M() => /*c*/Collect("", Item); object Item(int i, out string s) { s = ""; return null; } } static class Tools { public delegate object MapItem(int i, out string s); public static void /*@c*/Collect(string a, MapItem map) { } } }`,
    );
  });
});

describe("anonymous types", () => {
  test("a new one is no object of another type, and passes its members on", () => {
    check(`using System.Collections.Generic; using System.Linq; class Item { public string /*@n*/Name; public int Size; } class C {
  void /*@g*/F<T>(string s, T t) { } void /*@p*/F(string s, params object[] all) { }
  void M(List<Item> items) { /*g*/F("", new { A = 1 }); /*p*/F("", new object[0]); var it = new { First = items[0], items[0].Size };
    it.First./*n*/Name = ""; foreach (var each in items.Select(i => new { It = i, i.Size })) each.It./*n*/Name = "";
    var groups = (from i in items select new { i, Size = 2 }).GroupBy(x => x.i);
    foreach (var group in groups) { group.Key./*n*/Name = ""; group.First().i./*n*/Name = ""; } } }`);
  });
});

describe("lambdas in collection initializers", () => {
  test("their parameters are those of the values", () => {
    check(`using System; using System.Collections.Generic; class Item { public string /*@n*/Name; } class C {
  static readonly Dictionary<Type, Func<Item, object>> all = new Dictionary<Type, Func<Item, object>> { [typeof(C)] = i => i./*n*/Name, { typeof(int), i => i./*n*/Name } };
  List<Func<Item, object>> list = new List<Func<Item, object>> { i => i./*n*/Name }; Func<Item, object>[] array = { i => i./*n*/Name };
  Func<Item, object>[] other = new Func<Item, object>[] { i => i./*n*/Name }; } `);
  });
});

describe("private nested types", () => {
  test("of a base class are none of its derived classes'", () => {
    check(`namespace N { class /*@l*/Logger { public void /*@d*/Do() { } }
class Base { Logger own; private class Logger { public void Do() { } } class Hidden { } protected class Shown { public void /*@s*/Go() { } } class Inner { void M(Logger l) { l.Do(); } } }
class Heir : Base { /*l*/Logger log; void M(Shown s) { log./*d*/Do(); s./*s*/Go(); } } }`);
  });
});

describe("lambdas and instance methods before extensions", () => {
  test("an exception is no format provider", () => {
    check(`using System; delegate string Make(); class Log { public void /*@o*/Trace(IFormatProvider p, object o) { } public void /*@m*/Trace(Exception e, string s) { } }
static class X { public static void /*@x*/Trace(this Log l, Exception e, Make m) { } }
class C { void M(Log l, Exception ex, IFormatProvider p) { l./*x*/Trace(ex, () => ""); l./*m*/Trace(ex, ""); l./*o*/Trace(p, 1); } }`);
  });
});

describe("an instance method whose delegate the lambda does not convert to", () => {
  const bag = `using System; class Base { } class Heir : Base { } class Bag { public void /*@i*/Run(Func<int> f) { } public void /*@c*/Each(Func<int, Heir> f) { } public void /*@two*/Two(Func<int> f) { } public void /*@twos*/Two(Func<int, int> f) { }
  public void /*@g*/Map<T>(Func<T> f, T t) { } public void /*@v*/Do(Action a) { } public void /*@one*/Only(Func<int> f) { } public static void /*@st*/Stat(Func<int> f) { } }
static class Bags { public static void /*@s*/Run(this Bag b, Func<string> f) { } public static void /*@b*/Each(this Bag b, Func<int, Base> f) { } public static void /*@twox*/Two(this Bag b, Func<string> f) { }
  public static void /*@gx*/Map(this Bag b, Func<string> f, int i) { } public static void /*@vx*/Do(this Bag b, Func<int> f) { } }`;
  test("loses to an extension that takes it", () => {
    check(
      `${bag} class C { void M(Bag b, Base x, Heir y) { b./*s*/Run(() => ""); b./*s*/Run(() => { return "a"; }); b?./*s*/Run(delegate { return ""; }); b./*b*/Each(n => x); b./*twox*/Two(() => ""); } }`,
    );
  });
  test("or to an extension of an outer namespace or of .NET, as does a nearer extension", () => {
    check(`namespace A { using System; class Bag { } static class Outer { public static void /*@o*/Run(this Bag b, Func<string> f) { } } }
namespace A.B { using System; static class Inner { public static void /*@i*/Run(this Bag b, Func<int> f) { } public static void /*@w*/Wrong(this Bag b, Func<int> f) { } }
class C { void M(Bag b) { b./*o*/Run(() => ""); b./*i*/Run(() => 1); b./*w*/Wrong(() => ""); } }`);
    checkMarksInFramework(
      grammar,
      `namespace A { using System; using System.Collections.Generic; using System.Linq; struct Job { } static class Own { public static IEnumerable<Job> /*@s*/Select<T>(this IEnumerable<T> all, Func<T, Job> f) => null; }
class C { string Text(int i, bool b) => ""; Job Start(int i) => default; void M(int[] all) { all./*s*/Select(i => Start(i)); all.Select(i => Text(i, true)); all.Select(i => Text(i, true) + " "); } } }`,
    );
  });
  test("wins if it may convert, or if there is no extension", () => {
    check(`${bag} class C { void M(Bag b, Heir y, Nope n) { b./*i*/Run(() => 1); b./*i*/Run(() => n.What); b./*c*/Each(n => y); b./*two*/Two(() => 1); b./*twos*/Two(k => k); b./*g*/Map(() => 1, 2);
  b./*v*/Do(() => { }); b./*one*/Only(() => ""); b./*i*/Run(() => throw null); } }`);
  });
});

describe("a member that is named like its type", () => {
  test("is what an extension method is called on", () => {
    check(`class Setup { public static int Of; } static class X { public static int /*@g*/Get(this Setup s) => 1; }
class C { Setup /*@p*/Setup { get; set; } void M() { /*p*/Setup./*g*/Get(); var x = Setup.Of; /*p*/Setup = null; } }`);
  });
});

describe("names that are words of the grammar", () => {
  test("are names", () => {
    check(
      `class C { public string /*@i*/identifier => ""; int /*@t*/type; override string ToString() { return /*i*/identifier; } int M() => /*t*/type; }`,
    );
  });
});

describe("what a class of the framework has itself", () => {
  test("is what it is called, not what begins like it", () => {
    check(`using System.Text; static class X { public static void /*@a*/AppendPadded(this StringBuilder b, int i) { } public static void /*@l*/AppendLine(this StringBuilder b, int i) { } }
class C { void M(StringBuilder b) { b./*a*/AppendPadded(1); b./*l?*/AppendLine(1); } }`);
  });
});

describe("what lies outside the sources", () => {
  test("a struct of the framework is none of the others", () => {
    check(`using System; using System.Numerics;
class C { void /*@g*/F(Guid g) { } void /*@t*/F(DateTime t) { } void /*@o*/F(object o) { } void M(BigInteger i, Guid g) { /*o*/F(i); /*g*/F(g); } }`);
  });
  test("a range of a span or a string is one itself", () => {
    check(`using System; static class X { public static int /*@s*/Sum(this ReadOnlySpan<char> s) => 1; public static int /*@t*/Sum(this string s) => 1; }
class C { void M(ReadOnlySpan<char> s, string t) { s[1..]./*s*/Sum(); t[..^1]./*t*/Sum(); } }`);
  });
  test("a list has its own ForEach", () => {
    check(`using System; using System.Collections.Generic;
static class X { public static void /*@f*/ForEach<T>(this IEnumerable<T> all, Action<T> act) { } }
class C { void M(List<int> l, int[] a) { l./*f?*/ForEach(x => { }); a./*f*/ForEach(x => { }); } }`);
  });
});

describe("values that only their operands or their call tell", () => {
  test("a product of two types outside the sources is of one of them, or of another", () => {
    check(`using UnityEngine; class C { void /*@v*/F(Vector3 a) { } void /*@q*/F(Quaternion a) { } void /*@g*/G(Vector3 a, int b) { }
  void M(Quaternion q, Vector3 v, Matrix4x4 m) { /*v*/F(q * Vector3.forward); /*q*/F(q * q); /*v*/F(v * 2); /*v*/F(2f * v); /*g*/G(q * v, 1); /*v?,q?*/F(m * m.Other); } }`);
  });
  test("Cast and OfType give sequences, no arrays", () => {
    check(`using System.Linq; using System.Collections.Generic; class Item { public int /*@n*/N; }
class C { void /*@a*/F(params Item[] all) { } void /*@s*/F(IEnumerable<Item> all) { } void M(object[] o) { /*s*/F(o.Take(1).Cast<Item>()); /*s*/F(o.OfType<Item>()); foreach (var i in o.Cast<Item>()) i./*n*/N = 1; o.OfType<Item>().First()./*n*/N = 1; } }`);
  });
  test("a field below a long text in an attribute has its type", () => {
    check(`using UnityEngine; class Item { public int /*@n*/N; }
class C { [Tooltip("${"long ".repeat(300)}" + ")")] [Other] public Item one = new (), two; void M() { one./*n*/N = two./*n*/N; } }`);
  });
  test("a pattern goes through members", () => {
    check(`class Info { public Info /*@p*/Parent; public Info /*@o*/Other { get; } public string /*@n*/Name; }
class C { bool M(Info i, object o) => i is { /*p*/Parent./*n*/Name: not null } && o is Info { /*o*/Other./*p*/Parent./*n*/Name: "" }; }`);
  });
  test("an extension method as a group of a value outside the sources", () => {
    check(`using System; using System.Linq; static class X { public static bool /*@m*/Meets(this Type a, Type b) => true; public static int /*@l*/Length(this Array a) => 0; }
class C { bool M(Type t, Type[] all, Array some) { all.Select(some.Length); return all.Any(t./*m?*/Meets); } }`);
  });
});
