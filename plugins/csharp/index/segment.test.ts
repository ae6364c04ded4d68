/** Segments: what is written is what is read, found by name in any case, with its header where the text has it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHeader } from "../outline/header-details.ts";
import { readOutline } from "../outline/read-outline.ts";
import { decodeSegment, encodeSegment, headerOf, outlined, type Segment } from "./segment.ts";
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
  return decodeSegment(encodeSegment(files))!;
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

  test("is refused when a byte of it is another", () => {
    const { bytes } = segmentOf({ "a.cs": PLAIN });
    for (const at of [0, 5, 9, 40, bytes.length >> 1, bytes.length - 9]) {
      const torn = bytes.slice();
      torn[at]! ^= 1;
      assert.equal(decodeSegment(torn), undefined, `byte ${at}`);
    }
    assert.equal(decodeSegment(bytes.slice(0, -8)), undefined);
  });
});

describe("the store", () => {
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
    again.compact();
    assert.deepEqual(found(), ["a.cs healed"]);
  });
});
