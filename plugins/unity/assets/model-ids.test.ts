/** File ids of meshes in models, from real Unity files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { meshId, xxHash64 } from "./model-ids.ts";

test("a mesh has the id that Unity gives it", () => {
  assert.equal(meshId("Cube"), "-5495902117074765545");
});

test("texts of every length have the hash of the reference", () => {
  const hash = (text: string) => xxHash64(new TextEncoder().encode(text)).toString(16);
  assert.equal(hash(""), "ef46db3751d8e999");
  assert.equal(hash("abc"), "44bc2cf5ad770999");
  assert.equal(hash("Nobody inspects the spammish repetition"), "fbcea83c8a378bf1");
});
