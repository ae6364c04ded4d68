/** Declarations, uses, hierarchies, overrides, callers and callees of judged projects: `JIG_GOLD` names gold files and their trees, `gold.json.gz|folder` by `;`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeRelations } from "./gold-relations.ts";
import { judgeUses } from "./gold-uses.ts";

const golds = (process.env.JIG_GOLD ?? "").split(";").filter((each) => each !== "");

if (golds.length === 0) console.log("skipped: JIG_GOLD names no gold file");

for (const each of golds) {
  test(`relations of ${each}`, { timeout: 1_800_000 }, async () => {
    const [file = "", folder = ""] = each.split("|");
    for (const [relation, { wanted, certain, missed, wrong }] of Object.entries(await judgeRelations(file, folder))) {
      console.log(`${relation}: ${certain} of ${wanted} certain, ${missed.length} missed, ${wrong.length} wrong`);
      assert.ok(certain >= 0.995 * wanted, missed.join("\n"));
      assert.ok(wrong.length <= 0.005 * wanted, wrong.join("\n"));
    }
  });

  test(`declarations and uses of ${each}`, { timeout: 1_800_000 }, async () => {
    const [file = "", folder = ""] = each.split("|");
    const { declarationsMissed, certain, possible, missed, wrong, faults } = await judgeUses(file, folder);
    console.log(`${certain} certain, ${possible.length} possible, ${missed.length} missed, ${wrong.length} wrong`);
    assert.deepEqual([declarationsMissed, wrong, faults], [[], [], []]);
    const uses = certain + possible.length + missed.length;
    assert.ok(missed.length <= 0.0002 * uses, missed.join("\n"));
  });
}
