/** Renames: every spelling changes, renaming back restores the file, and unsafe renames are rejected. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { FILES } from "./renamed-scripts.ts";
import { openSession } from "./session.ts";

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
