/** Renames: every spelling changes, renaming back restores the file, and unsafe renames are rejected. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { openSession } from "./session.ts";

const FILES = {
  "Script/One.as": `event void FOnHit(int Amount);
class ABase : AActor
{
	FOnHit OnHit;
	int Count = 0;
	int GetScore() const property { return Count; }
	void SetScore(int New) property { Count = New; }
	UFUNCTION() void Hear(int Amount) { Print(f"{Count} {Amount}"); }
	void Fire(int Times, bool bLoud = false) { OnHit.AddUFunction(this, n"Hear"); Score += Times; }
	UFUNCTION(BlueprintOverride) void BeginPlay() {}
}
class AChild : ABase { void Fire(int Times, bool bLoud = false) override { Super::Fire(Times, bLoud = bLoud); } }
struct FPoint { int X; FPoint(int InX) { X = InX; } }
`,
  "Script/Two.as": `\uFEFFvoid Use(ABase Base) {\r\n	int Other = 1;\r\n	Base.Fire(Other, bLoud = true);\r\n	Base.Score = Base.Count;\r\n	FPoint Point = FPoint(1);\r\n	Unknown.Count = 2;\r\n}\r\n`,
};

const APPLIED = /is applied/;

async function project() {
  const root = scratch(FILES);
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const read = () => Object.keys(FILES).map((file) => readFileSync(join(root, file), "latin1"));
  const rename = (input: object) => session.text("angelscript_rename", { ...input, apply: true });
  return { read, rename, close: () => session.close() };
}

test("there and back leaves the same bytes, in between every spelling is the new one", async () => {
  const { read, rename, close } = await project();
  const before = read();
  const renames: [name: string, fresh: string, back: string, gone: RegExp][] = [
    ["ABase/Fire", "Shoot", "ABase/Shoot", /\bFire\b/],
    ["ABase/GetScore", "GetPoints", "ABase/SetPoints", /Score/],
    ["FPoint", "FSpot", "FSpot", /\bFPoint\b/],
  ];
  for (const [name, newName, now, gone] of renames) {
    assert.match(await rename({ name, to: newName }), APPLIED);
    assert.doesNotMatch(read().join(), gone);
    const old = name.slice(name.indexOf("/") + 1);
    assert.match(await rename({ name: now, to: now.includes("/Set") ? old.replace("Get", "Set") : old }), APPLIED);
    assert.deepEqual(read(), before, name);
  }
  await close();
});

test("the short command renames a script beside another language", () => {
  const root = scratch({ ...FILES, "tool.ts": "export function Shoot() {}\nexport function helper() {}\n" });
  const { stdout, stderr, code } = runJig(["rename", "ABase/Fire", "Launch"], { cwd: root });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /\+\+\+ b\/Script\/One\.as/);
  assert.match(stdout, /\+\tBase\.Launch\(Other/);
  assert.match(runJig(["rename", "helper", "helped"], { cwd: root }).stdout, /\+\+\+ b\/tool\.ts/);
});

test("a parameter changes with the labels of its arguments, a local alone", async () => {
  const { read, rename, close } = await project();
  assert.match(await rename({ at: "Script/One.as:9:28", to: "bSilent" }), APPLIED);
  const [one = "", two = ""] = read();
  assert.match(two, /bSilent = true/);
  assert.match(one, /Super::Fire\(Times, bSilent = bLoud\)/);
  assert.match(await rename({ at: "Script/Two.as:2:6", to: "Mine" }), APPLIED);
  assert.match(read()[1] ?? "", /int Mine = 1;\r\n\tBase\.Fire\(Mine/);
  await close();
});

test("what would change a meaning, or is not ours, is refused, and nothing is written", async () => {
  const { read, rename, close } = await project();
  const before = read();
  const refused: [input: object, why: RegExp][] = [
    [{ name: "ABase/Fire", to: "Hear" }, /identifies functions by name/],
    [{ name: "ABase/Count", to: "OnHit", possible: "list" }, /another meaning/],
    [{ at: "Script/Two.as:2:6", to: "Base" }, /another meaning/],
    [{ name: "ABase/BeginPlay", to: "Begin" }, /whose name the engine fixes/],
    [{ name: "AActor", to: "AThing" }, /declared by the engine/],
    [{ name: "ABase", to: "UBase" }, /must begin with A/],
    [{ name: "ABase/Count", to: "BeginPlay" }, /AActor\.BeginPlay is already declared by the engine/],
    [{ name: "ABase/GetScore", to: "Points" }, /must begin with Get/],
    [{ name: "ABase/Count", to: "Number" }, /It is uncertain whether this is a use/],
    [{ name: "ABase/Fire", to: "while" }, /is not a valid script name/],
  ];
  for (const [input, why] of refused) assert.match(await rename(input), why);
  assert.deepEqual(read(), before);
  assert.match(await rename({ name: "ABase/Count", to: "Number", possible: "list" }), APPLIED);
  assert.match(read()[1] ?? "", /Base\.Number;[\s\S]*Unknown\.Count/);
  await close();
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

const SETTINGS = `UCLASS(Config = Game)
class ULampSettings : UObject { UPROPERTY(Config) float Power = 1; UPROPERTY(Config) float PowerMost = 2; }
class ALamp : AActor { UFUNCTION() void Shine() {} }
struct FGlow { UPROPERTY() int Amount; }
enum EGlow { Weak, Strong }
`;
const CONFIG = `[/Script/Engine.Engine]
LampClassName=/Script/Angelscript.Lamp
[CoreRedirects]
+ClassRedirects=(OldName="/Script/Angelscript.Candle",NewName="/Script/Angelscript.Lamp")
+FunctionRedirects=(OldName="/Script/Angelscript.Lamp.Burn",NewName="Shine")
[/Script/Angelscript.LampSettings]
Power=3
PowerMost=4
`;

test("redirects that saved assets need, and what configuration files name, are told", async () => {
  const root = scratch({ "Script/All.as": SETTINGS, "Config/DefaultGame.ini": CONFIG, "Lamps.uproject": "{}" });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const rows: [name: string, to: string, told: string[], places: number[]][] = [
    [
      "ALamp",
      "ABulb",
      ['+ClassRedirects=(OldName="/Script/Angelscript.Lamp",NewName="/Script/Angelscript.Bulb")'],
      [2, 4, 5],
    ],
    [
      "FGlow",
      "FShine",
      ['+StructRedirects=(OldName="/Script/Angelscript.Glow",NewName="/Script/Angelscript.Shine")'],
      [],
    ],
    [
      "EGlow",
      "EShine",
      ['+EnumRedirects=(OldName="/Script/Angelscript.EGlow",NewName="/Script/Angelscript.EShine")'],
      [],
    ],
    [
      "EGlow/Weak",
      "Faint",
      ['+EnumRedirects=(OldName="/Script/Angelscript.EGlow",ValueChanges=(("Weak","Faint")))'],
      [],
    ],
    ["ULampSettings/Power", "Strength", ['+PropertyRedirects=(OldName="/Script/Angelscript.LampSettings.Power"'], [7]],
    ["ALamp/Shine", "Glare", ['+FunctionRedirects=(OldName="/Script/Angelscript.Lamp.Shine"'], [5]],
    ["ULampSettings", "ULampConfig", ["+ClassRedirects="], [6]],
  ];
  for (const [name, to, told, places] of rows) {
    const answer = await session.text("angelscript_rename", { name, to });
    for (const text of told) assert.ok(answer.includes(text), `${name}: ${answer}`);
    const lines = [...answer.matchAll(/A configuration file names it .*:(\d+)$/gm)].map(([, line]) => Number(line));
    assert.deepEqual(lines, places, `${name}: ${answer}`);
  }
  await session.close();
});
