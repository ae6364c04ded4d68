/** What members of packages' types give and ask for, by their assemblies. */
import { before, describe, test } from "node:test";
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
  test("of a base class are those of its heirs", async () => {
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
