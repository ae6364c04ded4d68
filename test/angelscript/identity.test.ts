/** Symbol identity: globals with the same name, parameters and their labels, accessors, events. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callJig, scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const FILES = {
  "Script/One.as": `const float Speed = 1.0;
void Start(int A) { Print(f"{Speed}"); }
namespace Deep { const int Depth = 1; local void Hidden() {} void UseOne() { Hidden(); } }
struct FPart { int Size; TArray<int> List; }
event void FOnHit(int Amount);
class AOne : AActor
{
	FOnHit OnHit;
	FPart Part;
	TArray<int> Counts;
	int Count;
	void SetThing(int NewThing) property { Count = NewThing; }
	int GetThing() const property { return Count; }
	void Run()
	{
		Start(1);
		Thing += 1;
		SetThing(4);
		Named(Second = 2, First = 1);
		Counts.Add(1);
		int Number = Counts.Num();
		Counts[0] = 2;
		Part.List.Add(3);
		Part.Size = 4;
		Fill(Count);
		OnHit.AddUFunction(this, n"Hear");
		OnHit.Broadcast(1);
		OnHit.Unbind(this, n"Hear");
		foreach (int Each : Counts) { Count += Each; }
	}
	void Named(int First, int Second) { Print(f"{First}"); }
	void Fill(int&out Into) { Into = 1; }
	UFUNCTION() void Hear(int Amount) {}
}
`,
  "Script/Two.as": `const float Speed = 2.0;
void Start(int A) { Print(f"{Speed}"); }
namespace Deep { const int Depth = 2; local void Hidden() {} void UseTwo() { Hidden(); } }
void Go(AOne One) { Start(2); One.Named(1, Second = 3); int D = Deep::Depth; }
`,
  "Script/Four.as": `namespace Scores { int GetBest(int AtLeast = 0) { return AtLeast; } }
void Show() { Print(f"{Scores::Best}"); int B = Math::Max(Scores::Best, Scores::GetBest()); }
`,
  "Script/Three.as": `void Other() { float Which = Speed; }
class UHandler : UHazeEffectEventHandler { UFUNCTION(BlueprintEvent) void OnFire(int Much) {} }
void Fire(AHazeActor Actor) { UHandler::Trigger_OnFire(Actor, 1); }
`,
};
const ROOT = scratch(FILES);

let session: Session;
before(async () => {
  session = await openSession({ cwd: ROOT, args: ["--root", ROOT] });
});
after(() => session.close());

type File = keyof typeof FILES;

/** Position of the nth occurrence, as tool input. */
function at(file: File, needle: string, nth = 0): string {
  let found = -1;
  for (let left = nth; left >= 0; left--) found = FILES[file].indexOf(needle, found + 1);
  assert.ok(found >= 0, needle);
  const lead = FILES[file].slice(0, found + 1);
  return `${file}:${lead.split("\n").length}:${lead.length - lead.lastIndexOf("\n") - 1}`;
}

const references = async (input: object) => (await session.call("angelscript_findReferences", input)).data;
const places = async (input: object): Promise<string[]> =>
  (await references(input)).references.map(
    (each: { filePath: string; startLine: number; kind: string }) =>
      `${each.filePath.replace(/^.*\//, "")}:${each.startLine} ${each.kind}`,
  );

test("globals of one name in two files are two symbols", async () => {
  assert.deepEqual(await places({ at: at("Script/Two.as", "Speed") }), ["Two.as:1 declaration", "Two.as:2 read"]);
  assert.deepEqual(await places({ at: at("Script/One.as", "Start", 1) }), ["One.as:2 declaration", "One.as:16 call"]);
  assert.deepEqual(await places({ name: "Deep::Hidden @Script/Two.as:3" }), ["Two.as:3 declaration", "Two.as:3 call"]);
  const { data } = await session.call("angelscript_hover", { at: at("Script/Two.as", "Depth", 1) });
  assert.match(data.symbol.filePath, /Two\.as$/);
  const { symbols, unresolved } = await references({ name: "Speed" });
  const paths = symbols.map((each: { symbolPath: string }) => each.symbolPath);
  assert.equal(paths.length, 2);
  for (const path of paths) assert.deepEqual((await references({ name: path })).symbols.length, 1, path);
  // It's ambiguous which one a third file refers to.
  assert.equal(unresolved, 1);
});

test("labels of arguments name the parameter", async () => {
  const all = ["One.as:19 label", "One.as:31 declaration", "Two.as:4 label"];
  assert.deepEqual(await places({ at: at("Script/One.as", "Second") }), all);
  assert.deepEqual(await places({ at: at("Script/One.as", "Second", 1) }), all);
  assert.deepEqual(await places({ at: at("Script/Two.as", "Second") }), all);
  assert.deepEqual(await places({ at: at("Script/One.as", "First", 1) }), [
    "One.as:19 label",
    "One.as:31 declaration",
    "One.as:31 read",
  ]);
  const { data } = await session.call("angelscript_hover", { at: at("Script/Two.as", "Second") });
  assert.deepEqual([data.symbol.kind, data.symbol.signature, data.symbol.startLine], ["parameter", "int Second", 31]);
});

test("accessors: a read and a write of the property, a declaration and a call shown as one", async () => {
  assert.deepEqual(await places({ name: "AOne/GetThing" }), ["One.as:13 declaration", "One.as:17 read"]);
  assert.deepEqual(await places({ name: "AOne/SetThing" }), [
    "One.as:12 declaration",
    "One.as:17 write",
    "One.as:18 call",
  ]);
  const shown = async (place: string) => (await session.call("angelscript_hover", { at: place })).data.symbol.signature;
  assert.equal(await shown(at("Script/One.as", "SetThing", 1)), "void AOne.SetThing(int NewThing) property");
  assert.equal(await shown(at("Script/One.as", "GetThing")), "int AOne.GetThing() const property");
  assert.equal(await shown(at("Script/One.as", "Thing +=")), "int AOne.Thing");
  assert.equal(await shown(at("Script/Four.as", "Best,")), "int Scores::Best");
  assert.equal(await shown(at("Script/Four.as", "GetBest()")), "int Scores::GetBest(int AtLeast = 0)");
});

test("what is done with a value and with an event", async () => {
  assert.deepEqual(await places({ name: "AOne/OnHit" }), [
    "One.as:8 declaration",
    "One.as:26 bind",
    "One.as:27 broadcast",
    "One.as:28 unbind",
  ]);
  assert.deepEqual(await places({ name: "AOne/Hear" }), [
    "One.as:26 bind",
    "One.as:28 unbind",
    "One.as:33 declaration",
  ]);
  assert.deepEqual(await places({ name: "AOne/Counts" }), [
    "One.as:10 declaration",
    "One.as:20 mutatingCall",
    "One.as:21 read",
    "One.as:22 write",
    "One.as:29 read",
  ]);
  assert.deepEqual(await places({ name: "AOne/Part" }), [
    "One.as:9 declaration",
    "One.as:23 mutatingCall",
    "One.as:24 write",
  ]);
  const changes = { name: "AOne/Count", kinds: ["write", "mutatingCall"] };
  assert.deepEqual(await places(changes), ["One.as:12 write", "One.as:25 mutatingCall", "One.as:29 write"]);
});

test("an event of a handler and its trigger are one symbol from either side", async () => {
  const all = ["Three.as:2 declaration", "Three.as:3 call"];
  assert.deepEqual(await places({ at: at("Script/Three.as", "OnFire") }), all);
  assert.deepEqual(await places({ at: at("Script/Three.as", "Trigger_") }), all);
});

test("what is generated for a member is found at the member", async () => {
  const root = scratch({
    "Script/Settings.as": `class UHandler : UHazeEffectEventHandler
{
	UFUNCTION(BlueprintEvent)
	void OnFire(int Much) {}
}
class USettings : UHazeComposableSettings
{
	UPROPERTY()
	float Speed = 1;
}
void Fire(AHazeActor Actor) { UHandler::Trigger_OnFire(Actor, 1); USettings::SetSpeed(Actor, 2, FInstigator()); }
`,
  });
  const call = (character: number): object => ({ filePath: "Script/Settings.as", position: { line: 11, character } });
  for (const [name, line] of [
    ["Trigger_OnFire", 3],
    ["SetSpeed", 8],
  ] as const) {
    const text = "void Fire(AHazeActor Actor) { UHandler::Trigger_OnFire(Actor, 1); USettings::SetSpeed(Actor";
    const { value } = callJig("angelscript_resolveSymbolAtPosition", call(text.indexOf(name) + 1), { cwd: root });
    assert.equal(value.data.symbol.name, name);
    assert.equal(value.data.symbol.definition.startLine, line);
  }
});

test("an inferred local keeps the const and the reference of its declaration", async () => {
  const root = scratch({
    "Script/Auto.as":
      "void F(const TArray<int>& All)\n{\n\tconst auto& First = All[0];\n\tauto Copy = First;\n\tconst auto Kept = Copy;\n}\n",
  });
  const own = await openSession({ cwd: root, args: ["--root", root] });
  const signature = async (line: number, character: number) => {
    const input = { filePath: "Script/Auto.as", position: { line, character } };
    return (await own.call("angelscript_resolveSymbolAtPosition", input)).data.symbol.signature;
  };
  assert.deepEqual(
    [await signature(3, 14), await signature(4, 7), await signature(5, 13)],
    ["const int& First", "int Copy", "const int Kept"],
  );
  await own.close();
});

test("a template keeps arguments that nobody declares in its signatures", () => {
  const line =
    'void F(TArray<FNowhere> All, TMap<FNowhere, int> Map, TMap<FName, FNowhere> Other) { All.SetNum(1); Map.Contains(n"A"); for (auto Each : Other) Print(Each.Key); for (auto One : Map) Print(One.Value); }';
  const root = scratch({ "Script/Lost.as": `${line}\n` });
  const signature = (needle: string): string => {
    const input = { filePath: "Script/Lost.as", position: { line: 1, character: line.indexOf(needle) + 1 } };
    return callJig("angelscript_resolveSymbolAtPosition", input, { cwd: root }).value.data.symbol.signature;
  };
  assert.match(signature("SetNum"), /^\w+ TArray<FNowhere>\.SetNum\(/);
  assert.match(signature("Each :"), /\bTMapElement<FName,FNowhere>/);
  assert.match(signature("One :"), /\bTMapElement<FNowhere,int>/);
  assert.match(signature("Contains"), /^bool TMap<FNowhere,int>\.Contains\(const FNowhere& Key\)/);
});
