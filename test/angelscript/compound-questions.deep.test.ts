/**
 * Compound questions about public projects. Each should take one or two calls and at most 4,000 tokens, and the answers must
 * contain everything expected. Skipped without a corpus. JIG_VERBOSE prints wrong answers.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { corpus } from "../jig.ts";
import { BOWLING_QUESTIONS } from "./bowling-questions.ts";
import type { CompoundQuestion } from "./compound-questions.ts";
import { FLICKER_QUESTIONS } from "./flicker-questions.ts";
import { AURA_QUESTIONS, HOMSES_QUESTIONS } from "./homses-aura-questions.ts";
import { MIDWINTER_QUESTIONS } from "./midwinter-questions.ts";
import { openSession } from "./session.ts";
import { STRATEGIC_QUESTIONS } from "./strategic-questions.ts";
import { TEGA_QUESTIONS } from "./tega-questions.ts";

const MAX_TOKENS = 4000;
const PROJECTS: [name: string, questions: readonly CompoundQuestion[]][] = [
  ["jabbawalden+Tega", TEGA_QUESTIONS],
  ["EpiKnightz+BowlingVSZombie", BOWLING_QUESTIONS],
  ["TriKnot+HomsesBattle", HOMSES_QUESTIONS],
  ["najoast+AngelscriptAura", AURA_QUESTIONS],
  ["moppius+MidwinterMurders", MIDWINTER_QUESTIONS],
  ["AliAryaei+Strategic-AI", STRATEGIC_QUESTIONS],
  ["tec-sx+FlickerVoid", FLICKER_QUESTIONS],
];
const present = PROJECTS.filter(([name]) => corpus(name));

/** Expected parts that the answer doesn't have. */
function missing(answer: string, { truth, not = [] }: CompoundQuestion): string[] {
  let file = "";
  const rows: { file: string; line: string }[] = [];
  for (const line of answer.split("\n")) {
    const [, heading] = /^(\S+\.as)$/.exec(line) ?? [];
    if (heading) file = heading;
    // In lists, the path is only shown for the first row of a file.
    const [, located] = / {2}(\S+\.as):\d/.exec(line) ?? [];
    if (located) file = located;
    rows.push({ file, line });
  }
  const holds = ([name, ...parts]: [string, ...string[]]): boolean =>
    rows.some((row) => row.file.endsWith(name) && parts.every((part) => row.line.includes(part)));
  return [
    ...truth.filter((each) => !holds(each)).map((each) => `no row ${each.join(" · ")}`),
    ...not.filter((each) => answer.includes(each)).map((each) => `but "${each}"`),
  ];
}

test("every compound question is answered in one or two calls and 4,000 tokens", {
  skip: present.length > 0 ? false : "no corpus: set JIG_CORPUS",
  timeout: 600_000,
}, async () => {
  let asked = 0;
  const wrong: string[] = [];
  for (const [name, questions] of present) {
    const root = corpus(name) as string;
    const session = await openSession({ cwd: root, args: ["--root", root, "--as", "text"] });
    for (const each of questions) {
      asked++;
      let answer = "";
      for (const [tool, input] of each.calls) answer += `${await session.text(`angelscript_${tool}`, input)}\n`;
      const tokens = countTokens(answer);
      const faults = missing(answer, each);
      if (tokens > MAX_TOKENS) faults.push(`${tokens} tokens`);
      if (each.calls.length > 2) faults.push(`${each.calls.length} calls`);
      console.log(`${faults.length === 0 ? "right" : "WRONG"} ${each.calls.length} ${tokens} ${each.question}`);
      if (faults.length === 0) continue;
      wrong.push(`${each.question} ${faults.join("; ")}`);
      if (process.env.JIG_VERBOSE) console.log(answer);
    }
    await session.close();
  }
  console.log(`${asked - wrong.length} of ${asked}`);
  assert.deepEqual(wrong, []);
});
