/** Determines member types from text if they're written out, and otherwise gives up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { basesOf } from "./peer-classes.ts";
import { TextTypes } from "./text-types.ts";

const TEXT = `class AHouse : AActor
{
	URoof Roof;
	TArray<URoof> Roofs;
	UFUNCTION() private void OnHit() {}
	void Tick(float Delta, ADoor Door)
	{
		Door.GetOwner().Close();
		Roofs[0].Height = 1;
		auto Found = Cast<ADoor>(Other);
		Found.Close();
		auto Guessed = Any();
		Guessed.Close();
		Roof.Owner.Close();
		Delta.Close();
		URoof::Get(Door);
	}
}
class ADoor : AUndeclared
{
	void Close() {}
}
class URoof : UUndeclared
{
	float Height;
}`;
const LINES = TEXT.split("\n");
const CHUNKS = [
  {
    AActor: { methods: [{ name: "GetOwner", return: "AActor" }] },
    UObject: {},
  },
];
const types = new TextTypes(CHUNKS, basesOf([TEXT]), [TEXT]);
const lines = (): string[] => LINES;

const placeOf = (text: string, word: string): { filePath: string; row: number; column: number } => {
  const row = LINES.findIndex((line) => line.includes(text));
  return { filePath: "A.as", row, column: (LINES[row] ?? "").lastIndexOf(word) };
};

test("chains are followed through what is declared", () => {
  assert.equal(types.ownerAt(placeOf("Door.GetOwner", "GetOwner"), lines), "AActor");
  assert.equal(types.ownerAt(placeOf("Roofs[0]", "Height"), lines), "URoof");
  assert.equal(types.ownerAt(placeOf("Found.Close", "Close"), lines), "ADoor");
  assert.equal(types.ownerAt(placeOf("Roof.Owner", "Roof"), lines), "AHouse");
  assert.equal(types.ownerOf("AHouse", "OnHit"), "AHouse");
});

test("what is not written is not guessed", () => {
  for (const text of ["Door.GetOwner", "Guessed.Close", "Roof.Owner", "Delta.Close"])
    assert.equal(types.ownerAt(placeOf(text, "Close"), lines), undefined, text);
});

test("bases that nobody declares are told", () => {
  assert.equal(types.endsEarly(placeOf("Roof.Owner", "Owner"), lines), true);
  assert.equal(types.endsEarly(placeOf("Roof.Owner", "Close"), lines), true);
  assert.equal(types.endsEarly(placeOf("URoof::", "Get"), lines), true);
  assert.equal(types.endsEarly(placeOf("Roofs[0]", "Height"), lines), false);
  assert.equal(types.endsEarly(placeOf("Guessed.Close", "Close"), lines), false);
});
