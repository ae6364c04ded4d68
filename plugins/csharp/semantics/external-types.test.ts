/** Tests the types of members, calls and delegates from other assemblies, given the types that they pass on. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { testGrammar, typesIn } from "../../../test/csharp/marks.ts";
import { queryResult } from "../binding/query-operators.ts";
import {
  elementLambdaParameters,
  elementOf,
  externalCallType,
  externalMemberType,
  externalOutType,
  frameworkDelegate,
  indexedType,
} from "./external-types.ts";
import { keyOf, type TypeRef } from "./type-ref.ts";

let type: (written: string) => TypeRef;
before(async () => {
  ({ type } = typesIn(
    await testGrammar(),
    "using System; using System.Collections.Generic; using Lib; class Item { } struct S { } class Scope { int here; }",
  ));
});

const shown = (found: TypeRef | undefined): string => (found ? keyOf(found) : "none");
const wanted = (written: string): string => (written.trim() === "none" ? "none" : keyOf(type(written)));

/** Checks lines of the form `of: a b → type; c → type`. */
function check(table: string, find: (of: string, name: string) => TypeRef | undefined): void {
  for (const line of table.trim().split("\n")) {
    const [of, rest] = line.split(": ") as [string, string];
    for (const group of rest.split(";")) {
      const [names, result] = group.split("→") as [string, string];
      for (const name of names.trim().split(" ")) assert.equal(shown(find(of, name)), wanted(result), `${of} ${name}`);
    }
  }
}

describe("what stands in a collection", () => {
  test("its one argument, pairs of a dictionary, letters; nothing in what is none", () => {
    check(
      `
int[]: each → int
List<Item>: each → Item
List: each → Opaque
Thing<Item>: each → Item
Thing: each → Opaque
Thing<int, Item>: each → none
Dictionary<int, Item>: each → KeyValuePair<int, Item>
string: each → char
String: each → char
IGrouping<int, Item>: each → Item
Task<Item>: each → none
Func<Item>: each → none
S?: each → none
Item: each → none
(int, Item): each → none`,
      (of) => elementOf(type(of)),
    );
  });
  test("by an index", () => {
    check(
      `
Dictionary<int, Item>: at → Item
List<Item>: at → Item
Thing: at → Opaque
Thing<int, long>: at → Opaque
Thing<int, Item>: at → Unknown
Item: at → Unknown`,
      (of) => indexedType(type(of)),
    );
  });
});

describe("what members give", () => {
  test("what their type passes on", () => {
    check(
      `
Expression<Func<Item>>: Compile → Func<Item>; Body → Unknown
IGrouping<int, Item>: Key → int; Count → int; First → Item
KeyValuePair<int, Item>: Key → int; Value → Item; Foo → Unknown
Dictionary<int, Item>: Keys → ICollection<int>; Values → ICollection<Item>; Count → int; Foo → Unknown
Task<Item>: Result → Item; Foo → Unknown
Lazy<Item>: Value → Item
S?: Value GetValueOrDefault → S; HasValue → bool
Action<Item>: Target → Unknown
Thing<int, Item>: Value → Unknown
Thing<int>: Foo → Opaque
Thing: Foo Where → Opaque; Name Message ToInt32 Array → Opaque; ToString → string; GetType → Type; Dispose → void
Item[]: Where → IEnumerable<Item>; ToList → List<Item>; First → Item; Length → int
List<Item>: Where → IEnumerable<Item>; GetEnumerator → IEnumerator<Item>; ToArray → Item[]; First → Item; Foo → Unknown; Clear → void
IQueryable<Item>: Where → IQueryable<Item>; AsEnumerable → IEnumerable<Item>
IOrderedQueryable<Item>: Where → IQueryable<Item>; ToHashSet → HashSet<Item>`,
      (of, name) => externalMemberType(type(of), name),
    );
  });
  test("what is the same wherever it is met", () => {
    check(
      `
string: Split → string[]; Trim → string; Length → int; Contains → bool
Type: Name FullName → string; Foo → Opaque
MethodInfo: Name → string
Convert: ToInt32 → int; ToString → string; Foo → Opaque
Time: frameCount → int; deltaTime → float; timeAsDouble → double
Array: Length → int
ArraySegment<Item>: Array → Item[]
ArraySegment: Array → Unknown[]; Foo → Opaque
ArgumentException: Message → string; Foo → Opaque
StringBuilder: Append → StringBuilder; Foo → Opaque
DateTime: Now AddDays → DateTime; Foo → Opaque`,
      (of, name) => externalMemberType(type(of), name),
    );
  });
});

describe("what calls give", () => {
  const call = (receiver: string, name: string, typeArgs: string[] = [], args: string[] = []): string =>
    shown(
      externalCallType(
        receiver === "" ? undefined : type(receiver),
        name,
        typeArgs.map((each) => type(each)),
        () => args.map((each) => type(each)),
      ),
    );
  test("their type argument, or many of it", () => {
    assert.equal(call("GameObject", "GetComponent", ["Item"]), wanted("Item"));
    assert.equal(call("GameObject", "GetComponentsInChildren", ["Item"]), wanted("Item[]"));
    assert.equal(call("Thing", "Foo", ["Item"]), wanted("Unknown"));
    assert.equal(call("Thing", "Foo", ["int", "Item"]), wanted("Unknown"));
    assert.equal(call("Thing", "Foo", ["int"]), wanted("Opaque"));
  });
  test("what they were given, where they may", () => {
    assert.equal(call("", "Instantiate", [], ["Item"]), wanted("Item"));
    assert.equal(call("", "Instantiate"), wanted("Opaque"));
    assert.equal(call("Thing", "Foo", [], ["int", "Item"]), wanted("Unknown"));
    assert.equal(call("Thing", "Foo", [], ["int"]), wanted("Opaque"));
    assert.equal(call("List<Item>", "Foo", [], ["int"]), wanted("Unknown"));
    assert.equal(call("List<Item>", "IndexOf", [], ["Item"]), wanted("int"));
    assert.equal(call("string", "Format", [], ["string", "Item"]), wanted("string"));
  });
  test("of every object, without anything in front", () => {
    assert.equal(call("", "GetType"), wanted("Type"));
    assert.equal(call("", "Foo"), wanted("Opaque"));
    assert.equal(call("Thing", "Foo"), wanted("Opaque"));
  });
  test("what they hand out", () => {
    const out = (receiver: string, name: string, ...typeArgs: string[]): string =>
      shown(
        externalOutType(
          type(receiver),
          name,
          typeArgs.map((each) => type(each)),
        ),
      );
    assert.equal(out("Dictionary<int, Item>", "TryGetValue"), wanted("Item"));
    assert.equal(out("Thing<int, Item>", "Foo"), wanted("Unknown"));
    assert.equal(out("Thing<int, Item, S>", "TryGetValue"), wanted("Unknown"));
    assert.equal(out("Queue<Item>", "TryDequeue"), wanted("Item"));
    assert.equal(out("List<Item>", "Foo"), wanted("Unknown"));
    assert.equal(out("Thing", "Foo"), wanted("Opaque"));
    assert.equal(out("GameObject", "TryGetComponent", "Item"), wanted("Item"));
  });
});

describe("delegates", () => {
  test("what they take and give", () => {
    const shape = (written: string): string => {
      const found = frameworkDelegate(type(written));
      if (!found) return "none";
      return `${found.known ? "" : "?"}${found.parameters.slice(0, 3).map(shown).join(" ")} → ${shown(found.result)}`;
    };
    const item = wanted("Item");
    assert.equal(shape("Func<int, Item>"), `int<> → ${item}`);
    assert.equal(shape("Action<Item>"), `${item} → void<>`);
    assert.equal(shape("Predicate<Item>"), `${item} → bool<>`);
    assert.equal(shape("Comparison<Item>"), `${item} ${item} → int<>`);
    assert.equal(shape("Converter<int, Item>"), `int<> → ${item}`);
    assert.equal(shape("Converter"), " → ?");
    assert.equal(shape("EventHandler"), "object<> EventArgs<> → void<>");
    assert.equal(shape("EventHandler<Item>"), `object<> ${item} → void<>`);
    assert.equal(shape("Thing"), "??<> ?<> ?<> → ?<>");
    assert.equal(shape("Thing<int>"), "??<> ?<> ?<> → int<>");
    for (const none of ["Thing<Item>", "List<int>", "IDisposable", "int", "Item"]) assert.equal(shape(none), "none");
  });
  test("what lambdas get of a collection", () => {
    const parameters = (receiver: string, method: string) =>
      elementLambdaParameters(type(receiver), method)?.map(shown);
    assert.deepEqual(parameters("List<Item>", "Sort"), [wanted("Item"), wanted("Item")]);
    assert.deepEqual(parameters("List<Item>", "Where"), [wanted("Item"), "int<>"]);
    assert.equal(parameters("List<Item>", "Foo"), undefined);
    assert.equal(parameters("Task<Item>", "Where"), undefined);
  });
  test("what queries make of them", () => {
    const result = (source: string | undefined, method: string, ...gives: string[]) =>
      shown(
        queryResult(
          source === undefined ? undefined : type(source),
          method,
          gives.map((each) => ({ parameters: 1, gives: () => type(each) })),
        ),
      );
    assert.equal(result("List<Item>", "Select", "int"), wanted("IEnumerable<int>"));
    assert.equal(result("IOrderedQueryable<Item>", "Select", "int"), wanted("IQueryable<int>"));
    assert.equal(result("Item[]", "Select", "int"), wanted("IEnumerable<int>"));
    assert.equal(result(undefined, "Select", "int"), wanted("IEnumerable<int>"));
    assert.equal(result("List<Item>", "SelectMany", "S[]"), wanted("IEnumerable<S>"));
    assert.equal(result("List<Item>", "SelectMany", "S[]", "int"), wanted("IEnumerable<int>"));
    assert.equal(result("List<Item>", "ToDictionary", "int"), wanted("Dictionary<int, Item>"));
    assert.equal(result("List<Item>", "ToDictionary", "int", "S"), wanted("Dictionary<int, S>"));
    assert.equal(result("List<Item>", "GroupBy", "int"), wanted("IEnumerable<IGrouping<int, Item>>"));
    assert.equal(result("List<Item>", "Sum", "int"), wanted("int"));
    assert.equal(result("List<Item>", "Select"), "none");
  });
});
