/** The README agrees with docs/evidence.md, and all fifty questions have an expected answer. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { flat, readTasks } from "../evidence/task.ts";
import { TOP } from "../jig.ts";

const evidence = readFileSync(join(TOP, "docs/evidence.md"), "utf8");
const readme = readFileSync(join(TOP, "README.md"), "utf8").replace(/\s+/g, " ");

function measured(who: string): { right: number; tokens: number } {
  const row = evidence.split("\n").find((line) => line.startsWith(`| ${who} `))!;
  const cells = row.split("|").map((cell) => Number(cell.replaceAll(",", "")));
  return { right: cells[3]! + cells[4]!, tokens: cells[7]! };
}

test("the README's quotation is the table's", () => {
  const [, grep, read, readTokens, jig, jigTokens] =
    /A single grep answers (\d+) of them; grep plus reading every hit answers (\d+) and takes ([\d,]+) tokens; jig answers (?:all )?(\d+) and takes ([\d,]+)/.exec(
      readme,
    )!;
  const thousands = (tokens: number) => (Math.round(tokens / 1000) * 1000).toLocaleString("en-US");
  assert.equal(Number(grep), measured("grep").right);
  assert.deepEqual(
    [Number(read), readTokens],
    [measured("grep + read").right, thousands(measured("grep + read").tokens)],
  );
  assert.deepEqual([Number(jig), jigTokens], [measured("jig").right, thousands(measured("jig").tokens)]);
  const [, cheaper] = /In (\d+) of the fifty questions grep was also right, and cheaper/.exec(readme)!;
  assert.ok(evidence.includes(`In ${cheaper} questions, a single grep was also right, and cost fewer tokens`));
});

test("fifty questions about seven projects, each with an answer and with who gave it", () => {
  const { corpora, tasks } = readTasks();
  assert.equal(tasks.length, 50);
  assert.deepEqual([...new Set(tasks.map(({ corpus }) => corpus))].sort(), Object.keys(corpora).sort());
  assert.deepEqual(
    tasks.filter(({ required, judge }) => flat(required).length === 0 || judge === ""),
    [],
  );
  assert.equal(new Set(tasks.map(({ corpus, asks }) => `${corpus} ${asks}`)).size, 50);
});
