/**
 * Compiler diagnostics before and after renames. `JIG_APPLIED` lists trees separated by `;;`, each `root|folder of
 * sources|symbols.tsv|compiler and its arguments|count|seed`. The compiler is diagnostics-judge.cs, built like the shared oracle's
 * judge, which writes symbols.tsv.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeApplied } from "./applied-judge.ts";

const judged = (process.env.JIG_APPLIED ?? "").split(";;").filter((each) => each !== "");

if (judged.length === 0) console.log("skipped: JIG_APPLIED names no trees and no compiler");

for (const each of judged) {
  test(`applied renames of ${each}`, async () => {
    const [root = "", sources = "", symbols = "", compiler = "", count = "60", seed = "1"] = each.split("|");
    const { applied, refused, faults } = await judgeApplied({
      ...{ root, sources, symbols, compiler: compiler.split(" ") },
      ...{ count: Number(count), seed: Number(seed) },
    });
    console.log(`${applied} applied and undone, ${refused.length} refused, ${faults.length} faults`);
    console.log([...refused.map((one) => `refused ${one}`), ...faults].join("\n"));
    assert.deepEqual(faults, []);
  });
}
