/** Dead code in judged projects. `JIG_DEAD` lists sources and judge tables, `root|sources|folder` separated by `;`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeDead } from "./dead-judge.ts";

const judged = (process.env.JIG_DEAD ?? "").split(";").filter((each) => each !== "");

if (judged.length === 0) console.log("skipped: JIG_DEAD names no judged project");

for (const each of judged) {
  test(`certain dead code of ${each}`, { timeout: 1_800_000 }, async () => {
    const [root = "", sources = "", folder = ""] = each.split("|");
    const score = await judgeDead(root, sources, folder);
    console.log(`${score.certain} certain, ${score.judged} judged, ${score.named.length} other lines with the name`);
    assert.deepEqual(score.reached, []);
    assert.deepEqual(score.crefs, []);
  });
}
