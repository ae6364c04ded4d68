/** Symbols by name: everything printed in answers is accepted, and unknown names yield suggestions. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const ROOT = scratch({
  "Script/Base.as": `class ABase : AActor
{
	int Health = 3;
	int Unused;
	void Fire(int Count) { Health -= Count; }
	void Fire(FString Name) {}
	void Rest() {}
	UFUNCTION(BlueprintOverride) void BeginPlay() {}
}
class AChild : ABase
{
	void Rest() override { Super::Rest(); Fire(1); }
	UFUNCTION(BlueprintOverride) void BeginPlay() {}
}
class AOther : AActor { UFUNCTION(BlueprintOverride) void BeginPlay() {} }
`,
  "Script/Lost.as": `class UOneTask : UUndeclaredTask { UFUNCTION(BlueprintOverride) void ExecuteAI() {} }
class UOneHeir : UOneTask { UFUNCTION(BlueprintOverride) void ExecuteAI() {} }
class UTwoTask : UUndeclaredTask { UFUNCTION(BlueprintOverride) void ExecuteAI() {} }
`,
  "Script/Use.as": `namespace Tools { void Rest(ABase Base) { Base.Rest(); Base.Health = 2; Base.Fire("x"); } }
class UHandler : UHazeEffectEventHandler { UFUNCTION(BlueprintEvent) void OnHit(int Much) {} }
void Hit(AHazeActor Actor) { UHandler::Trigger_OnHit(Actor, 1); }
`,
});

let session: Session;
before(async () => {
  session = await openSession({ cwd: ROOT, args: ["--root", ROOT] });
});
after(() => session.close());

const references = async (input: object) => (await session.call("angelscript_findReferences", input)).data;

test("members of a type with their uses are one call", async () => {
  const { symbols } = await references({ name: "ABase/*" });
  const uses = Object.fromEntries(
    symbols.map((each: { symbolPath: string; uses: number }) => [each.symbolPath, each.uses]),
  );
  assert.deepEqual(uses, {
    "ABase/Health": 2,
    "ABase/Unused": 0,
    "ABase/Fire(int)": 1,
    "ABase/Fire(FString)": 1,
    "ABase/Rest": 2,
    "ABase/BeginPlay": 0,
  });
  for (const path of Object.keys(uses)) assert.equal((await references({ name: path })).symbols[0].symbolPath, path);
});

test("an event of the engine joins the classes of one branch, also where its base is not declared", async () => {
  for (const name of ["ABase/BeginPlay", "UOneTask/ExecuteAI"]) {
    const { references: found } = await references({ name });
    assert.deepEqual(
      found.map(({ startLine }: { startLine: number }) => startLine),
      name.startsWith("A") ? [8, 13] : [1, 2],
    );
  }
});

test("dots, overloads, places and kinds are understood", async () => {
  const total = async (input: object) => (await references(input)).total;
  assert.equal(await total({ name: "ABase.Rest" }), await total({ at: "Script/Base.as:7:7" }));
  assert.equal(await total({ name: "ABase/Fire(FString)" }), 2);
  assert.deepEqual((await references({ name: "Rest" })).symbols.length, 3);
  const writes = await references({ names: ["ABase/Health", "ABase/Unused"], kinds: ["write"] });
  assert.deepEqual([writes.total, writes.counts.declaration], [2, 2]);
  assert.ok(writes.references.every((each: { symbolPath: string }) => each.symbolPath === "ABase/Health"));
  assert.equal(await total({ name: "ABase/Health @Script/Base.as:3" }), 3);
});

test("an override of an engine's event is its own branch; an event and its trigger are one", async () => {
  assert.equal((await references({ name: "ABase/BeginPlay" })).total, 2);
  const { symbols } = await references({ name: "UHandler/OnHit" });
  assert.equal(symbols[0].uses, 1);
});

test("hover and calls by name, all that have it; a name that is not there is an error with names", async () => {
  const { data } = await session.call("angelscript_hover", { name: "ABase/Health" });
  assert.deepEqual([data.symbol.kind, data.symbol.startLine], ["property", 3]);
  const calls = await session.call("angelscript_calls", { name: "ABase/Rest" });
  assert.deepEqual(calls.data.functions.map((each: { name: string }) => each.name).sort(), [
    "AChild.Rest",
    "Tools::Rest",
  ]);
  const twice = await session.call("angelscript_calls", { name: "ABase/Fire" });
  assert.deepEqual(
    twice.data.symbols.map((each: { signature: string }) => each.signature),
    ["void ABase.Fire(int Count)", "void ABase.Fire(FString Name)"],
  );
  const none = await session.call("angelscript_findReferences", { name: "ABase/Helth" });
  assert.equal(none.error.code, "NotFound");
  assert.ok(none.error.candidates.includes("ABase/Health"));
  assert.equal((await session.call("angelscript_findReferences", {})).error.code, "InvalidParams");
  assert.equal((await session.call("angelscript_hover", { name: "ABase", at: "a:1:1" })).error.code, "InvalidParams");
});

test("a hierarchy with what each class overrides", async () => {
  const { data } = await session.call("angelscript_getClassHierarchy", { name: "ABase", includeOverrides: true });
  const of = (name: string) => data.overridesByClass[name].map((each: { overrides: string }) => each.overrides);
  assert.deepEqual(of("AChild"), ["ABase/Rest", "ABase/BeginPlay"]);
  assert.deepEqual([of("ABase"), data.overridesByClass.ABase[0].isNative], [["AActor/BeginPlay"], true]);
});
