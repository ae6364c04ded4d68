/** Tests that the constraints of a type parameter exclude overloads (C# §8.4.5, §12.6.4.2). */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

/**
 * Overloads with the same name: `c` is for classes, `s` for structs, `n` for types with a constructor, and `o` accepts
 * anything.
 */
const OWN = `using System; using System.Collections.Generic; using Far; interface I { } delegate void D(); enum E { A } struct S { } class Item { } abstract class Abstract { } class Hidden { private Hidden() { } } class Asks { public Asks(int i) { } } class Both { public Both() { } public Both(int i) { } } class Primary(int i) { } class Defaults { public Defaults(int i = 0) { } }
static class F { public static void /*@c*/C<T>(T t) where T : class { } public static void /*@oc*/C(object o) { } public static void /*@s*/S<T>(T t) where T : struct { } public static void /*@os*/S(object o) { }
  public static void /*@n*/N<T>(T t) where T : new() { } public static void /*@on*/N(object o) { } }
`;
const check = (text: string): void => checkMarks(grammar, OWN + text);

describe("class", () => {
  test("classes, interfaces, delegates and arrays are, values and nullable ones are not", () => {
    check(`class C { void M(Item i, I n, D d, S s, E e, int k, int? u, S? w, int[] a, string t, (int, int) p, List<int> l, Action f, IFar far, FarException x) {
  F./*c*/C(i); F./*c*/C(n); F./*c*/C(d); F./*oc*/C(s); F./*oc*/C(e); F./*oc*/C(k); F./*oc*/C(u); F./*oc*/C(w); F./*c*/C(a); F./*c*/C(t); F./*oc*/C(p); F./*c*/C(l); F./*c*/C(f); F./*c*/C(far); F./*c*/C(x); } }`);
  });
  test("of types of elsewhere nobody knows", () => {
    check("class C { void M(Thing t, Thing<int> g) { F./*c?,oc?*/C(t); F./*c?,oc?*/C(g); } }");
  });
  test("of the engine's types its names tell", () => {
    check(
      "class C { void M(UnityEngine.Camera c, UnityEngine.Pose p, UnityEngine.KeyCode k) { F./*c*/C(c); F./*oc*/C(p); F./*oc*/C(k); F./*os*/S(c); F./*s*/S(p); } }",
    );
  });
});

describe("type parameters", () => {
  test("are what is written of them, and else neither class nor struct", () => {
    check(`class C { void M<A, B, G, H, J, K>(A a, B b, G g, H h, J j, K k) where A : class where B : struct where G : Item where H : I where K : class, new() {
  F./*c*/C(a); F./*oc*/C(b); F./*c*/C(g); F./*oc*/C(h); F./*oc*/C(j); F./*os*/S(a); F./*s*/S(b); F./*os*/S(j); F./*n*/N(k); F./*n*/N(b); F./*on*/N(a); } }`);
  });
  test("are it by another one, by a class of elsewhere, but by no enum", () => {
    check(
      `class C { void M<A, B, G, H, J>(A a, B b, G g, H h, J j) where A : class where B : A where G : Gadget where H : Enum where J : IFar { F./*c*/C(b); F./*c*/C(g); F./*oc*/C(h); F./*oc*/C(j); } }`,
    );
  });
  test("of an override, or of a type in parts, more may be said elsewhere", () => {
    check(`abstract class A { public abstract void X<T>(T t) where T : class; } class B : A { public override void X<T>(T t) { F./*c?,oc?*/C(t); } }
partial class P<T> { void M(T t) { F./*c?,oc?*/C(t); F./*n?,on?*/N(t); } }`);
  });
  test("what is asked of an overridden method is asked of the override", () => {
    check(`class A { public virtual void /*@x*/X<T>(T t) where T : class { } public void /*@xo*/X(object o) { } public virtual void /*@y*/Y<T>(T t) where T : Item { } public void /*@yo*/Y(object o) { } }
class B : A { public override void X<T>(T t) { } public override void Y<T>(T t) { } void M(int i, Item a, Thing t) { /*x*/X(a); /*xo*/X(i); /*y*/Y(a); /*yo*/Y(i); /*yo*/Y(t); } }`);
  });
});

describe("new()", () => {
  test("what has a public constructor without parameters, or none", () => {
    check(`class C { void M(Item i, I n, Abstract a, Hidden h, Asks x, Both b, Primary p, Defaults d, S s, E e, int k, int? u, int[] r, string t, D g, Action f, List<int> l, object o) {
  F./*n*/N(i); F./*on*/N(n); F./*on*/N(a); F./*on*/N(h); F./*on*/N(x); F./*n*/N(b); F./*on*/N(p); F./*on*/N(d); F./*n*/N(s); F./*n*/N(e); F./*n*/N(k); F./*n*/N(u); F./*on*/N(r); F./*on*/N(t); F./*on*/N(g); F./*on*/N(f); F./*n*/N(l); } }`);
  });
  test("of types of elsewhere nobody knows", () => {
    check("class C { void M(Thing t, IFar i) { F./*n?,on?*/N(t); F./*on*/N(i); } }");
  });
});

describe("what is not known", () => {
  test("whether a type of elsewhere implements what is asked for", () => {
    check(`static class G { public static void /*@g*/X<T>(T t) where T : IFar { } public static void /*@o*/X(object o) { } public static void /*@i*/Y<T>(T t) where T : I { } public static void /*@oy*/Y(object o) { } }
class Heir : Gadget { } class C { void M(Thing t, Heir h, Item i) { G./*g?,o?*/X(t); G./*g?,o?*/X(h); G./*o*/X(i); G./*oy*/Y(t); } }`);
  });
  test("decides nothing where all ask for it: one of them is called", () => {
    check(`static class G { public static void /*@a*/X<T>(T t, int k) where T : class, IFar { } public static void /*@b*/X<T>(T t, long k) where T : IFar, class { } public static void /*@d*/Y<T>(T t, object o) where T : class { } public static void /*@e*/Y<T>(T t, string s) where T : IFar { } }
class C { void M(Thing t) { G./*a*/X(t, 1); G./*b*/X(t, 1L); G./*d?,e?*/Y(t, ""); } }`);
  });
});
