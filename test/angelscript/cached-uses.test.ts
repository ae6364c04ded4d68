/** Cached uses across processes: nothing is bound twice, and stale data isn't used. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

const SCRIPTS = {
  "Script/Base.as": "class ABase : AActor\n{\n\tvoid Fire() {}\n\tvoid Other(int Count) {}\n}\n",
  "Script/Uses.as":
    "class AUser : AActor\n{\n\tABase Weapon;\n\tvoid Go()\n\t{\n\t\tWeapon.Fire();\n\t\tWeapon.Lost();\n\t}\n}\n",
  "Script/More.as": "void More(ABase Given)\n{\n\tGiven.Fire();\n\tGiven.Other(3);\n}\n",
};
const FIRE = { filePath: "Script/Base.as", position: { line: 3, character: 8 } };

/** Runs in its own process. Returns the uses of `Fire`, and the number of unresolved uses of `Lost`. */
async function asked(root: string, cache: string): Promise<{ places: string[]; lost: number }> {
  const session = await openSession({ cwd: root, env: { XDG_CACHE_HOME: cache }, args: ["--root", root] });
  const { data } = await session.call("angelscript_findReferences", FIRE);
  const lost = { filePath: "Script/Uses.as", position: { line: 7, character: 11 } };
  const undecided = await session.call("angelscript_findReferences", lost);
  await session.close();
  const places = data.references.map((each: { filePath: string; startLine: number }) => {
    return `${each.filePath.split("/").pop()}:${each.startLine}`;
  });
  return { places, lost: undecided.data.total };
}

function savedUses(cache: string): string {
  const name = readdirSync(cache, { recursive: true, encoding: "utf8" }).find((path) =>
    /uses-\d+.part-\w+$/.test(path),
  );
  assert.ok(name, "uses are saved");
  return join(cache, name);
}

test("uses are kept between runs, and given up where a file, a declaration or the saved entry is another", async () => {
  const root = scratch(SCRIPTS);
  const cache = scratch();
  const all = { places: ["Base.as:3", "More.as:3", "Uses.as:6"], lost: 1 };
  assert.deepEqual(await asked(root, cache), all);
  const saved = readFileSync(savedUses(cache));
  assert.deepEqual(await asked(root, cache), all);
  assert.deepEqual(readFileSync(savedUses(cache)), saved, "nothing was bound anew");

  // Changed body: only this file is bound again.
  writeFileSync(join(root, "Script/More.as"), "void More(ABase Given)\n{\n\tGiven.Other(3);\n\tGiven.Fire();\n}\n");
  assert.deepEqual(await asked(root, cache), { places: ["Base.as:3", "More.as:4", "Uses.as:6"], lost: 1 });

  // Changed declaration: uses in other files have to be resolved again.
  writeFileSync(join(root, "Script/Base.as"), SCRIPTS["Script/Base.as"].replace("Other(int Count)", "Lost()"));
  const found = await asked(root, cache);
  assert.deepEqual(found.places, ["Base.as:3", "More.as:4", "Uses.as:6"]);
  assert.equal(found.lost, 2);

  // Flip a bit, then truncate the saved data.
  const whole = readFileSync(savedUses(cache));
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 4;
  for (const broken of [flipped, whole.subarray(0, whole.length - 8), Buffer.alloc(0)]) {
    writeFileSync(savedUses(cache), broken);
    assert.deepEqual(await asked(root, cache), found);
  }

  // Another source of native types.
  writeFileSync(join(root, "Script/Binds.Cache"), new Uint8Array(8));
  assert.deepEqual((await asked(root, cache)).places, found.places);
  rmSync(root, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});
