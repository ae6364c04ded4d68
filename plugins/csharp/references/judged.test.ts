/** Constructs that a compiler's answers about public projects showed to be judged wrongly, each by itself. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
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

describe("what members of the framework give", () => {
  test("names in reflection are strings", () => {
    check(`using System; class C { static bool /*@s*/F(string n, object v) => true; static bool /*@p*/F<T>(string n, Func<T, bool> p) => true;
  void M() { /*s*/F("", typeof(C).FullName); var t = GetType(); /*s*/F("", t); /*s*/F("", t.Name); } }`);
  });
  test("what is named as a writer is no delegate", () => {
    check(`using System; using System.IO; class C { void /*@w*/F(TextWriter w) { } void /*@a*/F(Action<string> a) { } void M(TextWriter w) { /*a*/F(m => { w.WriteLine(m); }); /*w*/F(w); } }`);
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

describe("lambdas in collection initialisers", () => {
  test("their parameters are those of the values", () => {
    check(`using System; using System.Collections.Generic; class Item { public string /*@n*/Name; } class C {
  static readonly Dictionary<Type, Func<Item, object>> all = new Dictionary<Type, Func<Item, object>> { [typeof(C)] = i => i./*n*/Name, { typeof(int), i => i./*n*/Name } };
  List<Func<Item, object>> list = new List<Func<Item, object>> { i => i./*n*/Name }; Func<Item, object>[] array = { i => i./*n*/Name };
  Func<Item, object>[] other = new Func<Item, object>[] { i => i./*n*/Name }; } `);
  });
});
