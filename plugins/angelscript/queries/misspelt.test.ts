/** Which names count as misspelled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { misspelt } from "./misspelt.ts";

test("a letter too many, too few, another or in another place is seen", () => {
  const names = ["GetActorLocation", "Mesh", "Health", "bIsActive"];
  assert.equal(misspelt("GetActorLocatoin", names), "GetActorLocation");
  assert.equal(misspelt("GetActorLocaton", names), "GetActorLocation");
  assert.equal(misspelt("Helth", names), "Health");
  assert.equal(misspelt("Hwalth", names), "Health");
  assert.equal(misspelt("health", names), "Health");
  assert.equal(misspelt("bIsActve", names), "bIsActive");
});

test("names that stand beside one another are no misspellings", () => {
  assert.equal(misspelt("SetValue", ["GetValue"]), undefined);
  assert.equal(misspelt("OffsetX", ["OffsetY"]), undefined);
  assert.equal(misspelt("IsValue", ["Value"]), undefined);
  assert.equal(misspelt("IDead", ["IsDead"]), "IsDead");
  assert.equal(misspelt("ItemCChosen", ["ItemChosen"]), "ItemChosen");
  assert.equal(misspelt("TargetActorey", ["TargetActorKey"]), "TargetActorKey");
  assert.equal(misspelt("SetInt8Value", ["GetUInt8Value"]), undefined);
  assert.equal(misspelt("Item2", ["Item1"]), undefined);
  assert.equal(misspelt("Enemies", ["Enemie"]), undefined);
  assert.equal(misspelt("AISensesReport", ["FAISensesReport"]), undefined);
  assert.equal(misspelt("SetInt8Value", ["SetUInt8Value"]), undefined);
});

test("of several that are as near none is named, and short names are left alone", () => {
  assert.equal(misspelt("Stamp", ["Stomp", "Stump"]), undefined);
  assert.equal(misspelt("Tag", ["Tags"]), undefined);
});
