/** Tests conversions between types, including those that cannot be known (C# §10.2, §10.5). */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { testGrammar, typesIn } from "../../../test/csharp/marks.ts";
import { type ConversionMatch, conversion } from "./conversions.ts";
import type { SemanticModel } from "./semantic-model.ts";
import type { TypeRef } from "./type-ref.ts";

const TYPES = `using System; using System.Collections.Generic; using UnityEngine; using Lib;
interface IOwn { } class Base { } class Item : Base, IOwn { } class Other { } struct S : IOwn { } enum E { A } class Box<T> { } delegate void D();
class MyList : List<Item> { } class Heir : MonoBehaviour { } class Far : Thing { }
struct Deg { public static implicit operator Deg(Widget w) => default; }
class Money { public static implicit operator Cash(Money m) => null; } class Penny : Money { }
class Broken { public static implicit operator int() => 0; }
class Scope<T, U, V, W, X, Y> where V : U where W : Item where X : IOwn, Thing where Y : Base, IOwn { int here; }`;

let model: SemanticModel;
let type: (written: string) => TypeRef;
before(async () => {
  ({ model, type } = typesIn(await testGrammar(), TYPES));
});

/** Checks lines of the form `from → to, to: fit; to: fit`. */
function check(table: string): void {
  for (const line of table.trim().split("\n")) {
    const [from, rest] = line.split("→") as [string, string];
    for (const group of rest.split(";")) {
      const [targets, match] = group.split(":") as [string, string];
      for (const to of targets.split("|")) {
        const found: ConversionMatch = conversion(model, type(from), type(to));
        assert.equal(found, match.trim(), `${from.trim()} → ${to.trim()}`);
      }
    }
  }
}

describe("what is not known", () => {
  test("may be anything, alone and inside of others", () => {
    check(`
Unknown → int | Item | Unknown: maybe
int → Unknown: maybe
Item → Unknown: maybe
dynamic → Item | int: maybe
int → dynamic | object: yes
Box<Unknown> → Box<Unknown> | Box<int> | Box<Item>: maybe; Item | string: no
Box<int> → Box<Unknown>: maybe
List<Unknown> → List<Unknown> | List<int>: maybe; int: no
(int, Unknown) → (int, Unknown) | (int, string): maybe; (string, Unknown) | (int, int, int): no
Unknown[] → int[] | Unknown[]: maybe
int[] → Unknown[]: maybe
Opaque → Opaque | List<int> | string: maybe; Item: no
List<int> → Opaque: maybe`);
  });
  test("but not what its known parts exclude", () => {
    check(`
Box<List<Unknown>> → Box<Other> | Box<string>: no; Box<IEnumerable<Unknown>>: maybe
Box<IEnumerable<Unknown>> → Box<List<Unknown>>: maybe`);
  });
});

describe("pointers", () => {
  test("to the same, to nothing, and from nothing else", () => {
    check(`
int* → int* | void*: yes; byte* | string | Item: no; int: maybe
Unknown* → int*: maybe
int* → Unknown*: maybe
Opaque → int*: maybe
IntPtr → int*: maybe
int → int*: no
Item → int*: no
string → int*: no`);
  });
});

describe("types of the workspace", () => {
  test("as their bases, with the type arguments that those have", () => {
    check(`
Item → Base | IOwn | object: yes; Other | string | int | Action | Item[]: no
S → IOwn | object: yes; string | Other: no
MyList → List<Item> | IList<Item> | IEnumerable<Item> | IEnumerable: yes; List<Other> | IEnumerable<Other> | HashSet<Item> | List<Item>[]: no
Heir → MonoBehaviour | Component | bool: yes; int | string | Item: no
Far → Thing: yes; Gadget: maybe; Item | string: no
Box<int> → Box<int>: yes; Box<long> | Box<object> | Box<Item>: no
Box<object> → Box<int>: no
Box<Item> → Box<Item>: yes; Box<Other>: no`);
  });
  test("enums as what all of them are", () => {
    check(`
E → Enum | ValueType | IComparable | object | E: yes; Thing | Item | int | string | IOwn: no`);
  });
  test("by the operators that they or their bases declare", () => {
    check(`
Widget → Deg | Deg?: yes
Thing → Deg: maybe
Opaque → Deg: maybe
Money → Cash: yes; Coin: maybe; Item: no
Penny → Cash: yes
Broken → int | string: no`);
  });
});

describe("type parameters", () => {
  test("are themselves, what they must be, and boxed", () => {
    check(`
T → T | object: yes; U | Item | string | int | Item[]: no; ValueType: maybe
V → U: yes; T: no
W → Item | Base | IOwn: yes; Other | string | T: no
X → IOwn | Thing: yes; Gadget: maybe; Other: no
Y → Base | IOwn: yes; Item | Other: no
Item → T | W: no`);
  });
});

describe("types of other assemblies", () => {
  test("as what is known to stand above them, and not as what cannot", () => {
    check(`
string → IEnumerable<char> | IComparable: yes; int | int[] | Item: no
List<int> → IList<int> | IEnumerable: yes; IList<long> | string | CancellationToken | Action | Stream: no; Thing: maybe
Thing → IThing: yes; Gadget | int[] | int | string | bool | Guid | Action: maybe; Item | E: no
Vector3 → Vector2: yes
ArgumentException → Exception: yes
object → string | Thing: no
int → long | double | IComparable | ValueType: yes; short | string | int[]: no
int? → int? | object: yes; int | string: no; IComparable: maybe
int → int? | long?: yes; short?: no`);
  });
  test("interfaces and delegates are no values", () => {
    check(`
IDisposable → int | Guid | CancellationToken | string | Action: no; Thing | IFoo: maybe
Func<int> → Action | D: no
CancellationToken → string | int | bool: no; Thing: maybe`);
  });
});

describe("arrays and tuples", () => {
  test("as spans and collections of their elements, and nothing that is whole", () => {
    check(`
int[] → int[] | IList<int> | IList | Array | Span<int> | ReadOnlySpan<int>: yes; Span: maybe
int[] → IList<long> | Span<long> | string | Guid | Item | object[] | long[]: no; Thing: maybe
Item[] → Base[] | object[] | IOwn[] | IEnumerable<Item>: yes; Other[] | int[]: no
object[] → int[]: no
int[][] → int[][] | object[] | IList[]: yes; int[]: no`);
  });
  test("tuples element by element", () => {
    check(`
(int, string) → (int, string) | (long, object) | object: yes; (string, int) | Item | string | Action | int: no
(int, string) → ITuple | IComparable: maybe
(int, Thing) → (int, Gadget): maybe; (string, Gadget): no`);
  });
});
