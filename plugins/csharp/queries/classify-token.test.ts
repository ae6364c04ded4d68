/** Tests the kinds of uses, such as call, read and write, and text that only looks like a use. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("values", () => {
  test("written by assignments, increments, out and ref; read by everything else", () => {
    check(`class Item { public int /*@n*/N; public Item /*@next*/Next; public int[] /*@a*/A; }
class C {
  void Take(int k) { } void Out(out int k) { k = 0; } void Ref(ref int k) { } void In(in int k) { }
  int M(Item i) {
    i./*n=write*/N = 1; i./*n=write*/N += 2; i./*n=write*/N++; ++i./*n=write*/N; i./*n=write*/N--; --i./*n=write*/N;
    Out(out i./*n=write*/N); Ref(ref i./*n=write*/N); In(in i./*n=read*/N); Take(i./*n=read*/N); Take(-i./*n=read*/N); Take(~i./*n=read*/N);
    int k = i./*n=read*/N; k = i./*n=read*/N; i./*next=read*/Next./*n=write*/N = k; i./*a=read*/A[i./*n=read*/N] = 1;
    i?./*next=read*/Next?./*n=read*/N.ToString(); i./*next=write*/Next = i./*next=read*/Next;
    i./*next=read*/Next!./*n=write*/N = 1; Take(k: i./*n=read*/N);
    return i./*n=read*/N;
  } }`);
  });
  test("without anything in front, and in initializers", () => {
    check(`class Item { public int /*@n*/N; public int /*@p*/P { get; set; }
  void M() { /*n=write*/N = 1; /*n=write*/N++; Out(out /*n=write*/N); int k = /*n=read*/N; this./*p=set*/P = /*n=read*/N; var o = new Item { /*n=write*/N = 1, /*p=set*/P = this./*n=read*/N }; }
  void Out(out int k) { k = 0; } }`);
  });
  test("delegates are called by Invoke too, and methods named in nameof", () => {
    check(`using System; class C { public Action /*@a*/Act; public void /*@go*/Go() { }
  void M(C c) { /*a=call*/Act(); c./*a=call*/Act(); c./*a=call*/Act?.Invoke(); c./*a=read*/Act?.Method.ToString(); c./*a=subscribe*/Act += c./*go=subscribe*/Go; c./*go=call*/Go(); c?./*go=call*/Go(); var s = nameof(/*go=nameof*/Go) + nameof(C./*go=nameof*/Go); } }`);
  });
});

describe("what a person means", () => {
  test("events are raised and subscribed to; a handler says so", () => {
    check(`using System; using UnityEngine.Events; class C { public event Action /*@e*/Died; public UnityEvent<int> /*@u*/Hit; public static C /*@one*/One; void /*@go*/Go() { } void /*@on*/On(int i) { } void Do(Action a) { }
  void M(C c) { /*e=raise*/Died(); /*e=raise*/Died?.Invoke(); c./*e=raise*/Died.Invoke(); c?./*e=raise*/Died?.Invoke(); /*e=subscribe*/Died += /*go=subscribe*/Go; c./*e=unsubscribe*/Died -= new Action(this./*go=unsubscribe*/Go); /*e=write*/Died = null; if (/*e=read*/Died != null) { }
    /*u=raise*/Hit.Invoke(1); c./*u=subscribe*/Hit.AddListener(/*on=subscribe*/On); c./*u=unsubscribe*/Hit?.RemoveListener(this./*on=unsubscribe*/On); Do(/*go=read*/Go); /*e=subscribe*/Died += () => /*go=call*/Go(); /*one=read*/One./*u=subscribe*/Hit.AddListener(i => /*on=call*/On(i)); } }`);
  });
  test("properties are got and set; a wrapped value is written through its Value", () => {
    check(`class Box<T> { public T /*@v*/Value { get; set; } } class C { public Box<int> /*@f*/Health = new(); public Box<int> /*@p*/Mana { get; } public int /*@q*/N { get; set; }
  void M(C c) { c./*f=write through .Value*/Health./*v=set*/Value = 1; /*p=write through .Value*/Mana./*v=set*/Value++; int i = c./*p=get*/Mana./*v=get*/Value + /*f=read*/Health./*v=get*/Value; c./*q=set*/N += /*q=get*/N; c./*f=write*/Health = null; } }`);
  });
  test("with writes", () => {
    check(
      `record R { public int /*@n*/N { get; init; } public int /*@f*/F; } class C { R M(R r) => r with { /*n=set*/N = r./*n=get*/N, /*f=write*/F = 1 }; }`,
    );
  });
});

describe("types", () => {
  test("in every place of a type, in attributes, in front of a member", () => {
    check(`using System; namespace N { public class /*@i*/Item : /*b=type*/Base { public static int /*@n*/N; public class /*@in*/Inner { } } public class /*@b*/Base { } public class /*@m*/MarkAttribute : Attribute { public /*@mc*/MarkAttribute(int k = 0) { } public int /*@p*/P; } }
namespace U { using N;
  [/*m=attribute,mc=attribute*/Mark(1, /*p*/P = 2)] [/*m=attribute,mc=attribute*/MarkAttribute] [N./*m=attribute,mc=attribute*/Mark]
  class C : /*i=type*/Item { /*i=type*/Item field; N./*i=type*/Item other; /*i=type*/Item./*in=type*/Inner inner;
    void M(object o) { /*i=type*/Item./*n=write*/N = 1; var x = new /*i=type*/Item(); if (o is /*i=type*/Item y) { } var t = typeof(/*i=type*/Item); var z = (/*i=type*/Item)o; var w = o as /*i=type*/Item; var s = nameof(/*i=nameof*/Item); } } }`);
  });
  test("of several constructors the one that the arguments choose is called", () => {
    check(`class Gate { public /*@i*/Gate(int max) : /*s=call*/this("") { } public /*@s*/Gate(string name) { } public /*@b*/Gate(bool open, int by = 0) { } }
class MarkAttribute : System.Attribute { public /*@m*/MarkAttribute(string a) { } public /*@p*/MarkAttribute(char a) { } public int Size; public string Name { get; set; } }
[/*m=attribute*/MarkAttribute("a", Size = 1, Name = "b")] class One { [/*p=attribute*/Mark('a', Size = 1)] int a; [/*m=attribute*/Mark("a")] int b; }
class Low : Gate { public Low() : /*b=call*/base(true) { } }
class C { void M(int n) { new /*i=call*/Gate(n); new /*s=call*/Gate("a"); new /*b=call*/Gate(false, n); } }`);
  });
  test("constructors are called by new, by attributes and by base()", () => {
    check(`class Item { public /*@c*/Item(int k) { } } class Sub : Item { public Sub() : /*c=call*/base(1) { } }
struct S { public /*@s*/S(int k) { } } struct T { public /*@t*/T() { } } class MarkAttribute : System.Attribute { public /*@m*/MarkAttribute() { } }
[/*m=attribute*/Mark] class C { Item i = new /*c=call*/Item(1); Item j; S s = new /*s=call*/S(1); S d = new S(); S e = default; T t = new /*t=call*/T(); }`);
  });
});

describe("namespaces and directives", () => {
  test("are named in using directives, declarations and types", () => {
    check(`using /*a=namespace>Outer,b=namespace>Inner*/Outer.Inner; using Alias = /*a=namespace>Outer,b=namespace>Inner,i=type>Item*/Outer.Inner.Item;
using static /*a=namespace>Outer,b=namespace>Inner,i=type>Item*/Outer.Inner.Item; using Many = System.Collections.Generic.List</*a=namespace>Outer,b=namespace>Inner,i=type>Item*/Outer.Inner.Item>;
namespace /*@a*/Outer { namespace /*@b*/Inner { public class /*@i*/Item { public static int /*@n*/N; public class Box<T> { } } public class /*@g*/Gen<T> { } public class Gen { } } }
namespace Use { using Other = /*a=namespace>Outer,b=namespace>Inner,g=type>Gen*/Outer.Inner.Gen<int>; class C { /*a=namespace*/Outer./*b=namespace*/Inner./*i=type*/Item x; int y = /*n=read*/N; } }`);
  });
  test("attributes of the assembly, by both names, and what stands in them", () => {
    check(`/*m=attribute>Mark,mc=attribute>Mark*/[assembly: Mark(typeof(/*i*/Item))] /*m=attribute>MarkAttribute,mc=attribute>MarkAttribute*/[module: MarkAttribute] /*q=attribute>Mark*/[assembly: N.Mark] [assembly: Lib.Mark]
class /*@m*/MarkAttribute : System.Attribute { public /*@mc*/MarkAttribute(System.Type t = null) { } } class /*@i*/Item { } namespace N { class /*@q*/MarkAttribute : System.Attribute { } }`);
  });
  test("namespaces in comments", () => {
    check(`namespace /*@a*/Outer { namespace /*@b*/Inner { class /*@i*/Item { } } }
class C {
  /// <see /*a=cref,b>Inner*/cref="Outer.Inner"/> <see /*a,b>Inner,i>Item*/cref="Outer.Inner.Item"/>
  void M() { } }`);
  });
  test("an alias of that name is none", () => {
    check(`using Item = Lib.Thing; namespace N { class C { Item x; } } namespace M { class /*@i*/Item { } }`);
  });
});

describe("what cannot be known", () => {
  test("beside an error of the grammar, a use is possible", () => {
    check(`class Item { public void /*@go*/Go() { } public int /*@n*/N; }
class C { void M(Item i) { i./*go?*/Go() 5 5; } void K(Item i) { i./*n*/N = 1; } }`);
  });
  test("behind what nothing is known of, a generic method that takes nothing is one that may be meant", () => {
    check(
      `class Item { public T /*@r*/Read<T>() => default; public T /*@g*/Get<T>(int k) => default; } class C { void M() { var q = q; q./*r?*/Read<int>(); q.Read<int>(1); q.Read(); q.Get<int>(); q./*g?*/Get<int>(1); } }`,
    );
  });
  test("behind what nothing is known of, a call that fits none is none", () => {
    check(`class Item { public void /*@go*/Go(int a, int b) { } } class Other { public void /*@stop*/Stop<T>(T a, T b) { } }
class C { void M() { var x = Missing.Thing(x); } void K(dynamic d) { var q = q; q./*go?*/Go(1, 2); q.Go(); q.Go(1, 2, 3); q./*stop?*/Stop<int>(1, 2); q.Stop(); q.Stop(1, 2, 3); q./*stop?*/Stop(1, 2); var f = q./*go?*/Go; } }`);
  });
});
