/**
 * Compound questions on public projects: one or two calls and at most 4,000 tokens each, as an agent reads the answers, and every
 * part of the truth in them. Skips without a corpus. JIG_VERBOSE prints the answers that are not right.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { corpus } from "../jig.ts";
import { COMPOUND_QUESTIONS, type CompoundQuestion } from "./compound-questions.ts";
import { openSession, type Session } from "./session.ts";

const MOST_TOKENS = 4000;
const present = COMPOUND_QUESTIONS.filter(({ project }) => corpus(project));

/** Parts of the truth that the answer does not hold. */
function missing(answer: string, { truth, not = [] }: CompoundQuestion): string[] {
  let file = "";
  const rows: { file: string; line: string }[] = [];
  for (const line of answer.split("\n")) {
    const [, heading] = /^(\S+\.as)$/.exec(line) ?? [];
    if (heading) file = heading;
    // Below a list, a row says where it is; a following row of the same file only the line.
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
  const sessions = new Map<string, Session>();
  const wrong: string[] = [];
  for (const each of present) {
    const root = corpus(each.project) as string;
    const session = sessions.get(root) ?? (await openSession({ cwd: root, args: ["--root", root, "--as", "text"] }));
    sessions.set(root, session);
    let answer = "";
    for (const [tool, input] of each.calls) answer += `${await session.text(`angelscript_${tool}`, input)}\n`;
    const tokens = countTokens(answer);
    const faults = missing(answer, each);
    if (tokens > MOST_TOKENS) faults.push(`${tokens} tokens`);
    if (each.calls.length > 2) faults.push(`${each.calls.length} calls`);
    console.log(`${faults.length === 0 ? "right" : "WRONG"} ${each.calls.length} ${tokens} ${each.question}`);
    if (faults.length === 0) continue;
    wrong.push(`${each.question} ${faults.join("; ")}`);
    if (process.env.JIG_VERBOSE) console.log(answer);
  }
  for (const session of sessions.values()) await session.close();
  console.log(`${present.length - wrong.length} of ${present.length}`);
  assert.deepEqual(wrong, []);
});
