/** Symbols at random positions in judged trees. `JIG_JUDGED` lists `root|sources|tables` separated by `;`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgePositions } from "./position-judge.ts";

const judged = (process.env.JIG_JUDGED ?? "").split(";").filter((each) => each !== "");

if (judged.length === 0) console.log("skipped: JIG_JUDGED names no compiler's tables");

for (const each of judged) {
  test(`positions of ${each}`, async () => {
    const [root = "", sources = "", tables = ""] = each.split("|");
    const { right, several, unknown, unknowns, wrong } = await judgePositions({ root, sources, judged: tables }, 3000);
    console.log(`${right} right, ${several.length} in branches, ${unknown} unknown, ${wrong.length} wrong`);
    console.log([...several, ...unknowns].join("\n"));
    assert.ok(wrong.length <= 3, wrong.join("\n"));
  });
}
