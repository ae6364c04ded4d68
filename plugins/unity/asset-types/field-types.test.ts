/** Serialized fields of a class. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredTypes, unsaved } from "./field-types.ts";

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

test("a field may have the name of its type, share a declaration, or be a list", () => {
  const source = [
    "[SerializeField] Renderer Renderer;",
    "[Range(0, 1)] public float width, height = 2;",
    "public Step[] steps;",
    "public List<Door> Door = new();",
    "[SerializeField] Ui.Panel Panel = null;",
  ];
  const fields: [name: string, line: number][] = [
    ["Renderer", 1],
    ["width", 2],
    ["height", 2],
    ["steps", 3],
    ["Door", 4],
    ["Panel", 5],
  ];
  const symbols = fields.map(([name, line]) => ({
    name,
    kind: "field",
    container: "A",
    startLine: line,
    endLine: line,
  }));
  assert.deepEqual(
    [...declaredTypes(source.join("\n"), symbols, "A").values()],
    ["Renderer", "float", "float", "Step[]", "List<Door>", "Ui.Panel"],
  );
});
