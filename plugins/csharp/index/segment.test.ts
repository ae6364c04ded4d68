/**
 * Tests that a segment contains what was written to it, that names are found in any case, and that headers are at the
 * right offsets.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHeader } from "../outline/header-details.ts";
import { readOutline } from "../outline/read-outline.ts";
import { encodeSegment, outlined } from "./encode-segment.ts";
import { fileOf, headerOf, openSegment, openSegments, type Segment } from "./segment.ts";
import { SymbolStore } from "./symbol-store.ts";

const PLAIN =
  'namespace Game {\n  [Serializable] class Player<T> : Base where T : new() {\n    int health = 1, mana;\n#if UNITY_EDITOR\n    void Heal(int by) { }\n#else\n    void Heal() { }\n#endif\n    public static Player<T> operator +(Player<T> a, int b) => a;\n    int this[string key] => 1;\n  }\n  class Health { string s = "health"; }\n}';
const ACCENTS = "class Überall { void İstanbul() { } int straße; }";

function segmentOf(texts: Record<string, string>): Segment {
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    size: text.length,
    mtimeMs: 1,
    ...outlined(text),
  }));
  return openSegment(encodeSegment(files))!;
}

describe("a segment", () => {
  test("has the header of every declaration where a reading of the file finds it", () => {
    for (const text of [PLAIN, ACCENTS]) {
      const segment = segmentOf({ "a.cs": text });
      readOutline(text).declarations.forEach((declaration, at) => {
        assert.deepEqual(readHeader(text, headerOf(segment, at)!), readHeader(text, declaration), declaration.name);
      });
    }
  });

  test("says so where a header is too long to be stored", () => {
    const segment = segmentOf({ "a.cs": `class A { void M(${"int a, ".repeat(20_000)}int b) { } int c; }` });
    assert.deepEqual(
      [0, 1, 2].map((at) => headerOf(segment, at) !== undefined),
      [true, false, true],
    );
  });

  test("is refused when it ends early, or is none; several are read one after another", () => {
    const { bytes } = segmentOf({ "a.cs": PLAIN });
    assert.equal(openSegment(bytes.slice(0, -8)), undefined);
    assert.equal(openSegment(bytes.slice(0, 8)), undefined);
    assert.equal(openSegment(new Uint8Array(bytes.length)), undefined);
    const both = new Uint8Array(Buffer.concat([bytes, segmentOf({ "b.cs": ACCENTS }).bytes, bytes.slice(0, -8)]));
    assert.deepEqual(
      openSegments(both).map((segment) => fileOf(segment, 0).path),
      ["a.cs", "b.cs"],
    );
  });
});

describe("the store", () => {
  test("lists the parts of a type in one order, whatever order the segments came in", () => {
    const parts = ["b.cs", "a.cs", "c.cs"].map((path) => segmentOf({ [path]: "partial class Split { }" }));
    const orders = [parts, parts.toReversed()].map((segments) => {
      const order = new SymbolStore();
      for (const segment of segments) order.add(segment);
      return order.typesNamed("Split").map((handle) => order.pathOf(handle));
    });
    assert.deepEqual(orders, [
      ["a.cs", "b.cs", "c.cs"],
      ["a.cs", "b.cs", "c.cs"],
    ]);
  });

  const store = new SymbolStore();
  store.add(segmentOf({ "a.cs": PLAIN }));
  store.add(segmentOf({ "b.cs": ACCENTS }));
  const names = (name: string, exact = false) => store.byName(name, exact).map((handle) => store.name(handle));

  test("finds parts of names in any case, and nothing that is no name", () => {
    assert.deepEqual(names("HEAL"), ["health", "Heal", "Heal", "Health"]);
    assert.deepEqual(names("über"), ["Überall"]);
    assert.deepEqual(names("STRASSE"), []);
    assert.deepEqual(names("straße"), ["straße"]);
    assert.deepEqual(names("stanbul"), ["İstanbul"]);
    for (const word of ["Base", "UNITY_EDITOR", "a.cs", "health\nmana", "\n", ""])
      assert.deepEqual(names(word), [], word);
  });

  test("finds whole names as they are written", () => {
    assert.deepEqual(names("Heal", true), ["Heal", "Heal"]);
    assert.deepEqual(names("heal", true), []);
    assert.deepEqual(names("Überall", true), ["Überall"]);
  });

  test("forgets the names of a file that was read again, of the same segment's other files nothing", () => {
    const again = new SymbolStore();
    again.add(segmentOf({ "a.cs": "class Old { int heal; }", "b.cs": "class Kept { int heal; void Heal() { } }" }));
    const found = () => again.byName("heal", false).map((handle) => `${again.pathOf(handle)} ${again.name(handle)}`);
    assert.deepEqual(found().sort(), ["a.cs heal", "b.cs Heal", "b.cs heal"]);
    again.add(segmentOf({ "a.cs": "class New { int healed; }" }));
    assert.deepEqual(found().sort(), ["a.cs healed", "b.cs Heal", "b.cs heal"]);
    again.remove("b.cs");
    assert.deepEqual(found(), ["a.cs healed"]);
    assert.equal(again.isLive(0), false);
    again.drop(0);
    assert.deepEqual([found(), again.dead], [["a.cs healed"], 0]);
  });

  test("keeps a file where it is until it is told to prefer another segment that has it", () => {
    const both = new SymbolStore();
    const texts = { "a.cs": "class A { int one; }", "b.cs": "class B { int one; }" };
    both.add(segmentOf({ "a.cs": texts["a.cs"] }));
    const whole = both.add(segmentOf(texts));
    const places = () => both.byName("one", true).map(({ segment }) => segment);
    assert.deepEqual(places(), [0, whole]);
    both.prefer(whole);
    assert.deepEqual([places(), both.isLive(0), both.symbols], [[whole, whole], false, 4]);
    both.drop(0);
    assert.deepEqual([places(), both.dead, both.liveFiles(whole)], [[whole, whole], 0, ["a.cs", "b.cs"]]);
    const none = both.add(segmentOf({ "a.cs": "class Other { }" }), () => false);
    assert.deepEqual([both.byName("Other", true), both.isLive(none)], [[], false]);
  });
});
