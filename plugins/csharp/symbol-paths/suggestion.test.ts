/** Tests the suggestions for names that match nothing. */
import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { indexForAll } from "../../../test/csharp/index-thread.ts";

const FILES = {
  "Assets/Boat.cs": `namespace Sea {
  public class Boat { void Awake() { } public void Setup() { } void Update() { } int Speed; }
  public class Empty { }
  public class { }
  public enum Finish { None, Nothing }
}`,
  "Assets/Race.cs": "class Race { public void Setup() { } public void BeginRace() { } } class Setups { }",
};

const index = indexForAll(FILES);

async function suggested(path: string, kinds: string[] = []): Promise<string> {
  const containers = path.split("/");
  const name = containers.pop() ?? "";
  return ((await index.ask({ op: "suggest", name, containers, kinds })) as { hint: string }).hint;
}

test("a member of the type that was named is meant, not a name from anywhere", async () => {
  assert.equal(await suggested("Boat/Setupp"), "Did you mean Boat/Setup?");
  assert.equal(await suggested("Boat/setup"), "Did you mean Boat/Setup?");
  assert.equal(await suggested("Boat/Nope"), "Boat declares Awake, Setup, Update, Speed");
  assert.equal(await suggested("Empty/Nope"), "Empty declares nothing");
});

test("a misspelt type is meant that has the member, or nearly", async () => {
  assert.equal(await suggested("Bot/Setup"), "Did you mean Boat/Setup?");
  assert.equal(await suggested("Rase/BeginRac"), "Did you mean Race/BeginRace?");
  assert.equal(await suggested("Elsewhere/Setup"), "");
});

test("a name alone is meant among those of the kind asked for, and never the empty one", async () => {
  assert.equal(await suggested("Boaat"), "Did you mean Boat?");
  assert.equal(await suggested("Setupp", ["class"]), "Did you mean Setups?");
  assert.equal(await suggested("Setupp", ["method"]), "Did you mean Setup?");
  for (const name of ["", "a", "x", "_"]) assert.doesNotMatch(await suggested(name), /mean \?|mean \//);
});

test("what a file says no more is not suggested", async () => {
  writeFileSync(index.path("Assets/Race.cs"), "class Regatta { }");
  utimesSync(index.path("Assets/Race.cs"), 1_700_000_100, 1_700_000_100);
  await index.ask({ op: "status", wait: true });
  assert.equal(await suggested("BeginRac"), "");
  assert.equal(await suggested("Regata"), "Did you mean Regatta?");
});
