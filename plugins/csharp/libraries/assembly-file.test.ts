/** Tests the reader for compiled assemblies, including that it does not fail on any file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { farLibrary } from "../../../test/csharp/far-library.ts";
import { nearLibrary } from "../../../test/csharp/near-library.ts";
import { readAssembly } from "./assembly-file.ts";
import type { LibraryTypeRef } from "./signatures.ts";

test("public types with their public members, bases and kinds", () => {
  const far = readAssembly(farLibrary())!;
  assert.deepEqual(far.names().sort(), [
    "Ask",
    "Engine",
    "Fuel",
    "Gear",
    "Global",
    "IMoving",
    "Jet",
    "Part",
    "TurboAttribute",
  ]);
  const [engine] = far.typesNamed("Engine");
  assert.deepEqual(
    { ...engine, members: [...engine!.members.keys()] },
    {
      namespace: "Far.Away",
      name: "Engine",
      arity: 0,
      kind: "class",
      isSerializable: false,
      isAbstract: true,
      bases: ["IDisposable", "IMoving"],
      members: ["Power", "Name", "Started", "Move", "Stop", "Dispose"],
    },
  );
  const kinds = ["IMoving", "Gear", "Fuel", "Ask", "Part", "Global"].map((name) => {
    const [type] = far.typesNamed(name);
    return `${type!.kind} ${type!.namespace} ${[...type!.members.keys()].join(" ")}`;
  });
  assert.deepEqual(kinds, [
    "interface Far.Away Move",
    "enum Far.Away Low High",
    "struct Far.Away Amount",
    "delegate Far.Away ",
    "class Far.Away Size",
    "class  ",
  ]);
  assert.deepEqual(far.typesNamed("Secret"), []);
  assert.deepEqual(far.typesNamed("Inner"), []);
});

test("what members take and give, and which of them extend something", () => {
  const near = readAssembly(nearLibrary())!;
  assert.deepEqual(
    [...near.extensions()],
    ["AddThings", "AddThing", "Checked"].map((name) => [name, ["ServicesExtensions"]]),
  );
  const written = (ref: LibraryTypeRef): string => {
    if (ref.is === "ofType" || ref.is === "ofMethod") return `${ref.is === "ofType" ? "!" : "!!"}${ref.at}`;
    if (ref.is === "array") return `${written(ref.element)}[]`;
    if (ref.is !== "named") return ref.is;
    return ref.name + (ref.args.length > 0 ? `<${ref.args.map(written).join()}>` : "");
  };
  const members = (name: string) => {
    const [shape] = near.shapesNamed(name);
    return [...shape!.members.values()].flat().map(({ name, type, parameters, isMethod, isExtension }) => {
      const list = parameters.map((one) =>
        [one.passing, written(one.type), one.name, one.isOptional ? "=" : ""].filter((part) => part !== "").join(" "),
      );
      return `${isExtension ? "x " : ""}${written(type)} ${name}${isMethod ? `(${list.join(", ")})` : ""}`;
    });
  };
  assert.deepEqual(members("Options"), [
    "!0 Value",
    "Options<!0> With(Action<!0> change)",
    "Options<!!0> Select(Func<!0,!!0> by)",
    "bool TryTake(out !0 taken)",
    "void .ctor()",
  ]);
  assert.deepEqual(members("ServicesExtensions"), [
    "x Builder AddThings(this IServices services)",
    "x Builder AddThings(this IServices services, int count, string[] names)",
    "x IServices AddThing(this IServices services, Action<!!0> configure =)",
    "x !!0 Checked(this !!0 value)",
  ]);
  assert.ok(members("Step").includes("void Invoke(!0 on, int times)"));
});

test("constructors, indexers and nested types, with the type parameters of those around them", () => {
  const near = readAssembly(nearLibrary())!;
  const told = (name: string) =>
    near.shapesNamed(name).map(({ namespace, kind, arity, depth, members }) => {
      const own = [...members.values()].flat();
      return `${kind} ${namespace} ${arity} ${depth}: ${own.map((one) => `${one.name}${one.isMethod ? one.parameters.length : ""}`).join(" ")}`;
    });
  assert.deepEqual(told("Outer"), ["class Near.Building 0 0: First .ctor0 .ctor1 .ctor2 Finished this1 this2"]);
  assert.deepEqual(told("Bag"), ["class Near.Building 1 0: Head .ctor1 this1"]);
  assert.deepEqual(told("Inner"), ["class Near.Building.Outer 0 1: Which Made Make0 .ctor0"]);
  assert.deepEqual(told("Pair"), ["class Near.Building.Bag 2 1: One Two .ctor0"]);
  assert.deepEqual(
    told("Kind").map((each) => each.split(":")[0]),
    ["class Near.Building 0 0", "enum Near.Building.Outer 0 1"],
  );
  assert.deepEqual(told("Hidden"), []);
  const [entry] = near.shapesNamed("Entry");
  assert.deepEqual(entry!.members.get("Both")![0]!.type, {
    is: "named",
    namespace: "Near.Building.Bag",
    name: "Pair",
    args: [
      { is: "ofType", at: 0 },
      { is: "named", namespace: "System", name: "int", args: [] },
    ],
  });
});

test("what is no assembly, is cut off anywhere, or lies, says nothing and ends", () => {
  const bytes = nearLibrary();
  assert.equal(readAssembly(new Uint8Array()), undefined);
  assert.equal(
    readAssembly(new TextEncoder().encode("MZ but no more than that, whatever follows it here".repeat(9))),
    undefined,
  );
  for (let length = 0; length < bytes.length; length += 7) ask(bytes.subarray(0, length));
  let seed = 5;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 1200; round++) {
    const damaged = bytes.slice();
    for (let change = 0; change <= round % 6; change++)
      damaged[random(damaged.length)] = round % 2 === 0 ? 255 : random(256);
    ask(damaged);
  }
});

function ask(bytes: Uint8Array): void {
  const assembly = readAssembly(bytes);
  assembly?.extensions();
  for (const name of assembly?.names().slice(0, 8) ?? []) {
    assembly!.typesNamed(name);
    assembly!.shapesNamed(name);
  }
}
