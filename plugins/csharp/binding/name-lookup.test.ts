/** Tests name lookup if types, members, imports and extensions have the same name (C# §12.8.4, §12.8.10.3). */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("a type and a member of one name", () => {
  test("left of is and as stands the member, right of them the type", () => {
    check(`class Base { } class /*@t*/Item : Base { }
class C { /*t*/Item /*@p*/Item; void M(object o) { var x = /*p*/Item as Base; var y = o as /*t*/Item; var z = /*p*/Item is Base; var w = o is /*t*/Item; } }`);
  });
  test("behind is and case a constant is meant before the type, other members are not", () => {
    check(`class /*@t*/Item { } class /*@g*/Go { } enum E { /*@red*/Red } class /*@m*/Max { }
class C { /*t*/Item Item; const int /*@max*/Max = 1; void Go() { }
  bool M(object o) { switch (o) { case /*max*/Max: return true; } return o is /*max*/Max || o is /*t*/Item || o is /*g*/Go; } }`);
  });
  test("constants of an enum that is imported", () => {
    check(`using static N.E; namespace N { enum E { /*@red*/Red, /*@blue*/Blue } }
namespace M { class C { bool K(object o) { switch (o) { case /*red*/Red: return true; } return o is /*blue*/Blue; } } }`);
  });
});

describe("imports", () => {
  test("static ones bring members, in front of a dot too and by their arguments; aliases bring none", () => {
    check(`using static N.Tools; using X = N.Other;
namespace N { static class Tools { public static string /*@s*/Text; public static void /*@i*/Put(int i) { } public static void /*@t*/Put(string s) { } } class Other { public static int /*@o*/Count; } }
namespace M { class C { int K() { /*s*/Text.ToString(); /*i*/Put(1); /*t*/Put(""); return Count; } } }`);
  });
});

describe("extensions of static imports", () => {
  test("are those of the class that is written, not of another of its name", () => {
    check(`namespace Deep { static class Y { public static void /*@a*/Go(this int i) { } } }
namespace Deep.Other { static class Y { public static void /*@b*/Go(this int i) { } } static class Z { public static void /*@z*/Run(this int i) { } } }
namespace M { using static Deep.Y; class C { void F() { 1./*a*/Go(); 1.Run(); } } }
namespace N { using static global::Deep.Other.Y; class C { void F() { 1./*b*/Go(); } } }
namespace Deep.In { using static Other.Z; class C { void F() { 1./*z*/Run(); } } }`);
  });
});

describe("with", () => {
  test("left of = a member of what is copied, right of it whatever is in scope", () => {
    check(`record Item { public int /*@n*/N { get; init; } }
class C { int /*@m*/N; Item M(Item i) => i with { /*n*/N = /*m*/N }; Item K(Item i) => i with { /*n*/N = i./*n*/N }; }`);
  });
});

describe("extension methods", () => {
  test("with a receiver that is passed by reference, in either order of the words", () => {
    check(`struct Hue { public int Value; }
static class X { public static void /*@a*/Set(ref this Hue h, int i) { } public static void /*@b*/Turn(this in Hue h) { }
  public static void /*@c*/Get(in this Hue h) { } public static void /*@d*/Add(this ref Hue h) { h./*a*/Set(1); } }
class C { void M(Hue hue) { hue./*a*/Set(2); hue./*b*/Turn(); hue./*c*/Get(); hue./*d*/Add(); } }`);
  });
  test("the nearest namespace first, further ones where nothing there fits", () => {
    check(`using Far; class Item { }
namespace Far { static class X { public static void /*@f*/Ext(this Item i, int a, int b) { } } }
namespace A { static class X { public static void /*@a*/Ext(this Item i) { } public static void /*@a2*/Ext(this Item i, string s) { } }
  namespace B { static class Y { public static void /*@b*/Ext(this Item i) { } }
    class C { void M(Item i) { i./*b*/Ext(); i./*a2*/Ext(""); i./*f*/Ext(1, 2); } } }
  class D { void M(Item i) { i./*a*/Ext(); } } }`);
  });
  test("of namespaces and static classes that are imported, others only perhaps", () => {
    check(`using Near; using static Deep.Y; using static Z;
class Item { } static class Z { public static void /*@z*/OfZ(this Item i) { } }
namespace Near { static class X { public static void /*@x*/OfX(this Item i) { } } }
namespace Deep { static class Y { public static void /*@y*/OfY(this Item i) { } } static class Hidden { public static void /*@h*/OfHidden(this Item i) { } } }
namespace Deep.Other { static class V { public static void /*@w*/OfOther(this Item i) { } } }
class C { void M(Item i) { i./*x*/OfX(); i./*y*/OfY(); i./*z*/OfZ(); i./*h?*/OfHidden(); i./*w?*/OfOther(); } }`);
  });
  test("private ones only perhaps, and those of every part of a class", () => {
    check(
      `class Item { } static partial class X { static void /*@p*/Hidden(this Item i) { } public static void /*@a*/Ext(this Item i) { } }
class C { void M(Item i) { i./*p?*/Hidden(); i./*a*/Ext(); i./*b*/Other(); } }`,
      "static partial class X { public static void /*@b*/Other(this Item i) { } }",
    );
  });
  test("by what the type parameter must be", () => {
    check(`using Lib; interface I { } class Item : I { } class Other { } class Far : Thing { }
static class X { public static void /*@i*/Ext<T>(this T t) where T : I { } public static void /*@g*/Ext2<T>(this T t) where T : Gadget { } }
class C { void M(Item i, Other o, Far f) { i./*i*/Ext(); o./*i?*/Ext(); f./*g*/Ext2(); } }`);
  });
  test("on types of elsewhere, where those have no such method themselves", () => {
    check(
      `using Lib;
static class X { public static string /*@t*/Trim(this string s, int k) => s; public static void /*@e*/Ext(this Thing t) { } public static void /*@g*/Gad(this Gadget g) { } public static void /*@d*/Dispose(this ITool g, int k) { } public static string /*@f*/Format(this string s, int k) => s; }
class C { void M(Thing t, ITool i) { ""./*t?*/Trim(1); "".Trim(); "".ToString(); } void K(Thing t, ITool i) { t./*e*/Ext(); i./*d*/Dispose(1); "".ToString(); "a"./*f*/Format(1); } }`,
    );
  });
  test("on what nothing is known of: one that takes anything, where no type has such a member", () => {
    check(`static class X { public static void /*@any*/Any<T>(this T t) { } public static void /*@two*/Two<T>(this T t) { } public static void /*@some*/Some<T>(this T t) where T : System.IDisposable { } public static void /*@one*/One(this string t) { } }
class Item { public void /*@two2*/Two(int a, int b) { } }
class C { void M() { var q = q; q./*any*/Any(); q./*two?*/Two(); q./*some?*/Some(); q./*one?*/One(); q./*any?*/Any(1); } }`);
  });
});

describe("members of type parameters", () => {
  test("without a bound there are none of the workspace", () => {
    check(
      "class Item { public void /*@go*/Go() { } } class C { void M<T>(T t) { t.Go(); } void K<T>(T t) where T : struct { t.Go(); } void L<T>(T t) where T : Item { t./*go*/Go(); } }",
    );
  });
});
