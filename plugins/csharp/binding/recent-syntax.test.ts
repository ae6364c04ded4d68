/** Tests the syntax of C# 12 and later, which the other tools in the comparison do not support. */
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
  test("their properties are members of what they extend, the nearer one before the other", () => {
    check(`namespace Things { public class Item { public int Count; public int Own => 1; } public class Heir : Item { } public class Other { } }
namespace Extra { using Things; using System.Collections.Generic;
  public static class Items {
    extension(Item item) { public int /*@d*/Doubled { get => item.Count; set { } } public int Own => 2; }
    extension(Heir heir) { public string /*@n*/Name => ""; }
    extension(Other other) { public int /*@o*/Doubled => 1; public string Name => ""; }
    extension<T>(IEnumerable<T> all) { public T /*@f*/First => default; public bool /*@e*/IsEmpty => true; }
    extension(string text) { public bool /*@b*/IsBlank => text == ""; }
  } }
namespace Use { using Things; using Extra; using System.Collections.Generic;
  class C { void Write(int i) { } void /*@w*/Write(string s) { }
    void M(Item it, Heir heir, Other other, List<Item> all, string s) {
      it./*d*/Doubled = it./*d*/Doubled + it.Own; heir./*d*/Doubled++; other./*o*/Doubled.ToString(); heir?./*d*/Doubled.ToString();
      /*w*/Write(heir./*n*/Name); all./*f*/First./*d*/Doubled = all./*e*/IsEmpty ? 1 : 2; if (s./*b*/IsBlank) { } new Item { /*d*/Doubled = 1 }.ToString();
    } } }
namespace Far { class C { void M(Things.Item it) { var x = it.Nothing; } } }`);
  });
  test("static members of a block belong to the type", () => {
    check(
      `class Item { } class Other { }
static class Extra {
  extension(Item) { public static Item /*@m*/Make(int count) => null; public static Item /*@n*/Make(string name) => null; public static int /*@l*/Limit => 1; }
  extension(Other) { public static Other Make(int count) => null; public static int Limit => 1; }
  extension<T>(List<T>) { public static List<T> /*@e*/None => null; }
}
class C { void M() { Item./*m*/Make(1); Item./*n*/Make("").ToString(); var i = Item./*l*/Limit; Other.Make(1); var n = List<int>./*e*/None; System.Func<int, Item> f = Item./*m*/Make; } }`.replace(
        "/*x?*/",
        "",
      ),
    );
  });
});
