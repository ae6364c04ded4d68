/** Tests constructs whose rules could be changed without any other test failing. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("the more specific overload", () => {
  test("of generic ones that take the same", () => {
    check(`using System.Collections.Generic;
class C {
  void /*@t*/F<T>(T a) { } void /*@a*/F<T>(T[] a) { } void /*@l*/G<T>(List<T> a) { } void /*@g*/G<T>(T a) { }
  void M(int[] i, List<int> n) { /*a*/F(i); /*t*/F(n); /*l*/G(n); /*g*/G(i); }
}`);
  });
});

describe("types of parts", () => {
  test("elements of tuples by name and by number", () => {
    check(`class Item { public int /*@size*/Size; } class Other { public int /*@other*/Size; }
class C { void M((Item first, Other second) t, (Item, Other) u) { t.first./*size*/Size = 1; t.second./*other*/Size = 1; t.Item1./*size*/Size = 1; u.Item2./*other*/Size = 1; } }`);
  });
  test("what local functions and delegates give and take", () => {
    check(`using System;
class Item { public int /*@size*/Size; } class Other { public int /*@other*/Size; }
delegate Other Maker(Item item);
class C {
  Maker make; Func<Item, Other> build;
  void M() {
    Item Local(Other o) { return null; }
    Local(null)./*size*/Size = 1;
    make(null)./*other*/Size = 1;
    build(null)./*other*/Size = 1;
    make = i => { i./*size*/Size = 1; return null; };
    build = i => { i./*size*/Size = 1; return null; };
  }
}`);
  });
  test("what is awaited", () => {
    check(`using System.Threading.Tasks;
class Item { public int /*@size*/Size; } class Other { public int /*@other*/Size; }
class C { Task<Item> One() => null; ValueTask<Other> Two() => default; async Task M() { (await One())./*size*/Size = 1; (await Two())./*other*/Size = 1; } }`);
  });
  test("of a conditional access the value under the nullable", () => {
    check(`struct Item { public int /*@size*/Size; public Item? Next => null; } class Other { public int Size; }
class C { int? M(Item? i) => i?./*size*/Size ?? i?.Next?./*size*/Size ?? i.Value./*size*/Size; }`);
  });
});

describe("attributes", () => {
  test("a class that derives from an attribute through others is one", () => {
    check(`class Root : System.Attribute { } class Mid : Root { } class /*@a*/MarkAttribute : Mid { } class /*@m*/Mark { }
class C { [/*a*/Mark] /*m*/Mark m; }`);
  });
  test("qualified and nested ones", () => {
    check(`namespace N { class Outer { public class /*@a*/TagAttribute : System.Attribute { } } }
class C { [N.Outer./*a*/Tag] int a; [N.Outer./*a*/TagAttribute] int b; }`);
  });
});

describe("names in their places", () => {
  test("a constructor's first line calls the one that fits its arguments, or all", () => {
    check(
      `class A { public /*@a*/A(int i) { } } class B : A { public /*@b*/B() : /*a*/base(1) { } public B(int i) : /*b*/this() { } int M(bool c) => c ? base.GetHashCode() : this.GetHashCode(); }`,
    );
  });
  test("a property pattern names members of what is matched", () => {
    check(`class Item { public Item /*@next*/Next; public int /*@size*/Size; } class Other { public int Size; }
class C { bool M(object o, Item i) => o is Item { /*size*/Size: 1 } && i is { /*next*/Next: { /*size*/Size: 2 } }; }`);
  });
});
