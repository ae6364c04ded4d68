/** Which fields of a class Unity saves, and which values their types take. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredTypes, enumsIn, unsaved, wantedInstead } from "./field-types.ts";

const SOURCE = [
  "public int open;",
  "int hidden;",
  "[SerializeField] int marked;",
  "[SerializeField]",
  "private int below;",
  "[System.NonSerialized] public int skipped;",
  "public static int shared;",
  "public const int Fixed = 3;",
  "public readonly int once;",
  "public Dictionary<string, int> table;",
];

test("fields that Unity does not save have their reason", () => {
  const names = ["open", "hidden", "marked", "", "below", "skipped", "shared", "Fixed", "once", "table"];
  const symbols = names.flatMap((name, at) =>
    name === "" ? [] : [{ name, kind: "field", container: "A", startLine: at + 1, endLine: at + 1 }],
  );
  const types = declaredTypes(SOURCE.join("\n"), symbols, "A");
  const saved = [...types].filter(([, type]) => unsaved(type) === "").map(([name]) => name);
  assert.deepEqual(saved, ["open", "marked", "below"]);
  assert.equal(types.get("below"), "int");
  assert.equal(unsaved(types.get("skipped") ?? ""), "is marked NonSerialized");
  assert.equal(unsaved(types.get("once") ?? ""), "is readonly");
});

test("members of an enum have their numbers", () => {
  const found = enumsIn(
    "enum A { One, Two = 5, Three } [Flags] enum B : byte { X = 1 << 3, // eight\n Y = 0x10, } enum C { Z = X | Y }",
  );
  assert.deepEqual(
    [...found].map(([name, members]) => [name, ...members.values()]),
    [
      ["A", 0, 5, 6],
      ["B", 8, 16],
    ],
  );
});

test("a type takes its own values alone", () => {
  const refused: [type: string, value: boolean | number | string][] = [
    ["bool", "yes"],
    ["bool", 7],
    ["int", 4.5],
    ["int", 99_999_999_999],
    ["byte", -1],
    ["int", "x"],
  ];
  for (const [type, value] of refused) assert.notEqual(wantedInstead(type, value), "", `${type} ${value}`);
  const taken: [type: string, value: boolean | number | string][] = [
    ["bool", true],
    ["bool", "1"],
    ["int", "-5"],
    ["float", 4.5],
    ["", "anything"],
  ];
  for (const [type, value] of taken) assert.equal(wantedInstead(type, value), "", `${type} ${value}`);
});
