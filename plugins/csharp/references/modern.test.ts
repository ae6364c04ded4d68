/** What C# 12 and later brought, and other judges here do not know. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("parameters of a type", () => {
  test("have their type in all of the type", () => {
    check(`interface ILog { void /*@w*/Write(string s); } interface IOther { void Write(string s); }
class Service(ILog log, int count) : Base(log./*n*/Name()) {
  int start = log./*n*/Name();
  void M() { log./*w*/Write(""); void Inner() => log./*w*/Write(""); }
  class Nested { }
}
static class Names { public static int /*@n*/Name(this ILog log) => 0; public static int Name(this IOther other) => 0; }
class Base { public Base(int i) { } }`);
  });
  test("type parameters of the type are theirs", () => {
    check(`class Item { public int /*@s*/Size; } class Other { public int Size; }
class Box<T>(T value) where T : Item { int M() => value./*s*/Size; }`);
  });
  test("a member of the name comes before", () => {
    check(`class A { public int X; } class B { public int /*@x*/X; }
class C(A it) { B it = null; int M() => it./*x*/X; }`);
  });
});

describe("null-conditional", () => {
  test("assignment, and steps behind an index", () => {
    check(`class Item { public int /*@c*/Count; public Item[] /*@i*/Items; public void /*@r*/Run() { } }
class C { void M(Item s) { s?./*c*/Count = 5; s?./*i*/Items[0]++; s?./*i*/Items[0]./*r*/Run(); s?./*i*/Items?[0]?./*i*/Items[1]./*c*/Count += 2; } }`);
  });
});

describe("extension blocks", () => {
  test("their receiver is seen by what is in them, and their methods by those that call them", () => {
    check(`class Item { public int /*@c*/Count; public void /*@r*/Run() { } } class Other { public int Count; public void Run() { } }
static class Extra {
  extension(Item item) {
    public int Doubled => item./*c*/Count * 2;
    public void /*@t*/Twice(int times) { item./*r*/Run(); item./*r*/Run(); }
  }
  extension(Other other) { public void Twice(int times) { } }
  extension<T>(System.Collections.Generic.List<T> list) where T : Item {
    public T /*@f*/FirstOne() => list[0];
    public void All() { list[0]./*r*/Run(); foreach (var each in list) each./*c*/Count = 1; }
  }
}
class C { void M(Item it, System.Collections.Generic.List<Item> all) { it./*t*/Twice(2); all./*f*/FirstOne()./*r*/Run(); } }`);
  });
});
