/** What derives from a type of a package that is not on this disk. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";
import type { HierarchyAnswer } from "./requests.ts";

const FILES = {
  "Assets/Net.cs": `using Unity.Netcode;
class Player : NetworkBehaviour { } class Hero : Player { } class Shop : Lib.Networked { } class Named { }`,
};

const index = indexForAll(FILES);

async function below(name: string, more: { namespace?: string; down?: boolean } = {}): Promise<HierarchyAnswer> {
  const { namespace = "", down = true } = more;
  const query = queryFor(name, { namespace });
  return await index.ask({ op: "hierarchy", query, depth: 20, up: true, down });
}

test("those that name it as their base, and what derives from these", async () => {
  const { rows, note } = await below("NetworkBehaviour");
  assert.deepEqual(
    rows.map(({ symbol, depth }) => `${symbol} ${depth}`),
    ["Player 1", "Hero 2"],
  );
  assert.match(note ?? "", /^NetworkBehaviour is declared nowhere here/);
  assert.deepEqual(
    (await below("Networked")).rows.map(({ symbol }) => symbol),
    ["Shop"],
  );
});

test("nothing where it is no base, is declared, or only bases are asked for", async () => {
  for (const answer of [
    await below("Networkbehavior"),
    await below("Named"),
    await below("NetworkBehaviour", { down: false }),
  ]) {
    assert.deepEqual(answer.rows, []);
    assert.equal(answer.note, undefined);
  }
});
