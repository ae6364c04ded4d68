/** Queries for sets: members with overrides and uses, outlines, hierarchies with inferred bases, bindings. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const ROOT = scratch({
  "Script/Base.as": `event void FOnDone(int Count);

UCLASS(Abstract)
class ABase : AActor
{
	UPROPERTY()
	FOnDone OnDone;

	UFUNCTION(BlueprintOverride)
	void BeginPlay() { OnDone.AddUFunction(this, n"HandleDone"); }

	UFUNCTION()
	void HandleDone(int Count) { Fire(Count); Fire(1); }

	UFUNCTION(BlueprintEvent)
	void Fire(int Count) {}
	void Never() {}
}

namespace Tools
{
	const float Scale = 1.0;
	void Help(ABase Base) {}
}
`,
  "Script/Child.as": `class AChild : ABase { void Fire(int Count) override { Super::Fire(Count); } }
class UMark : UStudioShapeComponent {}
`,
});

let session: Session;
before(async () => {
  session = await openSession({ cwd: ROOT, args: ["--root", ROOT] });
});
after(() => session.close());

const ask = async (tool: string, input: object) => (await session.call(`angelscript_${tool}`, input)).data;

test("members say what they override, which are events, and how often scripts use them", async () => {
  const { members } = await ask("getTypeMembers", { name: "ABase", includeUses: true });
  const of = (name: string) => members.find((each: { name: string }) => each.name === name);
  assert.deepEqual([of("BeginPlay").overrides, of("Fire").isBlueprintEvent], ["AActor/BeginPlay", true]);
  assert.deepEqual([of("Fire").uses, of("Never").uses, of("HandleDone").uses, of("OnDone").uses], [3, 0, 1, 1]);
  const child = await ask("getTypeMembers", { name: "AChild", nameFilter: "FIRE" });
  assert.deepEqual(
    child.members.map((each: { overrides?: string }) => each.overrides),
    ["ABase/Fire"],
  );
  const native = await ask("getTypeMembers", { name: "AActor", nameFilter: "BeginPlay" });
  assert.ok(native.members.some((each: { isOverridable?: boolean }) => each.isOverridable));
});

test("the outline of a file, with types and what is in them", async () => {
  const { type, members } = await ask("getTypeMembers", { name: "Script/Base.as" });
  assert.match(type.qualifiedName, /Script\/Base\.as$/);
  assert.deepEqual(
    members.map(
      (each: { kind: string; name: string; startLine: number }) => `${each.startLine} ${each.kind} ${each.name}`,
    ),
    ["1 event FOnDone", "4 class ABase", "7 property OnDone", "10 method BeginPlay", "13 method HandleDone"].concat([
      "16 method Fire",
      "17 method Never",
      "22 variable Scale",
      "23 function Help",
    ]),
  );
  assert.equal((await session.call("angelscript_getTypeMembers", { name: "Script/None.as" })).error.code, "NotFound");
});

test("a declaration has one line in every tool", async () => {
  const lines = [
    (await ask("hover", { name: "ABase/HandleDone" })).symbol.startLine,
    (await ask("hover", { at: "Script/Base.as:13:8" })).symbol.startLine,
    (await ask("resolveSymbolAtPosition", { name: "ABase/HandleDone" })).symbol.definition.nameLine,
    (await ask("findReferences", { name: "ABase/HandleDone" })).symbols[0].startLine,
    (await ask("calls", { name: "ABase/HandleDone" })).symbol.startLine,
    (await ask("searchApi", { labelQuery: "ABase.HandleDone(int" })).items[0].startLine,
  ];
  assert.deepEqual(lines, Array(lines.length).fill(13));
  const { sourceByClass } = await ask("getClassHierarchy", { name: "ABase" });
  assert.deepEqual([sourceByClass.ABase.startLine, sourceByClass.ABase.nameLine], [3, 4]);
});

test("a bind has the function that it names, and calls have their lines", async () => {
  const { references } = await ask("findReferences", { name: "ABase/OnDone", kinds: ["bind"] });
  const [{ binds }] = references;
  assert.deepEqual([binds.symbolPath, binds.startLine], ["ABase/HandleDone", 13]);
  const { functions } = await ask("calls", { name: "ABase/HandleDone", direction: "outgoing" });
  assert.deepEqual([functions[0].calls, functions[0].callLines], [2, [13, 13]]);
});

test("a base that follows from a name is in the tree, and marked", async () => {
  const up = await ask("getClassHierarchy", { name: "UMark" });
  assert.deepEqual(up.supers.slice(0, 2), ["UStudioShapeComponent", "UActorComponent"]);
  assert.equal(up.sourceByClass.UStudioShapeComponent.isBaseInferred, true);
  const down = await ask("getClassHierarchy", { name: "UActorComponent", maxSubDepth: 9, maxSubBreadth: 9999 });
  assert.deepEqual(down.derivedByParent.UStudioShapeComponent, ["UMark"]);
});

test("hover and calls take sets: several names, all members, a name that several declare", async () => {
  const signatures = ({ symbols }: { symbols: { signature: string }[] }) => symbols.map(({ signature }) => signature);
  const two = await ask("hover", { names: ["AChild", "Tools::Help"] });
  assert.deepEqual(signatures(two), ["class AChild : ABase", "void Tools::Help(ABase Base)"]);
  const all = await ask("hover", { name: "ABase/*" });
  assert.equal(all.total, 5);
  assert.ok(signatures(all).includes("void ABase.Never()"));
  const fires = await ask("hover", { name: "Fire" });
  assert.deepEqual(signatures(fires), ["void ABase.Fire(int Count)", "void AChild.Fire(int Count)"]);
  const calls = await ask("calls", { name: "ABase/*" });
  assert.deepEqual(
    calls.symbols.map(({ name, total }: { name: string; total: number }) => [name, total]),
    [
      ["ABase.BeginPlay", 0],
      ["ABase.HandleDone", 1],
      ["ABase.Fire", 2],
      ["ABase.Never", 0],
    ],
  );
});
