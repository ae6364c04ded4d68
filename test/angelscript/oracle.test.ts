/** Agreement with the recorded answers of the public language server, but for its marked faults (issue 5, point 1). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ask, differences, fixtureRoot, oracleFolder, questions } from "./oracle.ts";

const folder = oracleFolder();

/** Answers that differ because of a fault marked under another question. */
const EXPLAINED: Record<string, string> = {
  "search.ordered": "search.sigregex: signatures have defaults, const and property in all tools",
  "search.script": "spawn, event: generated statics and members of delegates are found",
  "search.docs": "search.sigregex: signatures have defaults, const and property in all tools",
  "search.regex": "search.sigregex: signatures have defaults, const and property in all tools",
  "members.method": "members.class: generated statics are listed",
};

/** Ids in the first column of the tables of KNOWN-PEER-FAULTS.md. */
function marked(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^\|\s*([^|]+?)\s*\|/gm)].flatMap((row) => row[1]!.replace(/\(.*?\)/g, "").split(/,\s*/)),
  );
}

test("answers are those of the language server, but for its marked faults", {
  skip: folder === undefined && "no oracle: set JIG_ORACLE",
}, () => {
  const faults = marked(readFileSync(join(folder!, "KNOWN-PEER-FAULTS.md"), "utf8"));
  const root = fixtureRoot(folder!);
  const tally: Record<string, { agree: number; marked: number; explained: number }> = {};
  const unexplained: string[] = [];
  for (const question of questions(folder!)) {
    const found = differences(question, ask(question, root));
    tally[question.tool] ??= { agree: 0, marked: 0, explained: 0 };
    const row = tally[question.tool]!;
    if (found.length === 0) row.agree++;
    else if (faults.has(question.id)) row.marked++;
    else if (EXPLAINED[question.id]) row.explained++;
    else unexplained.push(question.id, ...found);
    if (found.length > 0 && process.env.JIG_ORACLE_VERBOSE) console.log(question.id, found.join("\n    "));
  }
  console.log(tally);
  assert.deepEqual(unexplained, []);
});
