/** Seeded faults of meaning: at least 80 % are told, each where it is, and the scripts without them have none (public scripts as well, where they are). */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { corpus, scratch } from "../jig.ts";
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

/** What is put where, and part of the message that tells it. */
const SEEDS: [place: "SEED" | "MEMBER" | "OVERRIDE", code: string, message: RegExp][] = [
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
  ["OVERRIDE", "void Rest(int Long) override {}", /other parameters/],
  ["OVERRIDE", "UFUNCTION(BlueprintOverride) void Tock() {}", /Tock/],
];

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
  assert.ok(missed.length <= SEEDS.length * 0.2);
});

for (const name of ["xiaohanor+angelscript-sample", "TDGameStudio+AngelscriptProject", "AliAryaei+Strategic-AI"])
  test(`no false alarm in ${name}`, {
    skip: corpus(name) ? false : `no corpus ${name}: set JIG_CORPUS`,
    timeout: 300_000,
  }, async () => {
    const root = corpus(name) as string;
    const session = await openSession({ cwd: root, args: ["--root", root] });
    // The first answer waits for the index; the second is asked for in its own time.
    await session.call("angelscript_getTypeMembers", { name: "AActor" });
    const { data, error } = await session.call("angelscript_diagnostics", {});
    await session.close();
    assert.ok(data, JSON.stringify(error));
    const meaning = data.diagnostics.filter((each: { message: string }) => !/expected|never closed/.test(each.message));
    console.log(
      `${name}: ${data.filesChecked} files, ${data.total} told, ${meaning.length} of meaning; ${data.engineTypes}`,
    );
    assert.deepEqual(meaning, []);
  });
