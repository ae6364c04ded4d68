/**
 * Declarations, uses, hierarchies, overrides, callers and callees in judged projects. `JIG_GOLD` lists gold files and trees,
 * `gold.json.gz|folder` separated by `;`. Trees are clones of `corpus.repo` at `corpus.commit`.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ADJUDICATED } from "./gold-adjudicated.ts";
import { judgeRelations } from "./gold-relations.ts";
import { judgeUses } from "./gold-uses.ts";

const golds = (process.env.JIG_GOLD ?? "").split(";").filter((each) => each !== "");

if (golds.length === 0) console.log("skipped: JIG_GOLD names no gold file");

for (const each of golds) {
  test(`relations of ${each}`, { timeout: 1_800_000 }, async () => {
    const [file, folder] = treeOf(each);
    for (const [relation, { wanted, certain, missed, wrong }] of Object.entries(await judgeRelations(file, folder))) {
      const left = wrong.filter((row) => !ADJUDICATED.has(row));
      const read = `${wrong.length} more than the compiler's, ${left.length} of them not adjudicated`;
      console.log(`${relation}: ${certain} of ${wanted} certain, ${missed.length} missed, ${read}`);
      assert.ok(certain >= 0.995 * wanted, missed.join("\n"));
      assert.deepEqual(left, []);
    }
  });

  test(`declarations and uses of ${each}`, { timeout: 1_800_000 }, async () => {
    const [file, folder] = treeOf(each);
    const { declarationsMissed, certain, possible, missed, wrong, faults } = await judgeUses(file, folder);
    console.log(`${certain} certain, ${possible.length} possible, ${missed.length} missed, ${wrong.length} wrong`);
    assert.deepEqual([declarationsMissed, wrong, faults], [[], [], []]);
    const uses = certain + possible.length + missed.length;
    assert.ok(missed.length <= 0.0002 * uses, missed.join("\n"));
  });
}

function treeOf(written: string): [file: string, folder: string] {
  const [file = "", folder = ""] = written.split("|");
  assert.ok(existsSync(file), `the gold file ${file} is missing`);
  assert.ok(existsSync(join(folder, ".git")), `the tree ${folder} is missing: clone it at the commit of ${file}`);
  return [file, folder];
}
