/** All symbol paths in real projects resolve to their declaration in every tool. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { corpus, scratch } from "../jig.ts";
import { tripThrough } from "./symbol-path-trip.ts";

const HARD = `using System;
namespace A.B {
  public partial class Outer<T> : IDisposable {
    public class Inner<K, V> { public int Get(int a, ref T b) => 1; public int Get<X>(X x) => 2; }
    static Outer() { } public Outer(int x = 3) { } ~Outer() { } public int this[int i, string s] => 1;
    public static Outer<T> operator +(Outer<T> a, Outer<T> b) => a; public static implicit operator int(Outer<T> c) => 1;
    void IDisposable.Dispose() { } public void Dispose() { } int IFoo<T>.Bar => 1;
    (int a, string b) F((int x, System.Collections.Generic.List<(int q, int r)> y) t, params object[] os) => default;
    int a, b; event Action E; enum Color { Red, @class } partial void P(int a); partial void P(int b) { }
  }
  public class Outer { public class Inner { } } public interface IFoo<T> { int Bar { get; } } public record R(int X, string Y);
}
class Outer { } class Name { } class Uses { int Name; }
#if X
class Twice { }
#else
class Twice { int Only; }
#endif
`;

test("a file of every kind of declaration", async () => {
  const { declarations, wrong } = await tripThrough(scratch({ "a.cs": HARD }), 1000);
  assert.ok(declarations > 35);
  assert.deepEqual(wrong, []);
});

for (const name of ["R3", "CleanArchitecture", "com.unity.multiplayer.samples.coop", "spectre.console"]) {
  const root = corpus(name);
  test(name, { skip: root === undefined && "JIG_CORPUS has no such folder", timeout: 900_000 }, async () => {
    const { declarations, wrong } = await tripThrough(root ?? "", 300);
    assert.ok(declarations > 1000);
    assert.deepEqual(wrong.slice(0, 20), []);
  });
}
