/**
 * Rename edits compared with the compiler's. `JIG_RENAMES` lists judged trees, `root|sources|rename.tsv` separated by `;`. The
 * shared oracle's judge writes rename.tsv from the output of rename-judge.ts.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeRenames } from "./rename-judge.ts";

const judged = (process.env.JIG_RENAMES ?? "").split(";").filter((each) => each !== "");

if (judged.length === 0) console.log("skipped: JIG_RENAMES names no compiler's renames");

for (const each of judged) {
  test(`renames of ${each}`, async () => {
    const [root = "", sources = "", table = ""] = each.split("|");
    const { equal, refused, unjudged, differing } = await judgeRenames(root, sources, table);
    console.log(`${equal} equal, ${refused.length} refused, ${unjudged} unjudged, ${differing.length} differ`);
    console.log([...refused.map((one) => `refused ${one}`), ...differing].join("\n"));
    assert.ok(differing.length <= (equal + differing.length) * 0.005, differing.join("\n"));
  });
}
