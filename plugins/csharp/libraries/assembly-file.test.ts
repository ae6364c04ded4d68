/** Tests of the reader of compiled assemblies: what it offers, and that no file makes it fail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { farLibrary } from "../../../test/csharp/far-library.ts";
import { readAssembly } from "./assembly-file.ts";

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

test("what is no assembly, is cut off anywhere, or lies, says nothing and ends", () => {
  const bytes = farLibrary();
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
  for (let round = 0; round < 3000; round++) {
    const damaged = bytes.slice();
    for (let change = 0; change <= round % 6; change++)
      damaged[random(damaged.length)] = round % 2 === 0 ? 255 : random(256);
    ask(damaged);
  }
});

function ask(bytes: Uint8Array): void {
  const assembly = readAssembly(bytes);
  for (const name of assembly?.names().slice(0, 20) ?? []) assembly!.typesNamed(name);
}
