/** Renames in AngelScript that take several processes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { FILES } from "./renamed-scripts.ts";
import { openSession } from "./session.ts";

const APPLIED = /is applied/;

test("the short command renames a script beside another language", () => {
  const root = scratch({ ...FILES, "tool.ts": "export function Shoot() {}\nexport function helper() {}\n" });
  const { stdout, stderr, code } = runJig(["rename", "ABase/Fire", "Launch"], { cwd: root });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /\+\+\+ b\/Script\/One\.as/);
  assert.match(stdout, /\+\tBase\.Launch\(Other/);
  assert.match(runJig(["rename", "helper", "helped"], { cwd: root }).stdout, /\+\+\+ b\/tool\.ts/);
});

const SPECIFIED = `enum EKind { Near, Far }
struct FEntry { UPROPERTY() FName Title; }
class ULampComponent : USceneComponent { UPROPERTY() float Range = 1; }
class ALampBase : AActor
{
	UPROPERTY(DefaultComponent, RootComponent)
	USceneComponent Root;
	UPROPERTY(DefaultComponent, Attach = Root)
	ULampComponent Lamp;
	UPROPERTY() EKind Kind = EKind::Near;
	UPROPERTY() bool bUse = true;
	UPROPERTY(Meta = (EditCondition = "bUse && Kind == EKind::Far", EditConditionHides))
	float Far = 1;
	UPROPERTY(Meta = (TitleProperty = "{Title}"))
	TArray<FEntry> Entries;
	UPROPERTY(Meta = (GetOptions = "GetNames"))
	FName Chosen;
	UPROPERTY(Replicated, ReplicatedUsing = OnRep_Charge)
	float Charge = 0;
	UPROPERTY(EditAnywhere, Meta = (ArraySizeEnum = "/Script/Angelscript.EKind"))
	int Sizes = 0;
	UPROPERTY(Meta = (AllowedClasses = "/Script/Angelscript.LampComponent"), Category = "bUse Root")
	AActor Other;
	UFUNCTION() TArray<FName> GetNames() const { return TArray<FName>(); }
	UFUNCTION() void OnRep_Charge() {}
	UFUNCTION(BlueprintPure, Meta = (DefaultToSelf = "Target"))
	float Reach(AActor Target) { return Far; }
}
`;

const SPECIFIED_BELOW = `class ALamp : ALampBase
{
	UPROPERTY(OverrideComponent = Lamp)
	ULampComponent Brighter;
	UPROPERTY(DefaultComponent, Attach = "Lamp")
	USceneComponent Tip;
}
`;

test("specifiers that name a member, a type or a parameter follow it, text that only looks so does not", async () => {
  const root = scratch({ "Script/Base.as": SPECIFIED, "Script/Below.as": SPECIFIED_BELOW });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const read = () => ["Base", "Below"].map((file) => readFileSync(join(root, `Script/${file}.as`), "utf8")).join("");
  const before = read();
  const rows: [name: string, to: string, there: RegExp[]][] = [
    ["ALampBase/Root", "Base", [/Attach = Base\)/, /Category = "bUse Root"/]],
    ["ALampBase/Lamp", "Bulb", [/OverrideComponent = Bulb\)/, /Attach = "Bulb"\)/]],
    ["ALampBase/bUse", "bOn", [/"bOn && Kind == EKind::Far"/, /Category = "bUse Root"/]],
    ["ALampBase/Kind", "Sort", [/"bUse && Sort == EKind::Far"/]],
    ["EKind/Far", "Distant", [/"bUse && Kind == EKind::Distant"/, /float Far = 1/]],
    ["EKind", "EReach", [/Kind == EReach::Far"/, /"\/Script\/Angelscript\.EReach"/]],
    ["FEntry/Title", "Heading", [/TitleProperty = "\{Heading\}"/]],
    ["ALampBase/GetNames", "GetAll", [/GetOptions = "GetAll"/]],
    ["ALampBase/OnRep_Charge", "OnRep_Power", [/ReplicatedUsing = OnRep_Power\)/]],
    ["ULampComponent", "UBulbComponent", [/"\/Script\/Angelscript\.BulbComponent"/]],
  ];
  for (const [name, to, there] of rows) {
    assert.match(await session.text("angelscript_rename", { name, to, apply: true }), APPLIED, name);
    for (const form of there) assert.match(read(), form, name);
    const back = name.includes("/") ? name.replace(/[^/]*$/, to) : to;
    const answer = await session.text("angelscript_rename", { name: back, to: name.replace(/.*\//, ""), apply: true });
    assert.match(answer, APPLIED, `${name} back`);
    assert.equal(read(), before, name);
  }
  const line = SPECIFIED.split("\n").findIndex((each) => each.includes("Reach(")) + 1;
  const at = `Script/Base.as:${line}:22`;
  assert.match(await session.text("angelscript_rename", { at, to: "Whom", apply: true }), APPLIED);
  assert.match(read(), /DefaultToSelf = "Whom"\)\)\s+float Reach\(AActor Whom\)/);
  await session.close();
});
