/** Tests calls that depend on .NET values, whose types come from the table of framework members. */
import { before, test } from "node:test";
import { checkMarksInFramework, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

const USINGS =
  "using System; using System.Collections; using System.Collections.Generic; using System.Linq; using System.Text.RegularExpressions;";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (source: string) => checkMarksInFramework(grammar, `${USINGS}\n${source}`);

test("a method of a value's own type comes before an extension of object", () => {
  check(`static class More { public static object /*@a*/GetProperties(this object o, params string[] names) => null; }
class C { void F(object o, C c) { var type = o.GetType(); type.GetProperties(); o./*a*/GetProperties(); c./*a*/GetProperties("x"); } }`);
});

test("an extension counts where the type has no such method", () => {
  check(`static class More { public static string /*@i*/Words(this int n) => ""; public static string /*@d*/Words(this double n) => "";
  public static string /*@u*/Words(this Uri u) => ""; public static void /*@t*/Trim(this string s, int times) { } }
class C { void F(Uri uri, string text) { 5./*i*/Words(); 0.5./*d*/Words(); text.Length./*i*/Words(); uri./*u*/Words(); text./*t*/Trim(2); text.Trim(); } }`);
});

test("what members give decides an overload", () => {
  check(`class C {
  void /*@i*/Take(int n) { } void /*@s*/Take(string s) { } void /*@b*/Take(byte[] bytes) { }
  void F(Index index, Match match, System.Text.Encoding encoding) {
    /*i*/Take(index.Value); /*s*/Take(match.Groups["a"].Value); /*b*/Take(encoding.GetBytes("x"));
    /*s*/Take(string.Join(",", new[] { 1 }.Select(n => n.ToString()))); /*i*/Take(Math.Max(1, 2));
  }
}`);
});

test("classes without a conversion between them are apart", () => {
  check(`class C<T> {
  void /*@r*/Match(Func<T, Regex> get) { } void /*@s*/Match(Func<T, string> get) { }
  void /*@c*/Most(IComparer<T> by) { } void /*@f*/Most(Func<T, int> by) { }
  Regex Own => null;
  void F(C<C<int>> c) { c./*r*/Match(x => x.Own); c./*s*/Match(x => x.Own.ToString()); /*c*/Most(Comparer<T>.Default); }
}`);
});

test("type arguments are equal, or vary as their parameters say", () => {
  check(`interface IOut<out T> { } interface IIn<in T> { } class Box<T> { }
class C {
  void /*@o*/Csv(IEnumerable<object> all) { } void /*@v*/Csv(IEnumerable<IFormattable> all) { } void /*@e*/Csv(IEnumerable all) { }
  void /*@oo*/Out(IOut<object> o) { } void /*@os*/Out(IOut<Uri> o) { } void /*@is*/In(IIn<string> i) { } void /*@id*/In(IIn<Uri> i) { }
  void /*@bo*/Put(Box<object> b) { } void /*@bs*/Put(Box<string> b) { }
  void F(IEnumerable any, List<IFormattable> known, List<int> numbers, IOut<string> o, IIn<object> i, Box<string> box) {
    /*o*/Csv(any.Cast<object>()); /*v*/Csv(known); /*e*/Csv(numbers); /*oo*/Out(o); /*bs*/Put(box);
  }
}`);
});

test("a namesake of an imported type of .NET is itself where it is nearer", () => {
  check(
    `namespace Own { class Timer { public void /*@s*/Stop() { } } class C { void F(Timer t, System.Timers.Timer other) { t./*s*/Stop(); other.Stop(); } } }`,
  );
});

test("a lambda without types leaves the parameters of a delegate open", () => {
  check(`class B { } class B<T> { } class Many<K> {
  public bool /*@a*/Try(K key, Action<B, K> set) => true; public bool /*@t*/Try<R>(K key, Action<B<R>, K> set) => true;
  public R /*@g*/Make<R>(K key, Func<K, R> get) => default; public int /*@i*/Make(int key, Action<K> set) => 0;
  void F(Many<string> m) {
    m./*a*/Try("A", (_, _) => F(m)); m./*a*/Try("A", (b, k) => { }); m./*t*/Try<int>("A", (b, k) => { }); m./*t*/Try("A", (B<int> b, string k) => { });
    m./*g*/Make("A", k => k.Length);
  }
}`);
});

test("a local function is handed on as a method is", () => {
  check(`class Loop : System.Threading.SynchronizationContext {
  public override void /*@p*/Post(System.Threading.SendOrPostCallback f, object s) { } public void /*@o*/Post(Func<int> f, object s) { }
  public void Run() { /*p*/Post(Back, null); /*o*/Post(Count, null); async void Back(object _) { await System.Threading.Tasks.Task.Delay(1); } int Count() => 1; }
}`);
});

test("queries of lists and arrays of .NET's types give sequences of them", () => {
  check(`static class More { public static void /*@o*/Tell(this object o) { } public static void Tell(this int n) { } }
class C { void F(List<Type> l, Type[] a, List<string> s) { l.OrderBy(x => x.FullName).First()./*o*/Tell(); a.Where(x => x.IsEnum).ToArray()[0]./*o*/Tell(); foreach (var t in a.OrderBy(x => x.Name)) t./*o*/Tell(); s.Where(x => x.Length > 1).First()./*o*/Tell(); } }`);
});

test("a collection expression becomes no class that is no collection", () => {
  check(`class C { void /*@v*/Take(params string[] values) { } void Take(StringComparer by, params string[] values) { }
  void /*@l*/Give(List<int> list) { } void Give(StringComparer by) { } void F() { /*v*/Take(["a", "b"]); /*l*/Give([1]); } }`);
});

test("spans of strings and arrays, and the sizes of arrays", () => {
  check(`static class X { public static void /*@a*/Add(this StringBuilder b, ReadOnlySpan<char> span) { } }
class C { void /*@i*/Write(int i) { } void Write(byte i) { } void Write(string i) { } void /*@r*/By(ref ulong i) { } void By(ref int i) { }
  void M<T>(T[,,] value, ulong[] b, string s, StringBuilder o) { var i = value.GetLength(0); /*i*/Write(i); /*i*/Write(b.GetUpperBound(0)); /*r*/By(ref MemoryMarshal.GetArrayDataReference(b));
    var span = s.AsSpan(); o./*a*/Add(span[..(i - 1)]); o./*a*/Add(span); o./*a*/Add(s.AsSpan()); } }`);
});

test("a value that is named like its type but for the type arguments is no type", () => {
  check(
    `class Factory { } class B { protected Factory<B> /*@f*/Factory { get; } } class C : B { void M() { Take(/*f*/Factory.Create()); } void Take(object o) { } }`,
  );
});

test("foreach gives what the type's only IEnumerable<T> does", () => {
  check(`using System.Collections.Frozen; class C { void /*@i*/Take(int n) { } void /*@s*/Take(string s) { }
  void F(FrozenDictionary<string, int> all, FrozenSet<string> some) { foreach (var each in all) { /*i*/Take(each.Value); /*s*/Take(each.Key); } foreach (var one in some) /*s*/Take(one); } }`);
});
