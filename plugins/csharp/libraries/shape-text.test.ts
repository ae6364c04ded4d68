/** Tests that a type can be encoded as a line of the framework's table and decoded again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import framework from "../engine/framework-shapes.json" with { type: "json" };
import { FrameworkShapes } from "./framework-shapes.ts";
import { namespacesOf, readShape, shapeText } from "./shape-text.ts";
import type { LibraryMember, LibraryShape } from "./shapes.ts";
import type { LibraryTypeRef } from "./signatures.ts";

const named = (name: string, namespace = "System", args: LibraryTypeRef[] = []): LibraryTypeRef => ({
  is: "named",
  name,
  namespace,
  args,
});
const MEMBER: LibraryMember = {
  name: "Get",
  type: named("int"),
  isMethod: true,
  isStatic: false,
  isOverridable: false,
  isExtension: false,
  parameters: [],
  typeParameters: 0,
};
const parameter = (type: LibraryTypeRef, passing = "", isOptional = false) => ({ name: "", type, passing, isOptional });

test("everything that binds a call survives", () => {
  const members: LibraryMember[] = [
    { ...MEMBER, name: ".ctor", type: named("void"), parameters: [parameter(named("string"), "", true)] },
    {
      ...MEMBER,
      isStatic: true,
      isExtension: true,
      typeParameters: 2,
      type: named("Dictionary", "Far.Off", [
        { is: "ofMethod", at: 1 },
        { is: "array", element: { is: "ofType", at: 0 } },
      ]),
      parameters: [parameter({ is: "ofType", at: 0 }, "this"), parameter(named("Name", "Other"), "ref")],
    },
    { ...MEMBER, parameters: [parameter({ is: "unknown" }, "out"), parameter(named("Name", "Own"), "in")] },
    { ...MEMBER, name: "Size", isMethod: false, isOverridable: true },
  ];
  const shape: LibraryShape = {
    namespace: "Own.Outer",
    name: "Inner",
    depth: 1,
    kind: "struct",
    arity: 1,
    bases: [named("IBase", "Own"), named("IEnumerable", "Own", [{ is: "ofType", at: 0 }])],
    members: new Map(),
  };
  const byName = Map.groupBy(members, ({ name }) => name);
  const namespaceOf = namespacesOf((name) => (name === "Name" ? ["Name c Own 0,0|"] : []));
  const read = readShape(shapeText({ ...shape, members: byName }, namespaceOf), namespaceOf);
  assert.deepEqual({ ...read, members: new Map() }, shape);
  for (const [name, all] of byName) assert.deepEqual(read.members.get(name), all);
  assert.equal(read.members.get("Gone"), undefined);
  assert.ok(read.members.has("Size") && !read.members.has("Siz"));
});

test("the table has the types that programs use, with their extensions", () => {
  const table = new FrameworkShapes(framework.types);
  const [list] = table.typesNamed("List");
  assert.equal(`${list?.kind} ${list?.namespace} ${list?.arity}`, "class System.Collections.Generic 1");
  assert.deepEqual(list?.members.get("ToArray")?.[0]?.type, { is: "array", element: { is: "ofType", at: 0 } });
  assert.ok([...table.extending("Select")].includes("Enumerable"));
  assert.deepEqual([...table.extending("ToArray2")], []);
  assert.deepEqual(table.typesNamed("NoSuchType"), []);
  // Skip bases that code cannot refer to.
  for (const { namespace, name } of table
    .typesNamed("Int32")
    .flatMap(({ bases }) => bases.flatMap((base) => (base.is === "named" ? [base] : []))))
    assert.ok(table.has(name), `${namespace}.${name}`);
});
