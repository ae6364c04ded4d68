/** Tests relations to types that no script declares. They are found by tables of names or just by the name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";
import type { HierarchyAnswer } from "./requests/requests.ts";

const FILES = {
  "Assets/Net.cs": `using Unity.Netcode;
class Player : NetworkEntity { } class Hero : Player { } class Shop : Lib.Networked { } class Named { }`,
  "Assets/Own.cs": `using System; using System.IO;
namespace Own {
  public interface IObserver<T> { void OnNext(T value); }
  class Mine : IObserver<int> { public void OnNext(int value) { } }
}
class Log : MemoryStream, IEquatable<Log> {
  public override void Flush() { }
  public bool Equals(Log other) => true;
  public override bool Equals(object other) => true;
}
class Part : System.Threading.Tasks.Sources.IValueTaskSource<int> { }
class Theirs : IObserver<int> { public void OnCompleted() { } public void OnError(Exception e) { } public void OnNext(int v) { } }
namespace System.Runtime.CompilerServices { class Filled { } }
class Avatar : Unity.Netcode.NetworkBehaviour { public override void OnNetworkSpawn() { } public virtual void OnGone() { } }`,
};

const index = indexForAll(FILES);

async function below(name: string, more: { namespace?: string; down?: boolean } = {}): Promise<HierarchyAnswer> {
  const { namespace = "", down = true } = more;
  const query = queryFor(name, { namespace });
  return await index.ask({ op: "hierarchy", query, depth: 20, up: true, down });
}

test("those that name it as their base, and what derives from these", async () => {
  const { rows, note } = await below("NetworkEntity");
  assert.deepEqual(
    rows.map(({ symbol, depth }) => `${symbol} ${depth}`),
    ["Player 1", "Hero 2"],
  );
  assert.match(note ?? "", /^NetworkEntity is not declared in any script or assembly here/);
  assert.deepEqual(
    (await below("Networked")).rows.map(({ symbol }) => symbol),
    ["Shop"],
  );
});

test("nothing where it is no base, is declared, or only bases are asked for", async () => {
  for (const answer of [
    await below("Networkentity"),
    await below("Named"),
    await below("NetworkEntity", { down: false }),
  ]) {
    assert.deepEqual(answer.rows, []);
    assert.equal(answer.note, undefined);
  }
});

test("a base whose namespace the sources declare in part", async () => {
  assert.deepEqual(
    (await below("IValueTaskSource", { namespace: "System.Threading.Tasks.Sources" })).rows.map(({ symbol }) => symbol),
    ["Part"],
  );
});

async function related(symbol: string, direction: "up" | "down"): Promise<string[]> {
  const query = queryFor(symbol.slice(symbol.lastIndexOf("/") + 1), { symbol });
  const answer: HierarchyAnswer = await index.ask({
    op: "hierarchy",
    query,
    depth: 20,
    up: direction === "up",
    down: direction === "down",
  });
  return answer.rows.map(({ relation, depth, symbol }) => `${relation} ${depth} ${symbol}`);
}

test("down through types outside the sources, and up to them", async () => {
  assert.deepEqual(await related("IDisposable", "down"), ["derived 3 Log"]);
  assert.deepEqual(await related("Avatar", "up"), [
    "base 1 Unity.Netcode.NetworkBehaviour",
    "base 2 UnityEngine.MonoBehaviour",
    "base 3 UnityEngine.Behaviour",
    "base 4 UnityEngine.Component",
    "base 5 UnityEngine.Object",
  ]);
});

test("members say which contract outside they override or implement", async () => {
  assert.deepEqual(await related("Log/Equals(Log)", "up"), ["implements 1 System.IEquatable<T>.Equals"]);
  assert.deepEqual(await related("Log/Equals(object)", "up"), ["overrides 1 object.Equals"]);
  assert.deepEqual(await related("Log/Flush", "up"), ["overrides 1 System.IO.Stream.Flush"]);
  assert.deepEqual(await related("Avatar/OnNetworkSpawn", "up"), [
    "overrides 1 Unity.Netcode.NetworkBehaviour.OnNetworkSpawn",
  ]);
  assert.deepEqual(await related("Avatar/OnGone", "up"), []);
  assert.deepEqual(await related("Mine/OnNext", "up"), ["implements 1 Own.IObserver/OnNext"]);
});

test("a namesake in the workspace does not hide a type outside", async () => {
  const own = await below("IObserver");
  assert.deepEqual(
    own.rows.map(({ symbol }) => symbol),
    ["Own.Mine"],
  );
  assert.match(own.note ?? "", /^To find uses of System\.IObserver\b.*, declared outside the sources/);
  const theirs: HierarchyAnswer = await index.ask({
    op: "hierarchy",
    query: queryFor("IObserver", { symbol: "System.IObserver" }),
    depth: 20,
    up: true,
    down: true,
  });
  assert.deepEqual(
    theirs.rows.map(({ symbol }) => symbol),
    ["Theirs"],
  );
  assert.match(
    theirs.note ?? "",
    /^interface System\.IObserver<T> is declared outside the sources, according to the names in \.NET/,
  );
});
