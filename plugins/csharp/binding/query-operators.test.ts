/** Tests LINQ operators on sequences that are declared in the workspace and do not have the method themselves. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const OWN = `using System.Collections.Generic; class Item { public int /*@n*/N; } class Row { } class Other { public int /*@o*/N; }
struct Row<T> : IReadOnlyList<T> { public int Count => 1; public T this[int i] => default; public IEnumerator<T> GetEnumerator() => null; } class Rows : IEnumerable<Item> { public Other Last() => null; }`;
const check = (text: string): void => checkMarks(grammar, OWN, text);

describe("a sequence of the workspace", () => {
  test("hands its elements over, and gives them back", () => {
    check(`using System.Linq; class C { void M(Row<Item> r, Rows s) { r.Any(x => x./*n*/N > 0); foreach (var i in r.OrderBy(x => x./*n*/N)) i./*n*/N = 1;
  var f = s.First(x => x./*n*/N > 1); f./*n*/N = 1; r.Where(x => x./*n*/N > 1).Select(x => new { x }).First().x./*n*/N++; s.Last()./*o*/N = 1; s?.ToList()[0]./*n*/N.ToString(); s?.ToList().First()./*n*/N.ToString(); } }`);
  });
  test("may be a type parameter that must be one", () => {
    check(
      `using System.Linq; class C { void M<T>(T r) where T : System.IDisposable, System.Collections.Generic.IEnumerable<Item> { foreach (var i in r) i./*n*/N = 1; r.Last(x => x./*n*/N > 1)./*n*/N = 2; } }`,
    );
  });
});

describe("a lookup", () => {
  test("holds groups, each with its key and items", () => {
    check(`using System.Linq; static class E { public static void /*@s*/Same(this object a, object b) { } }
class C { void M(ILookup<string, Item> l) { var all = l.ToList(); all[0].Key./*s*/Same(""); foreach (var g in l) foreach (var i in g) i./*n*/N = 1; } }`);
  });
});

describe("behind a question mark", () => {
  test("calls give what they give behind a dot", () => {
    check(
      `using System.Linq; class C { List<Item> l; Dictionary<int, Item> d; int[] a; void M() { l?.First()./*n*/N.ToString(); foreach (var i in l?.Where(x => x./*n*/N > 0).ToArray()) i./*n*/N = 1; l?.FindAll(x => x./*n*/N > 0)?[0]./*n*/N.ToString();
  if (d?.TryGetValue(1, out var o) == true) o./*n*/N = 1; d?.Values?.First()./*n*/N.ToString(); this?.l?.Last()./*n*/N.ToString(); a?.First().ToString(); } }`.replace(
        "using System.Linq;",
        "using System.Linq; using System.Collections.Generic;",
      ),
    );
  });
});

describe("nothing is taken for a query", () => {
  test("where they are not imported, on what is no sequence, and by another name", () => {
    check(`using System.Linq2; class C { void M(Row<Item> r) { r.Any(x => x./*n?,o?*/N > 0); } }`);
    check(
      `using System.Linq; class C { void M(Row r) { r.Any(x => x./*n?,o?*/N > 0); } void K(Row<Item> r) { r.Every(x => x./*n?,o?*/N > 0); var f = r.First; } }`,
    );
  });
  test("before an extension of the workspace", () => {
    check(
      `using System.Linq; static class X { public static Other /*@f*/First<T>(this Row<T> r) => null; } class C { void M(Row<Item> r) { r./*f*/First()./*o*/N = 1; } }`,
    );
  });
});
