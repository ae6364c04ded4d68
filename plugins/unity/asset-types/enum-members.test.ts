/** Enum members with their C# values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { enumsIn } from "./enum-members.ts";

test("members of an enum have their numbers", () => {
  const found = enumsIn(`
    enum A { One, Two = 5, Three }
    [Flags] enum B : byte { X = 1 << 3, // eight
      Y = 0x10, [Obsolete] Z = X | Y, All = ~0 }
    public enum C { P = Other.Count, Q, R = 2 }`);
  assert.deepEqual(
    [...found].map(([name, { byName }]) => [name, ...byName.values()]),
    [
      ["A", 0, 5, 6],
      ["B", 8, 16, 24, -1],
      ["C", undefined, undefined, 2],
    ],
  );
  assert.deepEqual(
    [...found.values()].map(({ isFlags, isWhole }) => [isFlags, isWhole]),
    [
      [false, true],
      [true, true],
      [false, false],
    ],
  );
});

test("two enums of one name are not taken for one another", () => {
  assert.equal(enumsIn("class A { enum Mode { On } } class B { enum Mode { Off, On } }").has("Mode"), false);
  assert.equal(enumsIn("class A { enum Mode { On } } class B { enum Mode { On } }").has("Mode"), true);
});
