/** Override families with different parameter spellings and unknown bases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Lookup } from "../binding/lookup.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { type DatabaseChunk, libraryOfDatabase } from "../native/debug-database.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { Declaration, toRow } from "./declaration.ts";
import type { Declarers } from "./inferred-bases.ts";
import { overrideFamily } from "./override-family.ts";
import { SymbolTable } from "./symbol-table.ts";

const NATIVE: DatabaseChunk = {
  UObject: {},
  AActor: {
    inherits: "UObject",
    methods: [{ name: "Tick", ufunction: true, args: [{ name: "DeltaSeconds", type: "float32" }] }],
  },
  UCapability: {
    inherits: "UObject",
    methods: [
      { name: "ShouldActivate", ufunction: true, args: [{ name: "__ANY_STRUCT_REF", type: "int&" }] },
      { name: "Plain", args: [{ name: "Value", type: "const FVector&in" }] },
    ],
  },
};

/** Sorted owners in the family of a method. */
function family(
  script: string,
  owner: string,
  name: string,
  floatIsFloat64 = true,
  natives = NATIVE,
  declarers?: Declarers,
): string[] {
  const declarations = parseFile(tokenize(script, new Names())).declarations.map(
    (each) => new Declaration(toRow(each)),
  );
  const file = { path: "a.as", root: 0, size: 0, mtimeMs: 0, declarations };
  const library = libraryOfDatabase([natives], undefined, floatIsFloat64);
  const table = new SymbolTable([file], { ...library, ...(declarers ? { declarers } : {}) });
  const type = table.type(owner, 0);
  const member = type && new Lookup(table).members(type, name)[0];
  assert.ok(member, `${owner}.${name}`);
  return overrideFamily(table, member)
    .map((each) => each.owner?.name ?? "")
    .sort();
}

const OVERRIDE = "UFUNCTION(BlueprintOverride)";

test("a reflected function is one by its name: float for float32, structs for what the engine takes as any struct", () => {
  const script = `class A : AActor { ${OVERRIDE} void Tick(float DeltaSeconds) {} }
class B : A { ${OVERRIDE} void Tick(const float Delta) {} }
class C : AActor { ${OVERRIDE} void Tick(float32 D) {} }
class D : UCapability { ${OVERRIDE} bool ShouldActivate() const { return true; } }
class E : UCapability { ${OVERRIDE} bool ShouldActivate(FParams& Params) const { return true; } }`;
  for (const owner of ["A", "B", "C", "AActor"])
    assert.deepEqual(family(script, owner, "Tick"), ["A", "AActor", "B", "C"]);
  assert.deepEqual(family(script, "E", "ShouldActivate"), ["D", "E", "UCapability"]);
});

test("other functions are one by their parameters, without constness, references and other names of a number", () => {
  const script = `class A : UCapability { void Plain(FVector Value) {} void F(float X) {} void F(FName X) {} void F(int64 X) {} }
class B : A { void F(float64 X) override {} void F(FName X) override {} }`;
  assert.deepEqual(family(script, "A", "Plain"), ["A", "UCapability"]);
  assert.deepEqual(family(script, "B", "F"), ["A", "B"]);
  // With 32-bit `float`, these are different functions.
  assert.deepEqual(family(script, "B", "F", false), ["B"]);
});

test("overrides beneath a class that nobody declares belong together; a function that overrides nothing does not", () => {
  const script = `class A : AUnseen { ${OVERRIDE} void Go(float X) {} }
class B : AUnseen { ${OVERRIDE} void Go(float X) {} }
class C : B { ${OVERRIDE} void Go(float X) {} }
class D : AUnseen { void Go(float X) {} }
class E : D { void Go(float X) override {} }
class F : AOther { ${OVERRIDE} void Go(float X) {} }`;
  assert.deepEqual(family(script, "A", "Go"), ["A", "B", "C"]);
  assert.deepEqual(family(script, "E", "Go"), ["D", "E"]);
  assert.deepEqual(family(script, "F", "Go"), ["F"]);
});

test("where no base is told, overrides show from which class of the engine another derives", () => {
  const methods = (...names: string[]) => names.map((name) => ({ name, ufunction: true }));
  const natives: DatabaseChunk = {
    UObject: {},
    UCapability: { methods: methods("TickActive", "ShouldActivate") },
    UPlayerCapability: {},
    USound: { methods: methods("TickActive", "Play") },
    UThird: {},
  };
  const declares = (name: string): string[] =>
    Object.entries(natives).flatMap(([type, entry]) =>
      entry.methods?.some((each) => each.name === name) ? [type] : [],
    );
  const script = `class A : UCapability { ${OVERRIDE} void TickActive() {} }
class B : UPlayerCapability { ${OVERRIDE} void TickActive() {} ${OVERRIDE} void ShouldActivate() {} }
class C : B { ${OVERRIDE} void TickActive() {} }
class D : UPlayerCapability { ${OVERRIDE} void TickActive() {} }
class E : USound { ${OVERRIDE} void TickActive() {} }
class F : UThird { ${OVERRIDE} void TickActive() {} }`;
  const of = (owner: string): string[] => family(script, owner, "TickActive", true, natives, declares);
  for (const owner of ["A", "B", "C", "D", "UCapability"])
    assert.deepEqual(of(owner), ["A", "B", "C", "D", "UCapability"]);
  assert.deepEqual(of("E"), ["E", "USound"]);
  // Two candidate classes, so it's ambiguous.
  assert.deepEqual(of("F"), ["F"]);
});
