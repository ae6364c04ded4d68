/** Tests the results and parameters of members of package types, which come from the assemblies. */
import { before, describe, test } from "node:test";
import { farLibrary } from "../../../test/csharp/far-library.ts";
import { checkMarksBeside, testGrammar } from "../../../test/csharp/marks.ts";
import { nearLibrary } from "../../../test/csharp/near-library.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): Promise<void> => checkMarksBeside(grammar, nearLibrary(), ...texts);

const OWN = `class Item { public int /*@s*/Size; public Item /*@n*/Next() => null; } class Other { public int Size; public Other Next() => null; }
class To { public static void /*@b*/Take(Near.Building.Builder b) { } public static void /*@v*/Take(Near.Building.IServices s) { } public static void /*@i*/Take(int i) { } }`;

describe("members of a package's type", () => {
  test("properties, fields, events and methods give what they say, step by step", async () => {
    await check(
      OWN,
      `using Near.Building; class C { void M(Builder b, IServices s, Host h) {
  To./*b*/Take(b.Named("")); To./*v*/Take(b.Named("").Services); To./*i*/Take(s.Count); To./*v*/Take(h.Latest.Named("").Services);
  Host.Start((on, times) => { To./*b*/Take(on); To./*i*/Take(times); }).Ready += x => To./*b*/Take(x); } }`,
    );
  });
  test("types of the workspace come out of generic ones", async () => {
    await check(
      OWN,
      `using Near.Building; class C { void M(Builder b, Options<Item> o) {
  b.Get<Item>()./*s*/Size = 1; b.Options<Item>().With(x => x./*s*/Size++).Value./*n*/Next()./*s*/Size++; o.Select(x => x./*n*/Next()).Value./*s*/Size = 2;
  if (o.TryTake(out var taken)) taken./*s*/Size++; b.Options<Other>().With(x => x.Size++); } }`,
    );
  });
  test("of a base class are those of its derived classes", async () => {
    await check(
      OWN,
      `using Near.Building; class ItemRules : Rules<Item> { public ItemRules() { For(x => x./*s*/Size).Must(x => x./*n*/Next() != null); Made()./*s*/Size++; this.Made()./*n*/Next(); } public override Item /*@m*/Made() => null; }
class C { void M(ItemRules r) { r.Must(x => x./*s*/Size > 1); } }`.replace(
        "Made()./*s*/Size++; this.Made()",
        "/*m*/Made()./*s*/Size++; this./*m*/Made()",
      ),
    );
  });
});

describe("methods of packages that extend", () => {
  test("where their namespace is imported: the type that they give", async () => {
    await check(
      OWN,
      `using Near.Building; using Near.Extensions; class C { void M(Builder b, Item it) {
  To./*b*/Take(b.Services.AddThings().Named("")); To./*b*/Take(b.Services.AddThings(1, "a", "b")); To./*v*/Take(b.Services.AddThing<Item>(x => x./*s*/Size = 1).AddThing<Other>()); it.Checked()./*s*/Size++; } }`,
      `using Near.Building; class Far { void M(Builder b) { To./*b?,v?,i?*/Take(b.Services.AddThings()); } }`,
    );
  });
  test("a member of the workspace comes before", async () => {
    await check(
      OWN,
      `using Near.Building; using Near.Extensions; static class Own { public static Item /*@a*/AddThings(this IServices s) => null; }
class C { void M(IServices s) { s./*a*/AddThings()./*s*/Size++; } }`,
    );
  });
});

describe("types of packages", () => {
  test("are what the place imports: one of that name elsewhere is not one", async () => {
    await check(
      `class A { public static void /*@b*/Take(Near.Building.Builder b) { } public static void /*@o*/Take(string s) { } }`,
      `using Other.Building; class C { void M(Builder b) { A./*b?,o?*/Take(b.Named("")); } }`,
      `using Near.Building; class D { void M(Builder b) { A./*b*/Take(b.Named("")); } }`,
      `class E { void M(Near.Building.Builder b) { A./*b*/Take(b.Named("")); } }`,
    );
  });
});

describe("constructors, indexers and nested types of packages", () => {
  test("constructors ask for what they take", async () => {
    await check(
      OWN,
      `using Near.Building; class C { void M() { new Outer(x => To./*b*/Take(x)); new Outer(1, x => To./*v*/Take(x)); new Bag<Item>(x => x./*s*/Size = 1); new Near.Building.Bag<Item>(x => x./*n*/Next()); Outer o = new(x => To./*b*/Take(x)); } }`,
    );
  });
  test("indexers give what they say, of bases too; what is written goes by the one that takes it", async () => {
    await check(
      OWN,
      `using Near.Building; class Own : Bag<Item> { public Own() : base(x => x./*s*/Size = 2) { } } class C { void M(Outer o, Bag<Item> b, Own w, Host h) { To./*b*/Take(o[1, 2]); To./*b*/Take(o["a"].Made); b[0]./*s*/Size = 1; w[0]./*n*/Next(); To./*b*/Take(h[1]); b[1] = new Item(); } }`,
    );
  });
  test("nested types are those of the type around, with its type arguments", async () => {
    await check(
      `${OWN} class Kinds { public static void /*@k*/Take(Near.Building.Kind k) { } public static void /*@e*/Take(Near.Building.Outer.Kind k) { } }`,
      `using Near.Building; class C { void M(Outer.Inner i, Near.Building.Outer.Inner j, Bag<Item>.Entry e, Bag<Item>.Pair<Other> p, Bag<Item> b, Outer o, Kind k) {
  To./*b*/Take(i.Made); To./*b*/Take(j.Made); To./*b*/Take(Outer.Inner.Make().Made); To./*b*/Take(o.First.Made); e.Held./*s*/Size = 1; p.One./*n*/Next(); p.Two.Next(); b.Head.Held./*s*/Size++; b.Head.Both.One./*s*/Size++; To./*i*/Take(b.Head.Both.Two);
  Kinds./*e*/Take(i.Which); Kinds./*k*/Take(k); Kinds./*e*/Take(Outer.Kind.One); Outer.Done d = x => To./*b*/Take(x); o.Finished += x => To./*b*/Take(x); To./*b*/Take(new Outer.Inner().Made); } }`,
      `using static Near.Building.Outer; class D { void M(Inner i) { To./*b*/Take(i.Made); } } class E : Near.Building.Outer { Inner own; void M(Done d) { To./*b*/Take(own.Made); Done e = x => To./*b*/Take(x); } }`,
      `using Near.Building; class F { void M(Inner i) { To./*b?,v?,i?*/Take(i.Made); } }`,
    );
  });
});

test("an extension is called on a class of a package although one of its interfaces is not known", async () => {
  await checkMarksBeside(
    grammar,
    farLibrary(),
    `using Far.Away; static class Own { public static void /*@b*/Boost(this Engine e, int by) { } public static void /*@m*/Move(this Engine e, string s) { } public static void Stop(this Engine e) { } }
class C { void M(Engine e, Jet j) { e./*b*/Boost(1); j./*b*/Boost(2); e./*m*/Move(""); e.Stop(); j.Stop(); } }`,
  );
});
