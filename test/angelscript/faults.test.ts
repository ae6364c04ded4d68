/** Seeded semantic errors: at least 95 % must be reported at the right position, with no false positives. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

const CHUNKS = [
  {
    UObject: { methods: [{ name: "GetName", return: "FName", args: [] }] },
    AActor: {
      inherits: "UObject",
      methods: [
        { name: "Tick", event: true, ufunction: true, args: [{ name: "DeltaSeconds", type: "float32" }] },
        { name: "GetActorLocation", return: "FVector", args: [], const: true },
        { name: "SetActorLocation", return: "void", args: [{ name: "Location", type: "FVector" }] },
      ],
    },
    UWidget: { inherits: "UObject" },
    FVector: { isStruct: true, properties: { X: ["float64"], Y: ["float64"], Z: ["float64"] } },
    FString: { isStruct: true, methods: [{ name: "Len", return: "int", args: [], isProperty: false }] },
    FName: { isStruct: true },
    FText: { isStruct: true },
    __: { methods: [{ name: "Print", return: "void", args: [{ name: "Text", type: "const FString&" }] }] },
  },
];

const SOUND = `enum EMood { Calm, Angry }
struct FInfo { int Count; FString Title; }
delegate void FOnDone(int Result);
event void FFinished(int Result);
//TOP
mixin int CountRungs(ALadder Self, float Spacing) { return 1; }
int Twice(int X) { return X * 2; }
class ALadder : AActor
{
	int Rungs = 3;
	FInfo Info;
	EMood Mood = EMood::Calm;
	UWidget Widget;
	void Climb(int Steps, float Speed = 1.0) {}
	void Rest() {}
	FFinished Finished;
	UFUNCTION() void HandleDone(int Result) {}
	UFUNCTION(BlueprintEvent) void Felt() {}
	UFUNCTION(BlueprintEvent, Meta = (RequireSuperCall)) void Shaken() { Rest(); }
	int Height() const
	{
		if (Rungs > 2)
			return Rungs;
		else
			return 0;
	}
	UFUNCTION(BlueprintOverride)
	void Tick(float DeltaSeconds)
	{
		Climb(2);
		Climb(Steps = 2, Speed = 3.0);
		CountRungs(1.0);
		Info.Count = Twice(Rungs);
		FVector Where = GetActorLocation();
		SetActorLocation(Where);
		Print(f"{Where.X} {Info.Title.Len()}");
		const int Kept = 4;
		AActor Other = this;
		//SEED
	}
	//MEMBER
}
class AMetalLadder : ALadder
{
	void Climb(int Steps, float Speed = 1.0) override {}
	//OVERRIDE
}
`;

/** What to insert and part of the expected message. */
const SEEDS: [place: "SEED" | "MEMBER" | "OVERRIDE" | "TOP", code: string, message: RegExp][] = [
  ["SEED", "UndefinedThing.Call();", /UndefinedThing/],
  ["SEED", 'int A = "str";', /FString cannot be converted to int/],
  ["SEED", "FNope Value;", /FNope/],
  ["SEED", "Info.Nothing = 1;", /no "Nothing"/],
  ["SEED", "Info.Run();", /no "Run"/],
  ["SEED", "Jump();", /Jump/],
  ["SEED", "Widget.Explode();", /no "Explode"/],
  ["SEED", "Where.W = 1.0;", /no "W"/],
  ["SEED", "Mood = EMood::Sad;", /no "Sad"/],
  ["SEED", "Climb();", /takes 1 to 2 arguments, not 0/],
  ["SEED", "Climb(1, 2.0, 3);", /takes 1 to 2 arguments, not 3/],
  ["SEED", "Climb(Stairs = 2);", /no parameter "Stairs"/],
  ["SEED", 'Climb("two");', /takes int for "Steps", not FString/],
  ["SEED", "Twice(Info);", /not FInfo/],
  ["SEED", "Twice(this);", /not ALadder/],
  ["SEED", "Rest(1);", /takes 0 arguments, not 1/],
  ["SEED", "Rungs = Info;", /FInfo cannot be converted/],
  ["SEED", "Widget = this;", /ALadder cannot be converted to UWidget/],
  ["SEED", "Widget = 5;", /cannot be converted to UWidget/],
  ["SEED", "Info = 5;", /cannot be converted to FInfo/],
  ["SEED", "Kept = 5;", /"Kept" is constant/],
  ["SEED", "return 5 + Missing;", /Missing/],
  ["SEED", "Other.Rungz = 2;", /no "Rungz"/],
  ["SEED", "FOnDone Done; Done.Execute(1, 2);", /takes 1 argument, not 2/],
  ["MEMBER", "int Lost() { if (Rungs > 1) return 1; }", /not return a value/],
  ["MEMBER", "int Empty() { }", /not return a value/],
  ["MEMBER", "void Change() const { Rungs = 1; }", /"Rungs" is constant/],
  ["MEMBER", "FString Title() { return Rungs == 1 ? this : this; }", /cannot be converted/],
  ["MEMBER", "int Wrong() { return Info; }", /FInfo cannot be converted/],
  ["MEMBER", "UMissing Part;", /UMissing/],
  ["MEMBER", "SetActorLocation(GetActorLocation(), true);", /./],
  ["OVERRIDE", "void Fly() override {}", /to override/],
  ["OVERRIDE", "void Rest(int Long) override {}", /a different signature/],
  ["OVERRIDE", "int Height() override { return 1; }", /not const/],
  ["OVERRIDE", "UFUNCTION(BlueprintOverride) void Tock() {}", /Tock/],
  ["OVERRIDE", "UFUNCTION(BlueprintOverride) void HandleDone(int Result) {}", /not a BlueprintEvent/],
  ["OVERRIDE", "UFUNCTION(BlueprintOverride) void Felt(int Much) {}", /1 parameter, not 0/],
  ["OVERRIDE", "UFUNCTION(BlueprintOverride) void Shaken() {}", /must call "Super::Shaken/],
  ["OVERRIDE", "int Rungs = 4;", /declares "Rungs" already/],
  ["SEED", "float Speed = FVector(1, 2, 3);", /FVector cannot be converted to float/],
  ["SEED", "return 5;", /must not return a value/],
  ["SEED", "if (Rungs) {}", /must be bool, not int/],
  ["SEED", "while (Other) {}", /must be bool, not AActor/],
  ["SEED", "bool Both = Rungs && true;", /must be bool, not int/],
  ["SEED", "break;", /"break" is in no loop/],
  ["SEED", "if (true) { continue; }", /"continue" is in no loop/],
  ["SEED", "Kept.Reset();", /"int" has no "Reset"/],
  ["SEED", "int Kept = 2;", /declared twice in this block/],
  ["SEED", 'Finished.AddUFunction(this, n"Rest");', /not a UFUNCTION/],
  ["SEED", 'Finished.AddUFunction(this, n"Gone");', /no function "Gone" to bind/],
  ["SEED", 'Finished.AddUFunction(this, n"Felt");', /0 parameters, not 1/],
  ["SEED", 'FOnDone(this, n"Rest").Execute(1);', /not a UFUNCTION/],
  ["MEMBER", "int Short() { return; }", /must be returned/],
  ["MEMBER", "int Rungs;", /declares "Rungs" twice/],
  ["MEMBER", "void Rest() {}", /declares "Rest" with these parameters twice/],
  ["MEMBER", "UPROPERTY(EditAnywher) int Steps;", /no specifier "EditAnywher": did you mean "EditAnywhere"/],
  ["TOP", "struct FInfo { }", /"FInfo" is declared twice/],
  ["TOP", "enum EFeet { Left, Left }", /declares "Left" twice/],
];

/** Valid code that a careless check would reject. */
const SOUND_TOO = `
#if EDITOR
int Side() { return 1; }
#else
int Side() { return 2; }
#endif
namespace Math { float Add(float A, float B) { return A + B; } }
class AScaffold : ALadder
{
	void Climb(int Steps, float Speed = 1.0) override { Super::Climb(Steps, Speed); }
	UFUNCTION(BlueprintOverride) void Shaken() { Super::Shaken(); }
	UFUNCTION() void WhenDone(int Result) {}
	void Bind(FOnDone Done)
	{
		Finished.AddUFunction(Done.UObject, Done.FunctionName);
		Finished.AddUFunction(this, n"WhenDone");
		const float Small = 1.e-8 + 1.f;
		foreach (int Number, int Index : Numbers) { Climb(Number); }
		for (int At = 0; At < 3; ++At) { int Local = At; switch (Local) { case 1: break; default: continue; } }
		for (int At = 0; At < 3; ++At) { int Local = At; }
		AActor Other = Rungs > 2 ? this : nullptr;
		if (Other != nullptr && !Flag) return;
	}
	TArray<int> Numbers;
	bool Flag = false;
}
`;

test("seeded faults are told, and sound scripts have none", { timeout: 120_000 }, async () => {
  const cache = JSON.stringify({ version: 1, createdAt: "", debugDatabaseChunks: CHUNKS });
  const root = scratch({ ".vscode/angelscript/unreal-cache.json": cache });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const told = async (text: string) => {
    writeFileSync(`${root}/Ladder.as`, text);
    const answer = await session.call("angelscript_diagnostics", { filePath: "Ladder.as" });
    return answer.data;
  };
  const sound = await told(SOUND);
  assert.deepEqual(sound.diagnostics, []);
  assert.equal(sound.engineTypes, "all known");
  assert.deepEqual((await told(SOUND + SOUND_TOO)).diagnostics, []);
  const missed: string[] = [];
  for (const [place, code, message] of SEEDS) {
    const text = SOUND.replace(`//${place}`, code);
    const line = SOUND.slice(0, SOUND.indexOf(`//${place}`)).split("\n").length;
    const { diagnostics } = await told(text);
    const found = diagnostics.some(
      (each: { line: number; message: string }) => each.line === line && message.test(each.message),
    );
    if (!found) missed.push(`${code} ${JSON.stringify(diagnostics.map((each: { message: string }) => each.message))}`);
  }
  await session.close();
  console.log(`${SEEDS.length - missed.length} of ${SEEDS.length} seeded faults told; missed:`, missed);
  assert.ok(missed.length <= SEEDS.length * 0.05);
});

test("a text that is no file yet is checked where it would be, and leaves no trace", { timeout: 120_000 }, async () => {
  const root = scratch({ "Script/A.as": "class AThing : AActor\n{\n\tint Count;\n}\n" });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  const check = (filePath: string, content: string) => session.call("angelscript_diagnostics", { filePath, content });
  const fresh = await check("Script/B.as", "class ABox : AThing\n{\n\tvoid F() { Count = 1; Cuont = 2; }\n}\n");
  assert.deepEqual(
    fresh.data.diagnostics.map(({ line, severity }: { line: number; severity: string }) => [line, severity]),
    [[3, "likely"]],
  );
  assert.match(fresh.data.diagnostics[0].message, /did you mean "Count"/);
  assert.deepEqual((await check("Script/A.as", "class AThing : AActor\n{\n}\n")).data.diagnostics, []);
  const twice = await check("Script/C.as", "class AThing : AActor\n{\n}\n");
  assert.match(twice.data.diagnostics[0].message, /declared twice, also in Script\/A\.as/);
  assert.equal((await session.call("angelscript_getTypeMembers", { name: "ABox" })).error.code, "NotFound");
  const deep = await check("Script/New/Deep/B.as", "class ABox : AThing\n{\n\tvoid F() { Cuont = 2; }\n}\n");
  assert.deepEqual(
    deep.data.diagnostics.map(({ filePath }: { filePath: string }) => filePath.endsWith("/Script/New/Deep/B.as")),
    [true],
  );
  assert.equal((await check("Script/New/../../../B.as", "")).error.code, "InvalidParams");
  assert.equal((await check("Script/B.txt", "")).error.code, "InvalidParams");
  const nowhere = await session.call("angelscript_diagnostics", { content: "int X;" });
  assert.equal(nowhere.error.code, "InvalidParams");
  await session.close();
});

test("an override of an event in the project's own C++ header has its parameters, or is likely a fault", async () => {
  const script = (parameter: string): string =>
    `class UOwnHandler : UMyHandler\n{\n\tUFUNCTION(BlueprintOverride)\n\tvoid Generate(${parameter})\n\t{\n\t}\n}\n`;
  const root = scratch({
    "Game.uproject": "{}",
    "Source/Game/MyHandler.h": `UCLASS(Blueprintable)
class GAME_API UMyHandler : public UObject
{
	GENERATED_BODY()
	UFUNCTION(BlueprintImplementableEvent)
	void Generate(float Delta);
};
`,
    "Script/Own.as": script("float Delta"),
  });
  const session = await openSession({ cwd: root });
  const found = async (parameters: string): Promise<string[]> => {
    const input = { filePath: "Script/Own.as", content: script(parameters) };
    const { data } = await session.call("angelscript_diagnostics", input);
    return data.diagnostics.map(({ severity, line }: { severity: string; line: number }) => `${severity} ${line}`);
  };
  for (const right of ["float Delta", "float32 Delta"]) assert.deepEqual(await found(right), []);
  for (const wrong of ["int Delta", "", "float Delta, int More"]) assert.deepEqual(await found(wrong), ["likely 4"]);
  await session.close();
});
