/** Tests how wrappers, tuples and collections of the framework pass on workspace types. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("a task that is configured", () => {
  test("is awaited for the same", () => {
    check(`using System.Threading.Tasks; using System.Collections.Generic; class Item { public string /*@n*/Name; } class Other { public string Name; }
class C { Task<Item> One() => null; ValueTask<IEnumerable<Item>> Many() => default; IAsyncEnumerable<Item> Flow() => null;
  async Task M() { (await One().ConfigureAwait(false))./*n*/Name.Trim(); var all = await Many().ConfigureAwait(true); foreach (var each in all) each./*n*/Name.Trim();
    await foreach (var each in Flow().ConfigureAwait(false)) each./*n*/Name.Trim(); await foreach (var each in Flow().WithCancellation(default)) each./*n*/Name.Trim(); } }`);
  });
});

describe("a tuple that is a class", () => {
  test("has each of its items", () => {
    check(`using System; class Item { public string /*@n*/Name; } class Other { public string /*@o*/Name; }
class C { Tuple<Item, Other, int> t; ValueTuple<Other, Item> v; void F(int i) { } void M() { t.Item1./*n*/Name.Trim(); t.Item2./*o*/Name.Trim(); v.Item2./*n*/Name.Trim(); } }`);
  });
});

describe("a lambda that is put into a collection", () => {
  test("is of the delegate that stands in it", () => {
    check(`using System; using System.Collections.Generic; class Item { public string /*@n*/Name; } class Other { public string Name; }
class C<T> { List<Action<Item>> all; HashSet<Func<T, Item, string>> set; Queue<Action<Item>> queue; Stack<Action<Item>> stack; LinkedList<Action<Item>> linked;
  void M() { all.Add(i => i./*n*/Name.Trim()); all.Insert(0, i => { i./*n*/Name.Trim(); }); set.Add((t, i) => i./*n*/Name); queue.Enqueue(i => i./*n*/Name.Trim());
    stack.Push(i => i./*n*/Name.Trim()); linked.AddLast(i => i./*n*/Name.Trim()); this.all?.Add(i => i./*n*/Name.Trim()); } }`);
  });
  test("of a dictionary: of the delegate among its values", () => {
    check(`using System; using System.Collections.Generic; class Item { public string /*@n*/Name; } class Other { public string Name; }
class C { Dictionary<string, Action<Item>> all; void M() { all.Add("", i => i./*n*/Name.Trim()); all.TryAdd("", i => i./*n*/Name.Trim()); } }`);
  });
});

describe("an expression of a lambda", () => {
  test("is a lambda's and any expression", () => {
    check(`using System; using System.Linq.Expressions; static class X { public static int /*@l*/Run(this LambdaExpression e, params Expression[] all) => 0; public static int /*@e*/Walk(this Expression e) => 0; }
class C { Expression<Action<int>> one; LambdaExpression two; ParameterExpression three; void M() { one./*l*/Run(three); two./*l*/Run(); one./*e*/Walk(); two./*e*/Walk(); three./*e*/Walk(); } }`);
  });
});

describe("attributes asked of reflection", () => {
  test("are objects by a type and a bool, attributes by a type alone", () => {
    check(`using System; using System.Collections.Generic; using System.Reflection; static class X { public static int /*@a*/All<T>(this IEnumerable<T> s) => 0; public static int /*@n*/Have(this object[] s) => 0; }
class C { void M(PropertyInfo p, Type t) { p.GetCustomAttributes(typeof(C), false)./*a*/All(); t.GetCustomAttributes(true)./*n*/Have(); p.GetCustomAttributes(typeof(C))./*a*/All(); } }`);
  });
});

describe("a lambda in a query of a query", () => {
  test("has the elements that are passed on to where it stands", () => {
    check(`using System; using System.Linq; using System.Collections.Generic; using System.Linq.Expressions; static class X { public static Expression /*@r*/Swap(this LambdaExpression e, params Expression[] all) => null; }
class Map { public IEnumerable<LambdaExpression> After => null; }
class C { Map map; Expression a; void M() { var actions = new List<Expression>(); actions.AddRange(map.After.Select(each => each./*r*/Swap(a, a))); foreach (var each in map.After) actions.Insert(0, each./*r*/Swap(a)); } }`);
  });
  test("that makes something of each group has the key and the group", () => {
    check(`using System; using System.Linq; using System.Collections.Generic; class Key { public int /*@k*/No; } class Item { public Key Key; public int /*@n*/No; public string Text; }
class C { void M(List<Item> all, string[] texts) { all.GroupBy(i => i.Key, (key, group) => key./*k*/No + group.First()./*n*/No); all.GroupBy(i => i.Text, i => i.Key, (text, keys) => keys.First()./*k*/No);
  all.GroupBy(i => i./*n*/No, i => i./*n*/No); texts.GroupBy(t => t.Length, (length, group) => { /*i*/F(length); /*s*/F(group.First()); return 1; }); } void /*@i*/F(int i) { } void /*@s*/F(string s) { } }`);
  });
  test("as an array of types", () => {
    check(`using System; using System.Linq; static class X { public static string /*@g*/Get(this Type t, string n, Type[] all) => null; }
class C { static readonly object known = new[] { typeof(bool), typeof(int) }.ToDictionary(x => Type.GetTypeCode(x), x => x./*g*/Get(nameof(object.ToString), new[] { typeof(IFormatProvider) })); }`);
  });
});

describe("a reader that a task gives", () => {
  test("has a generic method beside one that is none", () => {
    check(`using System; using System.Linq; using System.Collections.Generic; using System.Threading.Tasks; class Reader : IDisposable { public Task<IEnumerable<object>> Read(bool b = true) => null; public Task<IEnumerable<T>> /*@t*/Read<T>(bool b = true) => null; public Task<IEnumerable<object>> Read(Type t, bool b = true) => null; public void Dispose() { } }
class C { Task<Reader> Open(string s, object o = null) => null; Task<Reader> Open(int n) => null; async Task M() { using (var multi = await Open(@"a
b", 1).ConfigureAwait(false)) { var x = multi./*t*/Read<int>().Result.Single(); } } }`);
  });
  test("a generic call of a type that is not here may give the argument, or many of it", () => {
    check(`using UnityEngine; using Unity.Entities;
class Gate : MonoBehaviour { public Gate /*@to*/To; public int /*@n*/N; } struct Data : IComponentData { public int /*@d*/D; }
class S : ComponentSystem { ComponentGroup g;
  void M() {
    var some = g.GetComponentArray<Gate>(); var one = some[0]; one./*to*/To./*n*/N = 1; for (int i = 0; i < some.Length; i++) some[i]./*to*/To = null;
    var all = g.GetData<Gate>(); all[0]./*to*/To = null; foreach (var each in all) each./*n*/N = 1;
    var held = g.GetHandle<Gate>(); held.Target./*to?*/To = null; held./*n*/N = 1;
    g.GetComponentDataArray<Data>()[0]./*d*/D = 1; foreach (var each in g.GetBuffer<Data>()) each./*d*/D = 1;
    GetComponent<Gate>().transform.To = null; g.GetComponent<Gate>()./*to*/To = null; } }`);
  });
});
