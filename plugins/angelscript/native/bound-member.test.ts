/** Handwritten members: a function's return type follows its class argument. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Names } from "../lexer/interned-names.ts";
import { writtenMember } from "./bound-member.ts";

test("what is made from a class is of that class, lists of it are not", () => {
  const follows = (text: string) => writtenMember(text, undefined, "", new Names())?.native?.outputArgument;
  assert.equal(follows("UObject NewObject(UObject Outer, TSubclassOf<UObject> Class, FName Name = NAME_None)"), 1);
  assert.equal(follows("AActor SpawnActor(TSubclassOf<AActor> Class)"), 0);
  assert.equal(follows("void Use(TSubclassOf<UObject> Class)"), undefined);
  assert.equal(follows("TArray<AActor> All(TSubclassOf<AActor> Class)"), undefined);
  assert.equal(follows("APawn Make(TSubclassOf<AActor> Class)"), undefined);
});
