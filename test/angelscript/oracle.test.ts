/** Matches recorded answers of the public language server, one per tool. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ask, differences, EXPLAINED, fixtureRoot, marked, oracleFolder, questions } from "./oracle.ts";

const folder = oracleFolder();

test("the first answer of each tool is that of the language server", {
  skip: folder === undefined && "no oracle: set JIG_ORACLE",
}, () => {
  const faults = marked(readFileSync(join(folder!, "KNOWN-PEER-FAULTS.md"), "utf8"));
  const root = fixtureRoot(folder!);
  const sound = questions(folder!).filter(({ id }) => !faults.has(id) && EXPLAINED[id] === undefined);
  const firsts = new Map(sound.toReversed().map((question) => [question.tool, question]));
  assert.ok(firsts.size >= 5);
  for (const question of firsts.values()) assert.deepEqual(differences(question, ask(question, root)), [], question.id);
});
