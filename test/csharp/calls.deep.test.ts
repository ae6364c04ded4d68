/** Callers and callees in judged projects. `JIG_CALLS` lists sources and judge output, `root|folder` separated by `;`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeCalls } from "./calls-judge.ts";

const judged = (process.env.JIG_CALLS ?? "").split(";").filter((each) => each !== "");

if (judged.length === 0) console.log("skipped: JIG_CALLS names no judged project");

for (const each of judged) {
  test(`callers and callees of ${each}`, { timeout: 1_800_000 }, async () => {
    const [root = "", folder = ""] = each.split("|");
    for (const [relation, score] of Object.entries(await judgeCalls(root, folder, 200, 36))) {
      const { wanted, certain, possible, wrong, notCertain } = score;
      console.log(`${relation}: ${certain} of ${wanted} certain, ${possible} possible, ${wrong.length} wrong`);
      assert.ok(certain + possible >= 0.995 * wanted, notCertain.join("\n"));
      assert.deepEqual(wrong, []);
    }
  });
}
