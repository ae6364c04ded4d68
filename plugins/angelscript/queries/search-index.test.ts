/** The search index: members that a query can't match are left out, and nothing else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Declaration, Packer, toRow } from "../database/declaration.ts";
import { SymbolTable } from "../database/symbol-table.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { withBuiltIns } from "../native/built-ins.ts";
import { EMPTY_LIBRARY } from "../native/debug-database.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { type SearchEntry, SearchIndex } from "./search-index.ts";
import { matchEntry, parseQuery, wordsOf } from "./search-query.ts";

const SOURCE = `
class UHazeComposableSettings {}
class UHazeEffectEventHandler {}
class USpeedSettings : UHazeComposableSettings { float Speed; bool bFast; }
class UDoorEvents : UHazeEffectEventHandler { UFUNCTION(BlueprintEvent) void Opened() {} }
class UGateEvents : UDoorEvents {}
class AWeapon : AActor { AWeapon() {} void Fire(int Count) {} int Ammo; float Größe; int ΑΣ; }
class AActor {}
enum EKind { Wood, Stone }
event void FHit(int Damage);
delegate void FDone();
namespace Ladder { void Climb() {} }
mixin void Shake(AWeapon Self) {}
`;

function tableOf(isPacked: boolean): SymbolTable {
  const packer = new Packer();
  const rows = parseFile(tokenize(SOURCE, new Names())).declarations.map((each) =>
    isPacked ? packer.pack(toRow(each), 0) : toRow(each),
  );
  const packed = packer.take();
  const declarations = rows.map((row) => new Declaration(row, packed));
  const file = { path: "a.as", root: 0, size: 0, mtimeMs: 0, declarations };
  return new SymbolTable([file], withBuiltIns(EMPTY_LIBRARY));
}

const QUERIES = [
  ...[
    "fire",
    "weapon fire",
    "AWeapon.",
    "eapon.fi",
    "ctor",
    "größe",
    "ας",
    "ασ",
    "speed",
    "SetSpeed",
    "tSpeed",
    "bOverride_b",
  ],
  ...[
    "USpeed clear",
    "Opened",
    "UGate Opened",
    "Trigger_Opened",
    "r_open",
    "staticclass",
    "spawn",
    "wood|stone",
    "EKind::W",
  ],
  ...[
    "Broadcast",
    "FDone exec",
    "Ladder::",
    "climb",
    "AWeapon.Shake",
    "TArray.Add",
    "num",
    "nothing at all",
    ".",
    "a|b",
  ],
];

for (const isPacked of [true, false])
  test(`a query finds the same entries in a new index as in a complete one, ${isPacked ? "packed" : "rows"}`, () => {
    const table = tableOf(isPacked);
    const complete = [...new SearchIndex(table).entries()];
    for (const query of QUERIES) {
      const alternatives = parseQuery(query);
      const found = [...new SearchIndex(table).entries(wordsOf(alternatives))];
      const [expected, actual] = [complete, found].map((entries) =>
        entries.flatMap((entry) => (matchEntry(alternatives, entry) ? [entry.label] : [])),
      );
      assert.deepEqual(actual, expected, query);
      if (query !== "nothing at all" && query !== "ασ") assert.ok(actual?.length, query);
    }
  });

test("each entry is found by its own name", () => {
  const table = tableOf(true);
  const name = ({ label, ownAt }: SearchEntry) => label.slice(ownAt).replace(/\W.*$/su, "").toLowerCase();
  for (const { label, ...entry } of new SearchIndex(table).entries()) {
    const found = [...new SearchIndex(table).entries([[name({ label, ...entry })]])];
    assert.ok(
      found.some((each) => each.label === label),
      label,
    );
  }
});

test("an entry keeps its number and its symbol while queries add others", () => {
  const index = new SearchIndex(tableOf(true));
  const fire = (words?: string[][]) => [...index.entries(words)].find(({ label }) => label === "AWeapon.Fire()")!;
  const before = fire([["fire"]]);
  assert.ok([...index.entries([["fire"]])].length < [...index.entries()].length);
  assert.equal(fire().index, before.index);
  assert.equal(index.symbol(fire()).name, "Fire");
  assert.deepEqual(
    [...index.chosen(Uint32Array.of(before.index))].map(({ label }) => label),
    ["AWeapon.Fire()"],
  );
});
