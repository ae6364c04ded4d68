/** Renames as a user asks for them: every spelling of a name changes, there and back leaves the same bytes, and what would change a meaning is refused. */
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
    [{ name: "ABase/Fire", to: "Hear" }, /knows functions by name/],
    [{ name: "ABase/Count", to: "OnHit", possible: "list" }, /another meaning/],
    [{ at: "Script/Two.as:2:6", to: "Base" }, /another meaning/],
    [{ name: "ABase/BeginPlay", to: "Begin" }, /whose name is the engine's/],
    [{ name: "AActor", to: "AThing" }, /declared by the engine/],
    [{ name: "ABase", to: "UBase" }, /must begin with A/],
    [{ name: "ABase/GetScore", to: "Points" }, /must begin with Get/],
    [{ name: "ABase/Count", to: "Number" }, /cannot be decided/],
    [{ name: "ABase/Fire", to: "while" }, /no name/],
  ];
  for (const [input, why] of refused) assert.match(await rename(input), why);
  assert.deepEqual(read(), before);
  assert.match(await rename({ name: "ABase/Count", to: "Number", possible: "list" }), APPLIED);
  assert.match(read()[1] ?? "", /Base\.Number;[\s\S]*Unknown\.Count/);
  await close();
});
