/** Tests the types of members of Unity's own types, whose source code is not available. */
import { before, describe, test } from "node:test";
import { checkMarks, testGrammar } from "../../../test/csharp/marks.ts";
import type { Grammar } from "../syntax/grammar.ts";

let grammar: Grammar;
before(async () => {
  grammar = await testGrammar();
});

const check = (...texts: string[]): void => checkMarks(grammar, ...texts);

describe("members of the engine's types", () => {
  test("what a property gives chooses an extension method", () => {
    check(`using UnityEngine;
static class X { public static int /*@g*/Get(this GameObject o) => 0; public static int /*@t*/Get(this Transform o) => 0; }
class C { void M(Component c) { c.gameObject./*g*/Get(); c.transform./*t*/Get(); c.transform.parent./*t*/Get(); } }`);
  });
  test("what a method gives chooses an overload", () => {
    check(`using UnityEngine;
class C {
  void /*@r*/F(ResourceRequest r) { } void /*@a*/F(AssetBundleRequest r) { } void /*@i*/F(int i) { }
  void M() { /*r*/F(Resources.LoadAsync("x")); /*i*/F(Animator.StringToHash("x")); }
}`);
  });
  test("members that a component inherits", () => {
    check(`using UnityEngine;
class C : MonoBehaviour { void /*@t*/F(Transform t) { } void /*@v*/F(Vector3 v) { } void M(C other) { /*t*/F(transform); /*v*/F(other.transform.position); /*t*/F(this.transform); } }`);
  });
  test("arrays of them, and what comes through a base", () => {
    check(`using UnityEngine; using System.Collections.Generic;
class Mine : List<Item> { } class Item { public int /*@n*/N; }
class C : Other { void /*@a*/F(Vector3[] t) { } void /*@v*/F(Vector3 v) { } void M(Mesh m, Mine l) { /*a*/F(m.vertices); /*v*/F(m.vertices[0]); l[0]./*n*/N = 1; l.Find(i => i./*n*/N > 0)./*n*/N = 1; } } class Other : MonoBehaviour { }`);
  });
  test("only where the file uses the engine", () => {
    check(
      `class C { void /*@t*/F(Transform t) { } void /*@v*/F(GameObject v) { } void M(Component g) { /*t?,v?*/F(g.transform); } }`,
    );
  });
});
