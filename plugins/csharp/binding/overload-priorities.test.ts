/** Tests overloads with `[OverloadResolutionPriority(n)]` (C# 13). */
import { before, describe, test } from "node:test";
import { checkMarks, checkMarksWith, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const OWN = "using System.Runtime.CompilerServices; class Base { } class Item : Base { }\n";
const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("of the overloads of one type", () => {
  test("the highest that fits is meant, though another is better", () => {
    check(`${OWN}class C { [OverloadResolutionPriority(1)] void /*@o*/F(object x) { } void /*@s*/F(string x) { } [System.Runtime.CompilerServices.OverloadResolutionPriorityAttribute(2)] void /*@i*/F(Item x) { }
  void M(Item i, Base b) { /*o*/F(""); /*i*/F(i); /*o*/F(b); } }`);
  });
  test("one below zero comes last, and is meant where no other fits", () => {
    check(`${OWN}class C { [Obsolete, OverloadResolutionPriority(-1)] public static void /*@s*/F(string x) { } public static void /*@o*/F(object x, int k = 0) { } [OverloadResolutionPriority(-1)] public static void /*@n*/G(int i) { } public static void /*@t*/G(string s) { } }
class D { void M() { C./*o*/F(""); C./*n*/G(1); C./*t*/G(""); } }`);
  });
  test("of several with the highest the better one", () => {
    check(`${OWN}class C { [OverloadResolutionPriority(1)] void /*@o*/F(object x) { } [OverloadResolutionPriority(1)] void /*@b*/F(Base x) { } void /*@i*/F(Item x) { }
  void M(Item i) { /*b*/F(i); /*o*/F(1); } }`);
  });
  test("extension methods too", () => {
    check(`${OWN}static class X { [OverloadResolutionPriority(1)] public static void /*@xb*/Do(this Base b) { } public static void /*@xi*/Do(this Item b) { } }
class C { void M(Item i) { i./*xb*/Do(); } }`);
  });
});

describe("types are compared as ever", () => {
  test("a type below comes before, and classes of extensions count each by itself", () => {
    check(`${OWN}class A { [OverloadResolutionPriority(9)] public void /*@a*/F(object x) { } } class B : A { public void /*@b*/F(object x) { } void M() { /*b*/F(1); } }
static class X { [OverloadResolutionPriority(1)] public static void /*@xb*/Do(this Base b) { } } static class Y { public static void /*@yi*/Do(this Item b) { } }
class C { void M(Item i, Base b) { i./*yi*/Do(); b./*xb*/Do(); } }`);
  });
  test("an override has what it overrides", () => {
    check(
      `${OWN}class A { [OverloadResolutionPriority(1)] public virtual void /*@o,p*/F(object x) { } public virtual void /*@s,t*/F(string x) { } }
class B : A { public override void F(object x) { } public override void F(string x) { } void M() { /*o*/F(""); } }`.replaceAll(
        /,[pt](?=\*)/g,
        "",
      ),
    );
  });
});

describe("what is not known is not taken as sure", () => {
  test("a number that is not written here, and an argument that may fit", () => {
    check(`${OWN}static class K { public const int High = 1; }
class C { [OverloadResolutionPriority(K.High)] void /*@o*/F(object x) { } void /*@s*/F(string x) { } void /*@g*/G(int k) { } [OverloadResolutionPriority(1)] void /*@h*/G(Far.Thing k) { }
  void M() { /*o?,s?*/F(""); /*g?,h?*/G(Far.Maker.Make()); } }`);
  });
  test("Unity's compiler knows no such attribute", () => {
    const text = `${OWN}class C { [OverloadResolutionPriority(1)] void /*@o*/F(object x) { } void /*@s*/F(string x) { } void M() { /*s*/F(""); } }`;
    checkMarksWith(grammar, { UNITY_5_3_OR_NEWER: true }, text);
  });
});
