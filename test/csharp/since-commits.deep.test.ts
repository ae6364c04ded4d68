/**
 * Compares `since` with the compiler for commits of a public repository. JIG_SINCE_JUDGE is the compiled `declarations-judge.cs`,
 * JIG_SINCE_CLONE a clone in which the test checks out commits. JIG_SINCE_COMPILER writes the tables of the shared oracle's judge to
 * JIG_SINCE_TABLES, see `since-callers-judge.ts`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeCallers } from "./since-callers-judge.ts";
import { commitsOf, judgeCommit } from "./since-judge.ts";

const judge = process.env.JIG_SINCE_JUDGE;
const clone = process.env.JIG_SINCE_CLONE;
const compiler = process.env.JIG_SINCE_COMPILER;
const tables = process.env.JIG_SINCE_TABLES;
const COUNT = 10;

test("changed declarations of commits are the compiler's", {
  skip: judge && clone ? false : "JIG_SINCE_JUDGE and JIG_SINCE_CLONE are not set",
  timeout: 600_000,
}, () => {
  let equal = 0;
  const differing: string[] = [];
  for (const commit of commitsOf(clone ?? "", COUNT)) {
    const judged = judgeCommit(judge ?? "", clone ?? "", commit);
    equal += judged.equal;
    differing.push(...judged.differing.map((each) => `${commit} ${each}`));
  }
  assert.ok(equal > 0, "some commit changes a declaration");
  assert.deepEqual(differing, []);
});

test("callers of what commits change are the compiler's", {
  skip: compiler && tables && clone ? false : "JIG_SINCE_COMPILER, JIG_SINCE_TABLES and JIG_SINCE_CLONE are not set",
  timeout: 3_600_000,
}, () => {
  const sum = { wanted: 0, certain: 0 };
  const wrong: string[] = [];
  for (const commit of commitsOf(clone ?? "", COUNT)) {
    const judged = judgeCallers(compiler ?? "", tables ?? "", clone ?? "", commit);
    sum.wanted += judged.wanted;
    sum.certain += judged.certain;
    wrong.push(...judged.wrong.map((each) => `${commit} ${each}`));
  }
  assert.ok(sum.wanted > 0, "some changed declaration is used");
  assert.ok(sum.certain >= sum.wanted * 0.99, `${sum.certain} of ${sum.wanted} are certain`);
  assert.deepEqual(wrong, []);
});
